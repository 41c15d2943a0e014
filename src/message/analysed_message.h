// One message, analysed once: its entities, the layers of all their headings, the labels of its parts, and
// the content of the entity at hand. What links, tree and check are read from.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "base/layers.h"
#include "match/parts.h"
#include "message/budget.h"
#include "message/content.h"
#include "mimebase/analyze.h"
#include "walk/message.h"

namespace mimebase::message {

// What is kept from one message to the next, so that its memory is.
struct Workspace {
  explicit Workspace(const AnalyzeOptions& options);

  base::Layers layers;
  // Part matching does not depend on options: the same layers under the default ones, and with thismessage:/
  // where nothing defines a base (RFC 2557 section 5).
  base::Layers matching_layers;
  match::Parts parts;
  Content content;
  std::optional<Error> usage;  // what check_options() says of the options
};

// A base that applies somewhere, as the options have it and as part matching has it.
struct Bases {
  base::Effective effective;
  base::Effective matching;
};

class AnalysedMessage {
 public:
  // All must outlive this, but for the record.
  AnalysedMessage(const AnalyzeOptions& options, const Record& record, const walk::Message& walked,
                  Workspace& workspace);

  [[nodiscard]] const AnalyzeOptions& options() const { return options_; }
  [[nodiscard]] const walk::Message& walked() const { return walked_; }
  [[nodiscard]] const base::Layers& layers() const { return workspace_.layers; }
  // The reader whose rules decide. Everything outside base/, match/ and url/ asks it, not the options.
  [[nodiscard]] const base::Profile& profile() const { return layers().profile(); }
  [[nodiscard]] const match::Parts& parts() const { return workspace_.parts; }
  // The parts by their Content-Location as the URL Standard has it too: made when first asked for.
  const match::Parts& standard_parts();
  // True if a relative Content-Location is absolute under thismessage:/ alone.
  [[nodiscard]] bool needs_this_message() const { return needs_this_message_; }

  [[nodiscard]] int entity_count() const { return static_cast<int>(walked_.entities().size()); }
  [[nodiscard]] const walk::Entity& entity(int i) const {
    return walked_.entities()[static_cast<std::size_t>(i)];
  }
  // The envelope is decoded when the first row wants it: most messages of an archive may have none.
  const MessageInfo& info();
  // Decoded when first asked for, and not again before another entity is. Valid until then.
  const Content& content(int entity);

  // What rules in an entity's heading, and in its content where that declares nothing itself.
  [[nodiscard]] Bases heading_bases(int entity) const;
  // What a declaration of an entity's heading is itself resolved against.
  [[nodiscard]] Bases bases_outside(int entity, const base::Declared& declared) const;
  // What rules inside a declaration of an entity's content (html-base, xml-base, html-codebase) under
  // `outer`. `urls` keeps the bytes of what was made.
  [[nodiscard]] Bases declare(int entity, const find::Declaration& declaration, const Bases& outer,
                              std::deque<std::string>& urls);
  // The base that the content of the entity declares for all of itself, judged; nothing where it declares
  // none.
  [[nodiscard]] std::optional<base::Declared> document_base(int entity);
  // Who defined a base: the part whose content did, else the heading.
  [[nodiscard]] std::string definer_name(BaseBy by, int definer) const;
  // `part` keeps the name of who defined it.
  [[nodiscard]] BaseInfo base_info(int entity, const base::Effective& effective, std::string& part) const;

  // What of it was too much.
  [[nodiscard]] Budget& budget() { return budget_; }
  // True if the bases and locations of its parts were too long together.
  [[nodiscard]] bool has_left_out_urls() const;
  // So many bytes of it are there, and no more could be.
  [[nodiscard]] std::optional<std::size_t> truncated_at() const { return truncated_at_; }

 private:
  // With an empty `retrieval_url` the message's own word counts, if it has one.
  void build_layers(base::Layers& layers, std::string_view retrieval_url) const;
  [[nodiscard]] base::Declared declare(int entity, const find::Declaration& declaration,
                                       const base::Effective& outer, const base::Layers& layers);
  void label_parts();
  void locate_parts();

  const AnalyzeOptions& options_;
  const walk::Message& walked_;
  Workspace& workspace_;
  Budget budget_;
  MessageInfo info_;
  walk::Envelope envelope_;  // that it looks into
  std::optional<std::size_t> truncated_at_;
  bool has_envelope_ = false;
  bool needs_this_message_ = false;
};

}  // namespace mimebase::message
