// One message as readers see it: its headers and contents, and what is written around a reference.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "charset/readable.h"
#include "message/analysed_message.h"
#include "message/references.h"
#include "mimebase/model.h"
#include "readers/occurrences.h"
#include "text/strings.h"

namespace mimebase::readers {

// One reference, as a reader sees it.
struct Seen {
  const message::Reference& reference;
  std::string_view value;    // the reference as written, after decoding of HTML, CSS or XML
  std::string_view context;  // without the documents around it: "a@href", "css:url"
  bool in_srcdoc = false;
  OpensBy by = OpensBy::kNone;

  // The position of the reference in the content.
  [[nodiscard]] std::size_t start() const { return reference.origin.text.start; }
  [[nodiscard]] bool is_load() const { return by == OpensBy::kLoad; }
  [[nodiscard]] bool is_css() const { return context.starts_with("css:"); }
  // True for what is found in text and not in an attribute.
  [[nodiscard]] bool is_in_text() const {
    return context.starts_with("text") || context.starts_with("html:text");
  }
  // True for CSS in an attribute.
  [[nodiscard]] bool in_style_attribute() const { return contains(reference.found.context, "@style/"); }
};

// Which of several fields with one name a reader takes.
enum class Pick { kFirst, kLast };

class View {
 public:
  // `message` must outlive this object.
  explicit View(message::AnalysedMessage& message) : message_(message) {}

  [[nodiscard]] message::AnalysedMessage& message() const { return message_; }
  [[nodiscard]] const walk::Message& walked() const { return message_.walked(); }
  [[nodiscard]] const match::EntityTree& tree() const { return message_.parts().tree(); }
  // The entity of the current content; -1 before the first one. It is meant where no entity is named below.
  [[nodiscard]] int entity() const { return entity_; }
  [[nodiscard]] int entity_count() const { return message_.entity_count(); }
  [[nodiscard]] bool is_leaf(int entity) const { return message_.entity(entity).kind == walk::Kind::kLeaf; }
  [[nodiscard]] std::string_view type(int entity) const { return message_.entity(entity).content_type; }
  [[nodiscard]] bool is_type(int entity, std::string_view one) const { return type(entity) == one; }
  // The value of a field of the entity's header as received, with folds; nullopt if it is not there. `name`
  // is in any case.
  [[nodiscard]] std::optional<std::string_view> field(int entity, std::string_view name,
                                                      Pick pick = Pick::kFirst) const;
  // The first `<base href>` of the entity's document; nullopt if there is none.
  [[nodiscard]] const std::optional<find::Declaration>& html_base(int entity) {
    return content(entity).declared_base();
  }
  // The content of the entity in a charset that finders can read, and which charset that is.
  [[nodiscard]] const charset::Readable& readable(int entity) { return content(entity).readable(); }
  [[nodiscard]] const charset::Readable& readable() { return readable(entity_); }
  [[nodiscard]] std::string_view text(int entity) { return readable(entity).bytes; }
  [[nodiscard]] std::string_view text() { return text(entity_); }

  // The charset that the header of the current content names. Neither known nor named if there is none.
  struct NamedCharset {
    bool is_named = false, is_known = false;
    std::string name;  // canonical; empty for US-ASCII
  };
  [[nodiscard]] const NamedCharset& named_charset();

  // The number of bytes that may be looked at on either side of a reference (Limits::reader_bytes), so that
  // all references together take linear time.
  [[nodiscard]] std::size_t window() const { return message_.options().limits.reader_bytes; }
  // Notes that something begins or ends farther away.
  void note_beyond_window();
  // The tag in which the reference is written, from its "<" to before its ">"; empty if it is too long to be
  // looked at, or in a srcdoc. Takes constant time.
  [[nodiscard]] std::string_view tag(const Seen& seen);
  // The text before the reference's tag, as far as the window shows it.
  [[nodiscard]] std::string_view before_tag(const Seen& seen);
  // True if the reference is within an element of this name, as its tags show.
  [[nodiscard]] bool is_within(const Seen& seen, std::string_view element);
  // The start tag of that element as far as the window shows it; empty outside of one.
  [[nodiscard]] std::string_view tag_around(const Seen& seen, std::string_view element);
  [[nodiscard]] bool in_svg(const Seen& seen);
  // False if no element of the content is a `picture`.
  [[nodiscard]] bool has_pictures();
  // The value of an attribute in a tag, as written; empty if it has none, nullopt if it is not there.
  [[nodiscard]] static std::optional<std::string_view> attribute(std::string_view tag, std::string_view name);
  // True for a `link` whose `rel` contains one of the words, which are in lower case.
  [[nodiscard]] bool is_link_for(const Seen& seen, std::initializer_list<std::string_view> words);

 protected:
  void enter(int entity);
  [[nodiscard]] const message::Content& content(int entity);

 private:
  message::AnalysedMessage& message_;
  int entity_ = -1;
  // Of the current content:
  std::optional<bool> has_pictures_;  // once it is known
  bool has_noted_window_ = false;
  struct Element {
    Occurrences opened, closed;  // the beginnings of its tags
  };
  // The last tags of an element before that of a reference.
  struct Tags {
    std::size_t opened = std::string_view::npos, closed = std::string_view::npos;
  };
  [[nodiscard]] Tags tags_before(const Seen& seen, std::string_view element);

  std::map<std::string, Element, std::less<>> elements_;  // by name
  std::optional<NamedCharset> named_charset_;
  message::Content other_;  // of an entity that is not the current one
};

// Takes the next word off an attribute that is a list, such as `class` or `rel`; empty at its end.
[[nodiscard]] std::string_view next_word(std::string_view& list);
// A media type in an attribute: in lower case, without parameters.
[[nodiscard]] std::string essence_of(std::string_view type);

}  // namespace mimebase::readers
