// The stream of a PowerPoint presentation (MS-PPT): its hyperlinks, and the objects that it contains.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "binary/cursor.h"
#include "binary/strings.h"
#include "documents/document.h"
#include "documents/office/office97.h"
#include "documents/package/zip.h"
#include "documents/reporting.h"

namespace mimebase::documents {
namespace {

// Types of records (MS-PPT section 2.13.24).
enum PowerPointRecord : std::uint32_t {
  kPowerPointText = 0x0FBA,    // CString
  kPowerPointLink = 0x0FD7,    // ExHyperlinkContainer
  kPowerPointMedia = 0x1005,   // ExVideoContainer
  kPowerPointObject = 0x1011,  // ExOleObjStg
};

// What a container of a hyperlink (section 2.10.16) or of a video says.
struct PowerPointLink {
  std::uint32_t kind = 0;  // of the container
  std::size_t end = 0;     // of the container in the stream
  std::string text, target, location;
};

// An OLE object: a compound file, which can be compressed behind a number of its size (section 2.10.34).
void find_in_powerpoint_object(std::string_view bytes, bool is_compressed, std::uint64_t number,
                               Office97Rows& rows) {
  std::string unpacked;
  if (is_compressed) {
    bytes = bytes.substr(std::min<std::size_t>(4, bytes.size()));
    if (!inflate_zlib(bytes, rows.reading(), rows.sink(), unpacked))
      rows.reading().damaged("an object in it is damaged");
    bytes = unpacked;
  }
  find_in_embedded(bytes, {}, "object " + std::to_string(number), rows.reading(), rows.sink());
}

// Reads the records of a presentation. Programs append those that change when they save it again.
class PowerPointReader {
 public:
  PowerPointReader(std::string_view stream, Office97Rows& rows) : stream_(stream), rows_(rows) {}

  void read();

 private:
  void read_atom(std::uint32_t type, std::uint32_t instance, std::string_view bytes);
  void end_link();

  std::string_view stream_;
  Office97Rows& rows_;
  PowerPointLink link_;
  std::set<std::string> links_;  // that have been reported
  std::uint64_t objects_ = 0;
};

void PowerPointReader::read() {
  constexpr std::uint32_t kContainer = 0xF;
  binary::Cursor records(stream_);
  while (!records.rest().empty() && !rows_.is_stopped()) {
    const std::size_t offset = stream_.size() - records.rest().size();
    if (offset >= link_.end) end_link();
    const std::uint32_t version = records.u16(), type = records.u16(), size = records.u32();
    if (records.is_cut()) break;
    if (type == kPowerPointLink || type == kPowerPointMedia) {
      end_link();
      link_.kind = type;
      link_.end = offset + 8 + size;
    }
    if ((version & kContainer) != kContainer) read_atom(type, version >> 4, records.take(size));
  }
  end_link();
  if (records.is_cut()) rows_.reading().damaged("its last record is cut off");
}

void PowerPointReader::read_atom(std::uint32_t type, std::uint32_t instance, std::string_view bytes) {
  if (type == kPowerPointText && link_.kind == kPowerPointLink) {
    if (instance == 0) link_.text = binary::from_utf16(bytes);
    if (instance == 1) link_.target = binary::from_utf16(bytes);
    if (instance == 3) link_.location = binary::from_utf16(bytes);
  } else if (type == kPowerPointText && link_.kind == kPowerPointMedia && instance == 0) {
    link_.target = binary::from_utf16(bytes);
  } else if (type == kPowerPointObject && rows_.reading().charge_objects(1, rows_.sink())) {
    find_in_powerpoint_object(bytes, instance == 1, ++objects_, rows_);
  }
}

void PowerPointReader::end_link() {
  const PowerPointLink link = std::exchange(link_, {});
  const std::string reference = with_location(link.target, link.location);
  if (reference.empty() || !links_.insert(reference + '\n' + link.text).second) return;
  const std::string shown = shown_text(link.text);
  if (link.kind == kPowerPointMedia) {
    rows_.add({"ooxml:other", "PowerPoint Document", reference, {}, LinkKind::kMedia});
  } else {
    rows_.add({"ooxml:hyperlink", "PowerPoint Document", reference, shown});
  }
}

}  // namespace

bool is_encrypted_powerpoint97(std::string_view current_user) {
  constexpr std::uint32_t kEncryptedToken = 0xF3D1C4DF;  // section 2.3.2
  binary::Cursor fields(current_user.substr(std::min<std::size_t>(12, current_user.size())));
  return fields.u32() == kEncryptedToken;
}

void find_in_powerpoint97(std::string_view stream, Office97Rows& rows) {
  PowerPointReader(stream, rows).read();
}

}  // namespace mimebase::documents
