#include "walk/cms.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "binary/inflate.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/strings.h"

namespace mimebase::walk {
namespace {

using namespace std::string_view_literals;

// First bytes of elements (X.690).
constexpr unsigned char kEnd = 0x00, kOctets = 0x04, kObject = 0x06, kOctetsInPieces = 0x24, kSequence = 0x30,
                        kExplicit = 0xA0;

enum class Type { kNone, kData, kSigned, kCompressed, kEncrypted, kOther };

// The type of a content, by its object identifier (RFC 5652 section 14, RFC 3274 section 2).
Type type_of(std::string_view object) {
  if (object == "\x2A\x86\x48\x86\xF7\x0D\x01\x07\x01"sv) return Type::kData;
  if (object == "\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02"sv) return Type::kSigned;
  if (object == "\x2A\x86\x48\x86\xF7\x0D\x01\x09\x10\x01\x09"sv) return Type::kCompressed;
  constexpr std::string_view kEnveloped = "\x2A\x86\x48\x86\xF7\x0D\x01\x07\x03"sv;
  constexpr std::string_view kAuthEnveloped = "\x2A\x86\x48\x86\xF7\x0D\x01\x09\x10\x01\x17"sv;  // RFC 5083
  if (object == kEnveloped || object == kAuthEnveloped) return Type::kEncrypted;
  return object.empty() ? Type::kNone : Type::kOther;
}

struct Head {
  unsigned char tag = 0;
  std::optional<std::size_t> length;  // none: an end follows somewhere
};

// Reads the first bytes of an element (X.690 sections 8.1.2 and 8.1.3), up to its content.
std::optional<Head> read_head(std::string_view& at) {
  constexpr unsigned char kLongTag = 0x1F, kMore = 0x80;
  const auto next = [&]() -> std::optional<unsigned char> {
    if (at.empty()) return std::nullopt;
    const auto byte = static_cast<unsigned char>(at[0]);
    at.remove_prefix(1);
    return byte;
  };
  const auto tag = next();
  if (!tag) return std::nullopt;
  if ((*tag & kLongTag) == kLongTag) {
    auto more = next();
    while (more && (*more & kMore) != 0) more = next();
  }
  const auto first = next();
  if (!first) return std::nullopt;
  if (*first == kMore) return Head{*tag, std::nullopt};
  if (*first < kMore) return Head{*tag, *first};
  std::size_t length = 0;
  for (int i = *first & ~kMore; i > 0; --i) {
    const auto byte = next();
    if (!byte || length > (at.max_size() >> 8)) return std::nullopt;
    length = length << 8 | *byte;
  }
  return Head{*tag, length};
}

// Skips an element with all that is in it.
bool skip(std::string_view& at) {
  std::size_t open = 0;  // elements whose end must follow
  do {
    const auto head = read_head(at);
    if (!head || head->length.value_or(0) > at.size()) return false;
    if (!head->length)
      ++open;
    else if (head->tag == kEnd && open > 0)
      --open;
    at.remove_prefix(head->length.value_or(0));
  } while (open > 0);
  return true;
}

// Goes to the content of an element with this tag. What is behind it is cut off if its length is known.
bool enter(std::string_view& at, unsigned char tag) {
  const auto head = read_head(at);
  if (!head || head->tag != tag) return false;
  at = at.substr(0, std::min(at.size(), head->length.value_or(at.size())));
  return true;
}

Type read_type(std::string_view& at) {
  const auto head = read_head(at);
  if (!head || head->tag != kObject || head->length.value_or(at.size() + 1) > at.size()) return Type::kNone;
  const std::string_view object = at.substr(0, *head->length);
  at.remove_prefix(*head->length);
  return type_of(object);
}

class Opening {
 public:
  Opening(std::string_view bytes, std::uint64_t most_bytes) : left_(most_bytes) { opened_.bytes = bytes; }
  OpenedCms open();

 private:
  bool read_content(std::string_view at);
  void read_pieces(std::string_view at, bool has_end);
  bool inflate_content();
  void view(std::string_view piece);
  void keep(std::string whole);
  std::string_view within_limit(std::string_view piece);

  OpenedCms opened_;
  std::uint64_t left_;
};

// RFC 5652 sections 3 and 5.1, RFC 3274 section 1.1. The content of signed data can be signed data again.
OpenedCms Opening::open() {
  std::string_view at = opened_.bytes;
  Type type = enter(at, kSequence) ? read_type(at) : Type::kNone;
  bool is_sound = type != Type::kNone && enter(at, kExplicit);
  while (is_sound && (type == Type::kSigned || type == Type::kCompressed)) {
    const bool is_compressed = type == Type::kCompressed;
    // The version; then the digest algorithms, or the compression algorithm.
    is_sound = enter(at, kSequence) && skip(at) && skip(at) && enter(at, kSequence);
    type = is_sound ? read_type(at) : Type::kNone;
    if (type == Type::kNone) return std::move(opened_);
    if (at.empty() || static_cast<unsigned char>(at[0]) != kExplicit) {
      opened_.kind = CmsKind::kNoContent;
      return std::move(opened_);
    }
    is_sound = enter(at, kExplicit) && read_content(at) && (!is_compressed || inflate_content());
    at = opened_.content();
    if (is_sound && (type == Type::kData || type == Type::kOther)) opened_.kind = CmsKind::kContent;
  }
  if (opened_.kind != CmsKind::kContent && (type == Type::kEncrypted || type == Type::kOther))
    opened_.kind = CmsKind::kEncrypted;
  return std::move(opened_);
}

// Reads an OCTET STRING. Old programs have any element in its place (PKCS #7).
bool Opening::read_content(std::string_view at) {
  const std::string_view whole = at;
  const auto head = read_head(at);
  if (!head) return false;
  if (head->tag == kOctetsInPieces) {
    read_pieces(at.substr(0, std::min(at.size(), head->length.value_or(at.size()))), !head->length);
  } else if (head->tag == kOctets && head->length) {
    opened_.is_damaged = opened_.is_damaged || *head->length > at.size();
    view(at.substr(0, std::min(at.size(), *head->length)));
  } else {
    view(whole);
  }
  return true;
}

// Pieces can be in pieces themselves, of which only the ends matter.
void Opening::read_pieces(std::string_view at, bool has_end) {
  std::size_t open = has_end ? 1 : 0;
  std::string whole;
  while (has_end ? open > 0 : !at.empty()) {
    const auto head = read_head(at);
    const bool is_piece = head && head->tag == kOctets && head->length;
    const bool is_end = head && head->tag == kEnd && head->length == 0U && open > 0;
    if (!is_piece && !is_end && !(head && head->tag == kOctetsInPieces)) {
      opened_.is_damaged = true;
      break;
    }
    if (is_end) --open;
    if (!is_piece && !head->length) ++open;
    if (!is_piece) continue;
    opened_.is_damaged = opened_.is_damaged || *head->length > at.size();
    const std::string_view piece = at.substr(0, std::min(at.size(), *head->length));
    whole += within_limit(piece);
    at.remove_prefix(piece.size());
  }
  keep(std::move(whole));
}

bool Opening::inflate_content() {
  binary::Inflater inflater(binary::Inflater::Format::kZlib);
  inflater.start(opened_.content());
  std::string whole;
  char buffer[1 << 14];
  for (std::size_t got = sizeof buffer; got == sizeof buffer && !opened_.is_cut;) {
    got = inflater.read(buffer, sizeof buffer);
    whole += within_limit({buffer, got});
  }
  opened_.is_damaged = opened_.is_damaged || !(inflater.has_ended() || opened_.is_cut);
  keep(std::move(whole));
  return opened_.size > 0;
}

// A piece of the content so far becomes the content.
void Opening::view(std::string_view piece) {
  const std::string_view all = opened_.is_owned ? std::string_view(opened_.owned) : opened_.bytes;
  opened_.start = static_cast<std::size_t>(piece.data() - all.data());
  opened_.size = piece.size();
}

void Opening::keep(std::string whole) {
  opened_.owned = std::move(whole);
  opened_.is_owned = true;
  view(opened_.owned);
}

std::string_view Opening::within_limit(std::string_view piece) {
  opened_.is_cut = opened_.is_cut || piece.size() > left_;
  piece = piece.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), left_)));
  left_ -= piece.size();
  return piece;
}

// The bytes of PEM (RFC 7468), or of base64 whose encoding is not declared.
std::optional<std::string> bytes_of_text(std::string_view text) {
  constexpr std::string_view kBegin = "-----BEGIN ";
  if (text.starts_with(kBegin)) {
    text.remove_prefix(std::min(text.find('\n'), text.size()));
    text = text.substr(0, text.find("-----"));
  } else if (!text.starts_with("MI")) {
    return std::nullopt;
  }
  return base64_decoded(without_bytes(text, ascii::kWhiteSpace));
}

}  // namespace

bool is_cms_type(std::string_view content_type) {
  return is_one_of(content_type, {"application/pkcs7-mime", "application/x-pkcs7-mime"});
}

OpenedCms open_cms(std::string_view bytes, std::uint64_t most_bytes) {
  auto decoded = bytes_of_text(bytes);
  if (!decoded) return Opening(bytes, most_bytes).open();
  OpenedCms opened = Opening(*decoded, most_bytes).open();
  if (!opened.is_owned) opened.owned = std::move(*decoded);
  opened.is_owned = true;
  return opened;
}

}  // namespace mimebase::walk
