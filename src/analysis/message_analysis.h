// One message on its way through the stations: its entities, the layers of all their headings, the labels of
// its parts. What the links, the tree and the diagnostics of a message are made from.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/layers.h"
#include "find/finder.h"
#include "match/parts.h"
#include "mimebase/analyze.h"
#include "text/readable.h"
#include "walk/message.h"

namespace mimebase::analysis {

// True if `text` is `lower` but for the case of ASCII letters.
[[nodiscard]] bool equals_ignoring_case(std::string_view text, std::string_view lower);

// What is kept from one message to the next, so that its memory is.
struct Workspace {
  explicit Workspace(const AnalyzeOptions& options);

  base::Layers layers;
  // Part matching does not depend on options: the same layers under the default ones, and with thismessage:/
  // where nothing defines a base (RFC 2557 section 5).
  base::Layers matching_layers;
  match::Parts parts;
  std::string content;    // decoded
  std::string converted;  // from its charset
};

// An entity's content as a finder reads it.
struct PreparedContent {
  const find::Finder* finder = nullptr;  // null: nothing finds anything in it, and the rest is empty
  std::string_view decoded;              // without its transfer encoding
  text::Readable readable;
  // What the content declares for all of itself, its span in `decoded`; views into `declaration_buffer`.
  std::optional<find::Declaration> declared_base;
  std::string declaration_buffer;
};

// A base that applies somewhere, as the options have it and as part matching has it.
struct Bases {
  base::Effective effective;
  base::Effective matching;
};

class MessageAnalysis {
 public:
  MessageAnalysis(const AnalyzeOptions& options, const Record& record, walk::Message message,
                  Workspace& workspace);

  [[nodiscard]] const AnalyzeOptions& options() const { return options_; }
  [[nodiscard]] const walk::Message& message() const { return message_; }
  [[nodiscard]] const base::Layers& layers() const { return workspace_.layers; }
  [[nodiscard]] const match::Parts& parts() const { return workspace_.parts; }
  [[nodiscard]] Workspace& workspace() { return workspace_; }
  [[nodiscard]] int entity_count() const { return static_cast<int>(message_.entities().size()); }
  [[nodiscard]] const walk::Entity& entity(int i) const {
    return message_.entities()[static_cast<std::size_t>(i)];
  }
  // The envelope is decoded when the first row wants it: most messages of an archive may have none.
  const MessageInfo& info();
  [[nodiscard]] BaseInfo base_info(int entity, const base::Effective& effective) const;

  // The finder for an entity's content, or null: every text/* that has none of its own is plain text (RFC
  // 2046 section 4.1.4), and so is the body of a multipart that could not be split.
  [[nodiscard]] const find::Finder* finder(int entity) const;
  [[nodiscard]] Searched searched(int entity) const;
  // The media type that a file name stands for where Content-Type says nothing (application/octet-stream, or
  // not there); empty where that was not needed.
  [[nodiscard]] std::string_view guessed_type(int entity) const;
  // Decodes the content into the workspace and decides its charset. Valid until the next call.
  void prepare(int entity, PreparedContent& out);

  // True for a multipart/related and all that is inside one.
  [[nodiscard]] bool is_in_related(int entity) const { return parts().tree().related_of(entity) >= 0; }
  // True if a relative Content-Location is absolute under thismessage:/ alone.
  [[nodiscard]] bool needs_this_message() const { return needs_this_message_; }
  // True if `entity` stands inside `around`, at any depth.
  [[nodiscard]] bool is_inside(int entity, int around) const {
    return parts().tree().is_inside(entity, around);
  }
  // The parts by their Content-Location as the URL Standard has it: made when first asked for.
  const match::Parts& standard_parts();

  // What rules in an entity's heading, and in its content where that declares nothing itself.
  [[nodiscard]] Bases heading_bases(int entity) const;
  // What a declaration of an entity's heading is itself resolved against.
  [[nodiscard]] Bases bases_outside(int entity, const base::Declared& declared) const;
  // What rules inside a declaration of an entity's content (html-base, xml-base, html-codebase) under
  // `outer`. `urls` keeps the bytes of what was made.
  [[nodiscard]] Bases declare(int entity, BaseBy by, const find::Declaration& declaration, const Bases& outer,
                              std::deque<std::string>& urls);
  // The base that a content declares for all of itself, judged; nothing where it declares none.
  [[nodiscard]] std::optional<base::Declared> document_base(int entity,
                                                            const find::Declaration& declaration) const;

  // Counts the text of a row, of so many bytes. False once the rows of the message are too many: what comes
  // then is left out.
  [[nodiscard]] bool take_row(std::size_t bytes);
  [[nodiscard]] bool has_rows_left() const { return !rows_used_up_; }
  // A reference names the part.
  void mark_referenced(int entity);
  [[nodiscard]] bool is_referenced(int entity) const {
    return static_cast<std::size_t>(entity) < referenced_.size() &&
           referenced_[static_cast<std::size_t>(entity)];
  }
  // Cuts what every row repeats; `name` is the field's.
  void cut_envelope(std::optional<std::string>& value, std::string_view name);
  // A chain, or a base that the content of `entity` declares, was cut or passed over.
  void note_long_chain() { has_long_chain_ = true; }
  void note_long_base(int entity);

  void report_problems(Visitor& visitor);

 private:
  [[nodiscard]] bool has_type(int entity) const;
  // With an empty `retrieval_url` the message's own word counts, if it has one.
  void build_layers(base::Layers& layers, std::string_view retrieval_url) const;
  void add_snapshot_locations(base::Layers& layers) const;
  void label_parts();
  void locate_parts();
  // Counts the bytes of a URL that is kept; false where these are too many.
  [[nodiscard]] bool hold(std::size_t bytes);
  void report_bases(Visitor& visitor);

  const AnalyzeOptions& options_;
  walk::Message message_;
  Workspace& workspace_;
  MessageInfo info_;
  std::optional<std::size_t> truncated_at_;
  bool has_envelope_ = false;
  bool needs_this_message_ = false;
  std::uint64_t rows_left_ = 0;  // bytes
  std::uint64_t held_left_ = 0;  // bytes of URLs
  bool rows_used_up_ = false;
  bool left_out_urls_ = false;
  bool has_long_chain_ = false;
  std::vector<bool> referenced_;  // by entity; as long as it need be
  std::vector<std::string_view> cut_fields_;
  std::vector<int> long_bases_;  // entities whose content declares one
};

}  // namespace mimebase::analysis
