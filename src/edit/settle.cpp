#include "edit/settle.h"

#include <glib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "edit/content_rewriter.h"
#include "edit/heading.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/numbers.h"

namespace mimebase::edit {
namespace {

std::string md5_in_base64(std::string_view bytes) {
  const std::unique_ptr<GChecksum, decltype(&g_checksum_free)> sum(g_checksum_new(G_CHECKSUM_MD5),
                                                                   &g_checksum_free);
  g_checksum_update(sum.get(), reinterpret_cast<const guchar*>(bytes.data()),
                    static_cast<gssize>(bytes.size()));
  std::array<guint8, 16> digest = {};
  gsize size = digest.size();
  g_checksum_get_digest(sum.get(), digest.data(), &size);
  return base64({reinterpret_cast<const char*>(digest.data()), size});
}

// Converts all line breaks to CRLF (RFC 1864 section 2).
std::string canonical(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' && (i == 0 || text[i - 1] != '\r')) out += '\r';
    out += text[i];
  }
  return out;
}

// Implements settle().
class Settler {
 public:
  Settler(const walk::Message& message, std::vector<Changes>& frames, std::uint64_t most_looks)
      : message_(message), frames_(frames), entities_(frames.size()), most_looks_(most_looks) {
    for (int i = 0; i < static_cast<int>(message.entities().size()); ++i)
      entities_[static_cast<std::size_t>(entity(i).frame)].push_back(i);
  }
  Settled run();

 private:
  [[nodiscard]] const walk::Entity& entity(int i) const {
    return message_.entities()[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] Changes& changes_of(int i) { return frames_[static_cast<std::size_t>(entity(i).frame)]; }
  [[nodiscard]] std::optional<int> find_field(int i, std::string_view name) const;
  [[nodiscard]] bool look() {
    settled_.omitted = settled_.omitted || ++looks_ > most_looks_;
    return !settled_.omitted;
  }
  void replace_value(int i, int field, std::string_view value, EditReason reason);
  void fix_length(int i);
  void fix_digest(int i);
  void look_at_signatures(int i);
  [[nodiscard]] bool breaks_body(int i, const Signature& signature);
  [[nodiscard]] bool breaks_heading(int i, const Signature& signature);
  void settle_frame(std::size_t frame);
  void move_out(std::size_t frame);

  const walk::Message& message_;
  std::vector<Changes>& frames_;
  std::vector<std::vector<int>> entities_;  // by frame
  Settled settled_;
  const std::uint64_t most_looks_;
  std::uint64_t looks_ = 0;  // each takes time for every change
  // For the current message's body, simple and relaxed: canonical bytes before its first change.
  std::array<std::optional<std::uint64_t>, 2> unchanged_;
};

std::optional<int> Settler::find_field(int i, std::string_view name) const {
  const auto fields = message_.fields(i);
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const walk::Field& field) {
    return ascii::equals_ignoring_case(field.name, name);
  });
  if (found == fields.end()) return std::nullopt;
  return static_cast<int>(found - fields.begin());
}

void Settler::replace_value(int i, int field, std::string_view value, EditReason reason) {
  const std::optional<Range> place = field_value(message_, i, field);
  if (!place) return;
  Change why;
  why.entity = i;
  why.in_heading = true;
  why.reason = reason;
  changes_of(i).add(*place, value, why);
}

// Corrects Content-Length as in mboxcl: bytes of the body. A value greater than the body was wrong before and
// stays.
void Settler::fix_length(int i) {
  if (!entity(i).is_message_body) return;
  const std::optional<int> field = find_field(i, "Content-Length");
  if (!field || !look()) return;
  const std::optional<Range> place = field_value(message_, i, *field);
  if (!place) return;
  const std::string_view frame = message_.frame_bytes(entity(i).frame);
  const std::string_view digits = frame.substr(place->start, place->end - place->start);
  const std::optional<std::uint64_t> length = whole_number(digits);
  const std::uint64_t start = message_.ranges(i).body.start;
  if (!length || *length > frame.size() - start) return;
  const std::int64_t growth = changes_of(i).growth({start, start + *length});
  if (growth != 0)
    replace_value(i, *field, std::to_string(static_cast<std::int64_t>(*length) + growth),
                  EditReason::kContentLength);
}

// Corrects Content-MD5. A digest that was wrong before stays, because it shows damage.
void Settler::fix_digest(int i) {
  const std::optional<int> field = find_field(i, "Content-MD5");
  if (!field || entity(i).kind != walk::Kind::kLeaf || !look()) return;
  const std::string_view raw = message_.raw_content(i);
  const std::size_t start = message_.raw_content_start(i);
  const Range range = {start, start + raw.size()};
  const std::optional<Range> place = field_value(message_, i, *field);
  if (!place || !changes_of(i).touches(range)) return;
  const std::string_view frame = message_.frame_bytes(entity(i).frame);
  const std::string_view said = frame.substr(place->start, place->end - place->start);
  std::string buffer, written, decoded;
  const std::string_view before = message_.content(i, buffer);
  const bool is_canonical = said == md5_in_base64(canonical(before));
  if (!is_canonical && said != md5_in_base64(before)) return;
  changes_of(i).apply(frame, range, written);
  const std::string_view after = walk::decode_transfer(written, message_.transfer_encoding(i), decoded);
  replace_value(i, *field, md5_in_base64(is_canonical ? canonical(after) : std::string(after)),
                EditReason::kContentMd5);
}

// A signature may cover only the beginning of the body.
bool Settler::breaks_body(int i, const Signature& signature) {
  const Range body = message_.ranges(i).body;
  if (!changes_of(i).touches(body)) return false;
  if (!signature.body_bytes) return true;
  std::optional<std::uint64_t>& unchanged = unchanged_[signature.has_relaxed_body ? 1 : 0];
  if (!unchanged) {
    const std::uint64_t first = changes_of(i).first_in(body).value_or(body.end);
    const std::string_view frame = message_.frame_bytes(entity(i).frame);
    unchanged = canonical_bytes(frame.substr(body.start, first - std::min(first, body.start)),
                                signature.has_relaxed_body);
  }
  return *signature.body_bytes > *unchanged;
}

bool Settler::breaks_heading(int i, const Signature& signature) {
  const auto& signed_fields = signature.fields;
  const auto fields = message_.fields(i);
  for (std::size_t f = 0; f < fields.size(); ++f) {
    if (std::find(signed_fields.begin(), signed_fields.end(), ascii::lowered(fields[f].name)) ==
        signed_fields.end())
      continue;
    const std::optional<Range> lines = field_lines(message_, i, static_cast<int>(f));
    if (lines && look() && changes_of(i).touches({lines->start + 1, lines->end - 1})) return true;
  }
  return false;
}

void Settler::look_at_signatures(int i) {
  if (entity(i).content_type == "multipart/signed" && look() &&
      changes_of(i).touches(message_.ranges(i).body))
    settled_.broken.push_back({i, "multipart/signed", {}});
  if (!entity(i).is_message_body) return;
  unchanged_ = {};
  for (const Signature& signature : signatures(message_, i)) {
    if (look() && (breaks_body(i, signature) || breaks_heading(i, signature)))
      settled_.broken.push_back({i, signature.name, signature.domain});
  }
}

// Converts the changes of an inner frame to changes of its owner's content, and verifies that they decode as
// intended.
void Settler::move_out(std::size_t frame) {
  const walk::FrameOrigin origin = message_.frame_origin(static_cast<int>(frame));
  Changes& changes = frames_[frame];
  const std::uint64_t references = changes.sum().references;
  changes.move(origin.start);
  std::string buffer;
  const std::string_view content = message_.content(origin.owner, buffer);
  // Unencoded messages are not verified; nested ones would be compared at every level.
  const walk::TransferEncoding encoding = message_.transfer_encoding(origin.owner);
  const bool is_encoded = encoding != walk::TransferEncoding::kNone;
  std::string expected, written, decoded;
  if (is_encoded) changes.apply(content, {0, content.size()}, expected);
  Changes encoded = encode_in_frame(message_, origin.owner, content, std::move(changes));
  changes = Changes();
  const std::size_t start = message_.raw_content_start(origin.owner);
  const std::string_view outer = message_.frame_bytes(entity(origin.owner).frame);
  if (is_encoded) encoded.apply(outer, {start, start + message_.raw_content(origin.owner).size()}, written);
  if (is_encoded && walk::decode_transfer(written, encoding, decoded) != expected)
    return settled_.left.push_back({origin.owner, references});
  changes_of(origin.owner).add(std::move(encoded));
}

void Settler::settle_frame(std::size_t frame) {
  Changes& changes = frames_[frame];
  if (changes.empty()) return;
  // The outermost frame may be a file of Outlook.
  const walk::FrameOrigin origin = message_.frame_origin(static_cast<int>(frame));
  if (origin.is_recoded) {
    const std::uint64_t references = changes.sum().references;
    if (references > 0) settled_.left.push_back({std::max(origin.owner, 0), references});
    changes = Changes();
    return;
  }
  changes.sort();
  const std::vector<int>& inside = entities_[frame];
  for (auto i = inside.rbegin(); i != inside.rend(); ++i) {
    fix_digest(*i);
    fix_length(*i);
    look_at_signatures(*i);
  }
  changes.sort();
  if (origin.line_ends == walk::LineEnds::kCr) changes.use_cr_lines();
  if (origin.line_ends == walk::LineEnds::kDoubled)
    changes.double_returns(message_.frame_bytes(static_cast<int>(frame)));
  if (frame > 0) move_out(frame);
}

Settled Settler::run() {
  // An inner frame has a greater index than the frame that contains it.
  for (std::size_t frame = frames_.size(); frame-- > 0;) settle_frame(frame);
  return std::move(settled_);
}

}  // namespace

Settled settle(const walk::Message& message, std::vector<Changes>& frames, std::uint64_t most_looks) {
  const bool is_edited =
      std::any_of(frames.begin(), frames.end(), [](const Changes& c) { return !c.empty(); });
  return is_edited ? Settler(message, frames, most_looks).run() : Settled();
}

}  // namespace mimebase::edit
