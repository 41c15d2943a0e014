// Real mail: all of it is recognized correctly, and mboxes are split where GMime's own parser splits them.
#include <fcntl.h>
#include <gmime/gmime.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "read_all.h"
#include "support.h"

using namespace mimebase;
using namespace mimebase::test;
namespace fs = std::filesystem;

namespace {

// The contents of the corpora.
constexpr std::size_t kFiles = 1648;
constexpr std::size_t kMboxes = 152;
constexpr std::size_t kInMboxes = 382;

std::vector<fs::path> message_files() {
  std::vector<fs::path> files;
  for (const char* folder : {"mail", "mhtml"}) {
    if (!fs::exists(corpora() / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(corpora() / folder)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Returns where GMime's mbox parser finds the From_ lines of a file.
std::vector<std::uint64_t> from_lines_by_gmime(const fs::path& path) {
  std::vector<std::uint64_t> offsets;
  GMimeStream* stream = g_mime_stream_fs_open(path.c_str(), O_RDONLY, 0, nullptr);
  REQUIRE(stream != nullptr);
  GMimeParser* parser = g_mime_parser_new_with_stream(stream);
  g_mime_parser_set_format(parser, GMIME_FORMAT_MBOX);
  while (g_mime_parser_eos(parser) == FALSE) {
    GMimeMessage* message = g_mime_parser_construct_message(parser, nullptr);
    if (message == nullptr) break;
    offsets.push_back(static_cast<std::uint64_t>(g_mime_parser_get_mbox_marker_offset(parser)));
    g_object_unref(message);
  }
  g_object_unref(parser);
  g_object_unref(stream);
  return offsets;
}

// Files of the corpora that must be refused, and why.
const std::map<std::string, std::string>& refused() {
  static const std::string other = "is no mail, but belongs to the corpus";
  static const std::string letter = "one letter, for tests of a Maildir's folders";
  static const std::map<std::string, std::string> files = {
      {"mail/enmime/testdata/mail/erroneous.raw", "says that it is no RFC 822 document"},
      {"mail/ietf-mailarchive/.gitignore", other},
      {"mail/ietf-mailarchive/mail_bad.1", "a letter without any header, and no name of a mail file"},
      {"mail/ietf-mailarchive/mailbox_mmdf", "an MMDF mailbox"},
      {"mail/sisimai-set-of-emails/mailbox/size-0", "empty"},
      {"mail/sisimai-set-of-emails/mailbox/size-1", "one blank"},
      {"mail/sisimai-set-of-emails/mailbox/size-2", "two digits"},
      {"mail/stalwart-mail-parser/eml/legacy/COPYING", other},
      {"mail/stalwart-mail-parser/eml/malformed/COPYING", other},
      {"mail/stalwart-mail-parser/eml/thirdparty/COPYING", other},
      {"mail/stalwart-mail-parser/maildir/.My Folder/cur/1035478339.27041_118.foo.org,S=1000,W=1030;2,TDR",
       letter},
      {"mail/stalwart-mail-parser/maildir/.My Folder/new/1276528487.M364837P9451.kurkku,S=1355,W=1394;2,",
       letter},
      {"mail/stalwart-mail-parser/maildir/.My Folder.Nested Folder/cur/1276533073.M242911P3632.kurkku;2,FP",
       letter},
      {"mail/stalwart-mail-parser/maildir/.My Folder.Nested Folder/new/"
       "1035478339.27041_118.foo.org,S=1000,W=1030;2,RDF,",
       letter},
      {"mail/stalwart-mail-parser/maildir/cur/"
       "1491941793.M41850P8566V0000000000000015I0000000004F3030E_0.mx1.example.com,S=10956;2,STln",
       letter},
      {"mail/stalwart-mail-parser/maildir/new/1234567890.M20046P2137.mailserver,S=4542,W=4642;2,Sb", letter},
  };
  return files;
}

// Mboxes of the corpora that GMime splits differently, and why.
const std::map<std::string, std::string>& split_otherwise() {
  static const std::string mac =
      "line ends are CR alone: GMime sees one long From_ line and no message, we one message";
  static const std::map<std::string, std::string> files = {
      {"mail/sisimai-set-of-emails/maildir/mac/lhost-ezweb-01.eml", mac},
      {"mail/sisimai-set-of-emails/maildir/mac/lhost-x6-01.eml", mac},
      {"mail/sisimai-set-of-emails/maildir/mac/rhost-cox-01.eml", mac},
      {"mail/sisimai-set-of-emails/maildir/mac/rhost-spectrum-01.eml", mac},
  };
  return files;
}

std::vector<std::uint64_t> from_lines(const Got& got) {
  std::vector<std::uint64_t> offsets;
  for (const Kept& record : got.records) offsets.push_back(record.offset);
  return offsets;
}

bool is_mbox(const Got& got) {
  return !got.records.empty() && got.records.front().before.find("From ") != std::string::npos;
}

}  // namespace

TEST_CASE("all mail of the corpora is read, and its mboxes are split as GMime splits them") {
  const std::vector<fs::path> files = message_files();
  if (files.empty()) {
    skip("reading the corpora's mail: " + std::to_string(kFiles) + " files missed");
    return;
  }
  g_mime_init();
  std::size_t mboxes = 0;
  std::size_t in_mboxes = 0;
  for (const fs::path& path : files) {
    const std::string name = path.lexically_relative(corpora()).string();
    INFO(name);
    const Got got = read_all(path.string());
    CHECK(got.problems.empty());
    CHECK(got.error.empty() == (refused().count(name) == 0));
    std::string all;
    for (const Kept& record : got.records) all += record.before + record.bytes + record.after;
    if (got.error.empty()) CHECK((all == read_file(path)));
    if (!is_mbox(got)) continue;
    ++mboxes;
    in_mboxes += got.records.size();
    CHECK((from_lines(got) == from_lines_by_gmime(path)) == (split_otherwise().count(name) == 0));
  }
  CHECK(files.size() == kFiles);
  CHECK(mboxes == kMboxes);
  CHECK(in_mboxes == kInMboxes);
}
