// Pages of our own: of mail that is no page itself, of what is attached to one that is, and of an archive.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extract/plan.h"
#include "mimebase/analyze.h"

namespace mimebase::extraction {

// `text` as HTML has it, between tags and in attributes with double quotes.
[[nodiscard]] std::string escaped_html(std::string_view text);

// The document that stands around `body`; `policy` is the tag of one, or empty.
[[nodiscard]] std::string whole_page(std::string_view title, std::string_view policy, std::string_view body);

// Where a part is from the page; nothing where it is nowhere.
using PathTo = std::function<std::optional<std::string>(int entity)>;

// The heading that a person reads, the texts with their links, the images.
[[nodiscard]] std::string mail_body(message::AnalysedMessage& message, const Plan& plan,
                                    const PathTo& path_to, const PathTo& image_at, Visitor& visitor);

// A list of what is attached; empty if nothing is. `is_saved`: a click saves an attachment instead of opening
// it.
[[nodiscard]] std::string attachment_list(const Plan& plan, bool is_saved, const PathTo& path_to);

// One line of an archive's index.
[[nodiscard]] std::string index_line(const MessageInfo& message, std::string_view path);

}  // namespace mimebase::extraction
