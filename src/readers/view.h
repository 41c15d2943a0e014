// One message as one reader sees it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "charset/readable.h"
#include "match/labels.h"
#include "message/analysed_message.h"
#include "readers/known_hosts.h"
#include "readers/profile.h"
#include "readers/tag_scan.h"

namespace mimebase::readers {

// Which of several fields with one name a reader takes.
enum class Pick { kFirst, kLast };

// A message as one reader knows it. The members below serve the functions of a Profile; a caller only needs
// answer().
class View {
 public:
  // Both must outlive this object.
  View(message::AnalysedMessage& message, const Profile& profile);

  // Returns what the reader opens for a reference. Ask for all references of the message in order, because
  // some readers know only the bases that they have read. Valid until the next call.
  const Answer& answer(const message::Reference& reference);
  // The base of an entity's content for the reader; empty if it shows none. Only for messages whose
  // references are not asked for. Valid until the next call.
  [[nodiscard]] std::string_view base_of(int entity);
  [[nodiscard]] MailReader reader() const { return profile_.reader; }

  // State that the functions of the profile set and read.
  static constexpr std::size_t kUnknown = ~std::size_t{0};
  struct Shown {
    bool is_shown = false;
    bool is_main = false;   // of an archive
    std::string url;        // by which the part was loaded
    std::string base;       // that applies to its content, if that depends on other parts
    bool has_base = false;  // if it may be empty
    int entity = -1;  // of a multipart/related: its root; of one document of all parts: which has its base
    std::size_t start = kUnknown;  // the position of that base
    int order = 0;                 // in which the reader shows contents, if that is not their order
  };
  std::vector<Shown> shown;                   // by entity
  Shown whole;                                // of all contents, for a reader that makes one document of them
  match::Labels labels;                       // of parts, in the reader's own form
  std::string base;                           // that applies to the current content; empty: none
  bool encodes_queries = true;                // in the charset of the document
  std::optional<std::string> query_encoding;  // of the current content, if it is not what its heading says
  std::string own_url;                        // of the current content; empty: none
  Shown early;  // the base of what loads while the contents are read, and its entity
  KnownHosts known_hosts;
  find::Span dropped;                                    // of the current content: what the reader leaves out
  std::optional<std::unordered_set<std::string>> names;  // to which fragments lead, once they are known
  bool is_source = false;        // the reader shows the message as text, without its structure
  bool is_document_base = true;  // in read_base(): whether a browser takes it for the document's

  [[nodiscard]] message::AnalysedMessage& message() const { return message_; }
  [[nodiscard]] int entity() const { return entity_; }
  [[nodiscard]] int entity_count() const { return message_.entity_count(); }
  [[nodiscard]] bool is_leaf(int entity) const { return message_.entity(entity).kind == walk::Kind::kLeaf; }
  [[nodiscard]] bool is_type(int entity, std::string_view type) const {
    return message_.entity(entity).content_type == type;
  }
  // The value of a field of the entity's heading as received, with folds; nullopt if it is not there. `name`
  // is in any case.
  [[nodiscard]] std::optional<std::string_view> field(int entity, std::string_view name, Pick pick) const;
  // The first `<base href>` of the entity's document; nullopt if there is none.
  [[nodiscard]] const std::optional<find::Declaration>& html_base(int entity);
  // The content of the entity in a charset that finders can read, and which charset that is.
  [[nodiscard]] const charset::Readable& readable(int entity);
  [[nodiscard]] std::string_view text(int entity) { return readable(entity).bytes; }

  // The charset of the entity's content, canonical; empty if none is known.
  [[nodiscard]] std::string_view charset(int entity) { return readable(entity).label; }

  // The charset that the heading of the current content names. Neither known nor named if there is none.
  struct NamedCharset {
    bool is_named = false, is_known = false;
    std::string name;  // canonical; empty for US-ASCII
  };
  [[nodiscard]] const NamedCharset& named_charset();

  // The tag in which the reference is written, from its "<" to before its ">"; empty if it is too long to be
  // looked at, or in a srcdoc. Takes constant time.
  [[nodiscard]] std::string_view tag(const Seen& seen);
  // True if the reference's element is within an `svg`, as far as the text before it shows.
  [[nodiscard]] bool in_svg(const Seen& seen);
  // False if no element of the content is a `picture`.
  [[nodiscard]] bool has_pictures();
  // The value of an attribute in a tag, as written; empty if it has none, nullopt if it is not there.
  [[nodiscard]] static std::optional<std::string_view> attribute(std::string_view tag, std::string_view name);
  // True if the reference is within an element of this name, as far as the text before it shows.
  [[nodiscard]] bool is_within(const Seen& seen, std::string_view element);
  // The text before the reference's tag, at most 1000 bytes.
  [[nodiscard]] std::string_view before_tag(const Seen& seen);
  // True if the link's `rel` contains one of the words, which are in lower case.
  [[nodiscard]] bool has_rel(const Seen& seen, std::span<const std::string_view> words);

  // Resolves by the URL Standard, with queries in the charset of the current document. Returns false, and
  // leaves `out` empty, if that gives no URL.
  bool resolve(std::string_view base, std::string_view reference, std::string& out);

 private:
  [[nodiscard]] OpensBy use_of(const find::Found& found, std::string_view context) const;
  [[nodiscard]] const message::Content& content(int entity);
  void enter(int entity);
  void read_bases(std::size_t before);

  message::AnalysedMessage& message_;
  const Profile& profile_;
  int entity_ = -1;
  TagScan tags_;                      // of the current content
  std::optional<bool> has_pictures_;  // of the current content, once it is known
  std::optional<NamedCharset> named_charset_;
  message::Content other_;  // of an entity that is not the current one
  Answer answer_;
  // The last base that something was resolved against.
  std::optional<Resolver> resolver_;
  std::string resolver_base_, resolver_encoding_;
};

}  // namespace mimebase::readers
