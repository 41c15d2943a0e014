#include "message/list_archives.h"

#include "find/heading.h"
#include "find/sinks.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "walk/field_text.h"

namespace mimebase::message {
namespace {

class ArchiveSink final : public find::SilentSink {
 public:
  ArchiveSink(ListArchives& archives, bool is_own) : archives_(archives), is_own_(is_own) {}
  void found(const find::Found& found) override {
    archives_.inboxes.add(found.reference);
    if (is_own_) archives_.archived_at.insert(url::permalink_key(found.reference));
  }

 private:
  ListArchives& archives_;
  bool is_own_;
};

}  // namespace

ListArchives read_list_archives(const walk::Message& message, int body) {
  ListArchives archives;
  std::string unfolded;
  for (const walk::Field& field : message.fields(body)) {
    // Of the many fields of a message, only these have such lengths and letters.
    const std::size_t length = field.name.size();
    if (length < 11 || length > 13 || (field.name[length - 5] | 0x20) != (length == 12 ? 'c' : 'e')) continue;
    const bool is_own = ascii::is_one_of_ignoring_case(field.name, {"archived-at", "x-archived-at"});
    if (!is_own && !ascii::equals_ignoring_case(field.name, "list-archive")) continue;
    ArchiveSink sink(archives, is_own);
    find::find_in_field(field.name, walk::unfold(field.raw_value, unfolded), sink);
  }
  return archives;
}

}  // namespace mimebase::message
