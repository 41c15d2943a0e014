// References as they are written, for readers that search the source of a document for them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "charset/charset.h"
#include "readers/view.h"

namespace mimebase::readers {

// The whole value of the attribute that the reference is, with blanks and character references. Nothing if
// the reference is not all of an attribute of the document, or if its value is neither UTF-8 nor ASCII.
[[nodiscard]] std::optional<std::string_view> written_attribute(View& view, const Seen& seen);
// The same in any charset.
[[nodiscard]] std::optional<std::string_view> attribute_bytes(View& view, const Seen& seen);
// The decoded reference, for readers that ignore the charset that the content has: its bytes are UTF-8 if
// they can be, otherwise windows-1252.
[[nodiscard]] std::string value_without_charset(View& view, const Seen& seen);
// The bytes of the content from the start of the reference on, up to white space or the end of the line, as
// far as the window shows them. Nothing if they are neither UTF-8 nor ASCII.
[[nodiscard]] std::optional<std::string_view> written_from(View& view, const Seen& seen);
[[nodiscard]] std::optional<std::string_view> line_from(View& view, const Seen& seen);
// The text from the start of the reference on, as a person reads it, up to the next tag, as far as the window
// shows it. The reference alone if the text cannot be read.
[[nodiscard]] std::string shown_from(View& view, const Seen& seen);
// The character before the reference, as a person reads it; 0 if there is none.
[[nodiscard]] char shown_before(View& view, const Seen& seen);
// The bytes of the content before the reference, as far as the window shows them.
[[nodiscard]] std::string_view written_before(View& view, const Seen& seen);

// The value of the attribute in which a reference is that was found in text, for readers that take the text
// for HTML; nothing if it is not in one.
[[nodiscard]] std::optional<std::string_view> attribute_in_text(View& view, const Seen& seen);
[[nodiscard]] bool is_in_image_tag(View& view, const Seen& seen);
// What is written before the reference without a break, from the start of a URL in it on: of
// "http://a,http://b" what precedes the second URL. Bytes of `breaks` and white space end it. Empty if there
// is no such URL.
[[nodiscard]] std::string_view joined_before(View& view, const Seen& seen, std::string_view breaks);

// The bytes of the reference in the content, for readers that take the content for another charset. Nothing
// if the reference is ASCII, or not in an attribute of the document.
[[nodiscard]] std::optional<std::string_view> written_in_charset(View& view, const Seen& seen);

// The reference decoded in a charset that the reader takes the content for. The reference itself if
// written_in_charset() gives nothing.
[[nodiscard]] std::string value_in_charset(View& view, const Seen& seen, const charset::Charset& charset);
// Removes what stands for bytes that are no characters.
[[nodiscard]] std::string without_replacements(std::string_view text);

// Decodes the character references of an attribute, which is in a charset.
[[nodiscard]] std::string decoded_attribute(std::string_view written,
                                            const charset::Charset& charset = charset::Charset());

}  // namespace mimebase::readers
