// One message, analysed once: its entities, the layers of all headers, the labels of its parts, and the
// content of the current entity. All commands read messages through this.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/layers.h"
#include "find/budget.h"
#include "match/parts.h"
#include "message/content.h"
#include "mimebase/options.h"
#include "mimebase/own_template.h"
#include "mimebase/record.h"
#include "mimebase/visitor.h"
#include "walk/message.h"

namespace mimebase::message {

// The base for part matching where nothing defines a base (RFC 2557 section 5).
inline constexpr std::string_view kThisMessage = "thismessage:/";

// Objects that are reused from one message to the next, to reuse their memory.
struct Workspace {
  explicit Workspace(const AnalyzeOptions& options);

  base::Layers layers;
  // Layers for part matching, which does not depend on options: they have the default options, and use
  // thismessage:/ if no base is defined (RFC 2557 section 5).
  base::Layers matching_layers;
  match::Parts parts;
  Content content;
  std::optional<OwnTemplate> own;  // AnalyzeOptions::own_template
  std::optional<Error> usage;      // the result of check_options(), if the options are invalid
};

// The base that applies by the options, and the one that applies for part matching.
struct Bases {
  base::Effective effective;
  base::Effective matching;
};

// The analysis of one message. Joins base/, match/ and Content.
class AnalysedMessage {
 public:
  // All arguments except the record must outlive this object.
  AnalysedMessage(const AnalyzeOptions& options, const Record& record, const walk::Message& walked,
                  Workspace& workspace);

  [[nodiscard]] const AnalyzeOptions& options() const { return options_; }
  // The template of the options; null if they have none.
  [[nodiscard]] const OwnTemplate* own() const { return workspace_.own ? &*workspace_.own : nullptr; }
  // The URL that the caller says the message was retrieved from; empty if it says none.
  [[nodiscard]] std::string_view retrieval_url() const { return retrieval_url_; }
  [[nodiscard]] const walk::Message& walked() const { return walked_; }
  [[nodiscard]] const base::Layers& layers() const { return workspace_.layers; }
  // The reader whose rules decide. Everything outside base/, match/ and url/ asks it, not the options.
  [[nodiscard]] const base::Profile& profile() const { return layers().profile(); }
  [[nodiscard]] const match::Parts& parts() const { return workspace_.parts; }
  // The parts, with their Content-Locations also as serialised by the URL Standard. Computed on first use.
  const match::Parts& standard_parts();
  // Returns true if a relative Content-Location is absolute only under thismessage:/.
  [[nodiscard]] bool needs_this_message() const { return needs_this_message_; }

  // Calls `take` with each Content-Location that may name a part, in the order of entities: as it is declared
  // for part matching, and the base that it is resolved against there.
  void for_each_location(
      const std::function<void(int entity, const base::Declared&, std::string_view enclosing)>& take) const;

  // Entities are numbered in message order, from 0 for the outermost one.
  [[nodiscard]] int entity_count() const { return static_cast<int>(walked_.entities().size()); }
  [[nodiscard]] const walk::Entity& entity(int i) const {
    return walked_.entities()[static_cast<std::size_t>(i)];
  }
  // The message's information. The envelope is decoded on first use: in many archives most messages have no
  // row.
  const MessageInfo& info();
  // The content of the entity, decoded on first use. Valid until another entity is requested.
  const Content& content(int entity);
  // The finder or document format of a content. Found out once.
  const ContentKind& content_kind(int entity);

  // The bases that apply to the entity's header, and to its content unless the content declares one.
  [[nodiscard]] Bases heading_bases(int entity) const;
  // The bases outside the declarations of the entity's content: those of its header, or else the URL that the
  // content says it was saved from. `url` keeps that.
  [[nodiscard]] Bases content_bases(int entity, std::string& url);
  // The bases that a declaration of the entity's header is itself resolved against.
  [[nodiscard]] Bases bases_outside(int entity, const base::Declared& declared) const;
  // The bases that apply inside a declaration of the entity's content (html-base, xml-base, html-codebase)
  // under `outer`. `urls` keeps the bytes of new URLs.
  [[nodiscard]] Bases declare(int entity, const find::Declaration& declaration, const Bases& outer,
                              std::deque<std::string>& urls);
  // The bases that the entity's content declares for the whole content, judged, innermost first.
  [[nodiscard]] std::vector<base::Declared> document_bases(int entity);
  // The xml:base of the root element, if the rules do not follow it.
  [[nodiscard]] std::optional<base::Declared> unfollowed_base(int entity);
  // Whether an entity's content is searched, and if not, why not.
  [[nodiscard]] Searched searched(int entity);
  // The URL that the entity's content says it was saved from, judged; nullopt if there is none.
  [[nodiscard]] std::optional<base::Declared> saved_from(int entity);
  // The part that defines a base: the one whose content declares it, or the one with the header.
  [[nodiscard]] std::string definer_name(BaseBy by, int definer) const;
  // `part` keeps the name of the part that defines the base.
  [[nodiscard]] BaseInfo base_info(int entity, const base::Effective& effective, std::string& part) const;

  // The budgets of this message.
  [[nodiscard]] find::Budget& budget() { return budget_; }
  // Returns true if the bases and locations of its parts exceeded the budget for URLs.
  [[nodiscard]] bool has_omitted_urls() const;
  // Whether AnalyzeOptions::parts and AnalyzeOptions::attachments select a part or header, by its name.
  [[nodiscard]] bool selects(std::string_view name);
  [[nodiscard]] bool selects_all() const { return options_.parts.empty() && !options_.attachments; }
  // Bytes kept, if the message was truncated.
  [[nodiscard]] std::optional<std::size_t> truncated_at() const { return truncated_at_; }

 private:
  void read_fields();
  [[nodiscard]] std::string title();
  // If `retrieval_url` is empty, the message's own Snapshot-Content-Location is used, if present.
  void build_layers(base::Layers& layers, std::string_view retrieval_url) const;
  [[nodiscard]] base::Declared declare(int entity, const find::Declaration& declaration,
                                       const base::Effective& outer, const base::Layers& layers);
  // The base of a file at `path` in a package with the base `package`, which is a folder. `urls` keeps it.
  [[nodiscard]] base::Effective in_package(std::string_view path, const base::Effective& package,
                                           std::deque<std::string>& urls);
  [[nodiscard]] bool is_followed(const find::Declaration& declaration) const;
  void label_parts();
  [[nodiscard]] bool is_attached(std::string_view name);
  void locate_parts();

  const AnalyzeOptions& options_;
  std::string_view retrieval_url_;
  const walk::Message& walked_;
  Workspace& workspace_;
  find::Budget budget_;
  MessageInfo info_;
  walk::Envelope envelope_;  // info_ points into it, and into the next four
  std::string title_;
  std::deque<std::string> field_texts_;
  std::vector<std::vector<std::string_view>> field_values_;
  std::vector<NamedField> fields_;
  std::optional<std::size_t> truncated_at_;
  std::optional<std::set<std::string, std::less<>>> attachments_;  // names, once they are needed
  std::vector<std::optional<ContentKind>> content_kinds_;          // by entity, once it is asked for
  std::map<int, Searched> documents_searched_;                     // by entity, once it is asked for
  bool has_envelope_ = false;
  bool needs_this_message_ = false;
};

}  // namespace mimebase::message
