// A PDF file that libqpdf reads, within the limits of a reading.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "documents/document.h"
#include "documents/pdf/input.h"
#include "documents/pdf/meter.h"
#include "documents/pdf/qpdf.h"
#include "documents/pdf/structure.h"

namespace mimebase::documents {

// The name of an object in Found::where: "object 12 0".
[[nodiscard]] std::string object_place(QPDFObjGen id);

// A direct or indirect object: the indirect object that contains it, and its place there.
using PdfIdentity = std::tuple<int, int, long long>;
[[nodiscard]] PdfIdentity identity_of(QPDFObjectHandle value, QPDFObjGen container);
// The indirect object that contains `value`, which an object in `outer` refers to or contains.
[[nodiscard]] QPDFObjGen container_of(const QPDFObjectHandle& value, QPDFObjGen outer);

// A text string (ISO 32000-2 section 7.9.2.2) as UTF-8.
[[nodiscard]] std::string pdf_text(QPDFObjectHandle string);
// A string that is ASCII according to the standard, such as a URI. Real ones are UTF-8, windows-1252 or text
// strings. Without control characters around it.
[[nodiscard]] std::string pdf_ascii(QPDFObjectHandle string);

// Without NUL and other control characters before and after a URL, of which some programs end strings with
// one and viewers open none. White space remains if no such character is outside of it.
[[nodiscard]] std::string_view without_outer_controls(std::string_view text);

enum class PdfState { kReadable, kEncrypted, kUnreadable };

// `bytes` and `reading` must outlive it. libqpdf throws: callers catch std::exception.
class PdfFile {
 public:
  PdfFile(std::string_view bytes, Reading& reading);
  [[nodiscard]] PdfState open();

  [[nodiscard]] QPDF& qpdf() { return *qpdf_; }
  // Reads the object that a handle refers to, if it is plain, in a fraction of the time that libqpdf takes.
  // Returns the handle. Values inside the object have other identities than before the first call.
  const QPDFObjectHandle& prepare(const QPDFObjectHandle& handle);
  [[nodiscard]] PdfMeter& meter() { return meter_; }
  [[nodiscard]] Reading& reading() { return reading_; }
  // All objects, in the order of their numbers.
  [[nodiscard]] const std::vector<QPDFObjGen>& objects() const { return objects_; }

  // Whether an action, a script or the specification of a file may be in an object, but for the data of a
  // stream.
  [[nodiscard]] bool may_refer(QPDFObjGen id);

  // Appends the decoded data of a stream, as far as they can be decoded. Returns false if nothing can be
  // decoded, such as an image, which is noted, or a limit was hit.
  bool decode(QPDFObjectHandle stream, std::string& out);
  // Adds to the damage what libqpdf has warned of since the last call.
  void take_warnings();

 private:
  // An object in an object stream, and its offset there.
  struct PackedObject {
    int number = 0;
    std::int64_t offset = 0;
  };

  // The objects of an object stream, in order of their offsets.
  struct ObjectStream {
    std::string_view text;
    std::vector<PackedObject> objects;
  };
  // The text of an object, as far as it is known. Nothing if it is not plain.
  struct PlainObject {
    std::string_view text = {};
    bool may_refer = true, can_be_built = false;
    std::uint64_t values = 0;
  };

  void process();
  void make_input();
  void add_objects();
  void read_object_streams(std::vector<ObjectStream>& streams);
  [[nodiscard]] bool add_plain(const ObjectStream& stream);
  [[nodiscard]] const PlainObject& plain_of(QPDFObjGen id);
  [[nodiscard]] std::vector<PackedObject> read_object_stream(QPDFObjGen id, std::string& text);
  [[nodiscard]] static std::vector<PackedObject> picked(const std::vector<PackedObject>& list,
                                                        std::span<const PdfStructure::Packed> wanted);
  void parse_packed(const ObjectStream& stream);
  void find_catalog();

  std::string_view bytes_;
  Reading& reading_;
  PdfMeter meter_;
  PdfStructure structure_;
  std::deque<std::string> texts_;  // in the input, beside pieces of the file
  std::unique_ptr<QPDF> qpdf_;
  std::shared_ptr<PdfInput> input_;
  std::vector<QPDFObjGen> objects_;
  std::map<QPDFObjGen, PlainObject> plain_;  // before the second process(), those in object streams
  bool are_texts_known_ = false;  // whether all other objects are where the structure says, in clear text
  std::set<QPDFObjGen> prepared_;
};

}  // namespace mimebase::documents
