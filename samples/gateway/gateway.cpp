// A mail-to-web gateway: reads a message, and writes its page with absolute URLs, a list of its links and a
// list of its attachments.
//
//   gateway MESSAGE FOLDER
//
// README.md next to this file describes the files. The content of a message was written by strangers. It is
// never used as a file name, or as a control character in a list.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "mimebase/analyze.h"
#include "mimebase/rewrite.h"

namespace {

namespace fs = std::filesystem;

constexpr int kRead = 0, kNotAllRead = 1, kUsage = 2, kNotWritten = 3;

// A cell of a list, without tabs and line ends, which would start another cell or row.
std::string cell(std::string_view text) {
  std::string out(text);
  std::replace_if(
      out.begin(), out.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
  return out;
}

bool is_attachment(const mimebase::Entity& entity) {
  return entity.disposition == "attachment" || entity.filename.has_value();
}

// The content of the page: the first part of that type that is not an attachment.
const mimebase::Entity* first_of(mimebase::Analysis& mail, std::string_view content_type) {
  for (const mimebase::Entity& entity : mail.entities()) {
    if (entity.content_type == content_type && !is_attachment(entity)) return &entity;
  }
  return nullptr;
}

bool write_file(const fs::path& path, std::string_view content) {
  std::ofstream out(path, std::ios::binary);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  return static_cast<bool>(out.flush());
}

// A server must declare the charset, because the content is not converted.
bool write_page(mimebase::Analysis& mail, const fs::path& folder) {
  const mimebase::Entity* page = first_of(mail, "text/html");
  const char* name = page != nullptr ? "page.html" : "page.txt";
  if (page == nullptr) page = first_of(mail, "text/plain");
  if (page == nullptr) return true;
  std::cout << name << ": " << page->content_type;
  if (page->charset) std::cout << "; charset=" << cell(*page->charset);
  std::cout << '\n';
  return write_file(folder / name, mail.content(page->part).value_or(std::string()));
}

bool write_links(mimebase::Analysis& mail, const fs::path& folder) {
  std::string rows;
  for (const mimebase::Link& link : mail.links()) {
    rows += cell(link.part) + '\t' + cell(link.context) + '\t' + std::string(name_of(link.status)) + '\t' +
            cell(link.resolved.value_or(link.reference)) + '\n';
  }
  return write_file(folder / "links.tsv", rows);
}

bool write_attachments(mimebase::Analysis& mail, const fs::path& folder) {
  std::string rows;
  for (const mimebase::Entity& entity : mail.entities()) {
    if (!is_attachment(entity)) continue;
    rows += cell(entity.part) + '\t' + cell(entity.content_type) + '\t' + std::to_string(entity.size_bytes) +
            '\t' + cell(entity.filename.value_or("")) + '\n';
  }
  return write_file(folder / "attachments.tsv", rows);
}

// The analysis of the message, with its URLs made absolute.
bool write_all(mimebase::Analysis& mail, const fs::path& folder) {
  return write_page(mail, folder) && write_links(mail, folder) && write_attachments(mail, folder);
}

void tell(std::string_view what) {
  std::cerr << "gateway: " << cell(what) << '\n';
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    tell("usage: gateway MESSAGE FOLDER");
    return kUsage;
  }
  std::ifstream file(arguments[1], std::ios::binary);
  std::string message(std::istreambuf_iterator<char>(file), {});
  if (!file) {
    tell("cannot read " + std::string(arguments[1]));
    return kNotAllRead;
  }
  // The essential call. After it, no code needs a base.
  const mimebase::Rewritten rewritten = mimebase::rewrite(std::move(message));
  mimebase::Analysis mail = mimebase::analyze(rewritten.message());
  if (!write_all(mail, arguments[2])) {
    tell("cannot write into " + std::string(arguments[2]));
    return kNotWritten;
  }
  for (const mimebase::EditNote& note : rewritten.notes()) tell(note.detail);
  for (const mimebase::Error& problem : rewritten.problems()) tell(problem.message);
  return rewritten.problems().empty() ? kRead : kNotAllRead;
}
