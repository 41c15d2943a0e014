// How messages are analysed: every analysis, rewrite, extraction and run takes these options.
//
//   mimebase::AnalyzeOptions options;
//   options.rules = mimebase::RuleSet::kRfc3986;
//   options.retrieval_url = "http://example.org/archive/";
//   if (mimebase::Result<void> checked = check_options(options); !checked)
//     std::cerr << checked.error().message << '\n';
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mimebase/api.h"
#include "mimebase/limits.h"
#include "mimebase/model.h"
#include "mimebase/result.h"
#include "mimebase/url.h"

namespace mimebase {
inline namespace v0_2 {

// How messages are analysed. check_options() validates the options.
struct AnalyzeOptions {
  RuleSet rules = RuleSet::kRfc1808;
  // The URL that the message was retrieved from (RFC 1808 section 3.3): an absolute URL, as bytes. If it is
  // empty, the field Snapshot-Content-Location of the outermost header is used, if present.
  std::string retrieval_url;
  // The header fields that can declare a base, the field with precedence first. Values that are
  // not header fields, such as kHtmlBase, are ignored. If no value is left, header fields declare no bases.
  std::vector<BaseBy> base_headers = default_base_headers();
  // Whether they also declare bases in the headers of HTTP messages and of records of web archives, whatever
  // today's HTTP says: there, Content-Location is no base (RFC 9110 section 8.7), and under RuleSet::kWhatwg
  // neither are Base and Content-Base, which browsers do not read. Only CandidateState::kNotFollowed shows
  // such a field then.
  bool base_headers_in_http = false;
  // A mail reader, which is a program. Link::opens reports what this program would open. With kRfc1808,
  // Link::opens is empty.
  MailReader reader = MailReader::kRfc1808;
  // The mail readers that Analyzer::compare() and Analyzer::check() compare.
  std::vector<MailReader> compared = default_compared_readers();
  // The absolute path of the folder that relative source names start from. It is needed for mail readers that
  // resolve references against the path of the message's file.
  std::string source_folder;
  bool full_data_urls = false;  // if false, data: URLs are cut off after 100 bytes
  // Domains whose look-alikes Analyzer::check() reports. Each domain is in UTF-8 or in ASCII, as in a URL.
  std::vector<std::string> domains;
  Limits limits;
  // Also find defanged URLs in text, such as "hxxp://a[.]b", as links with status kDefanged. Analyzer and
  // analyze() use this option; rewriting and extracting ignore it.
  bool defanged = false;
  // Names of header fields, in upper or lower case. MessageInfo::fields reports their decoded values in the
  // outermost message.
  std::vector<std::string> fields = {};
  // Analyzer::links(), check() and tree() report only parts and headers whose name matches one of these shell
  // patterns ("2*", "*.HEADER"), and with `attachments` only attachments: parts with the disposition
  // "attachment" or with a file name, and what is inside them. An empty list matches every name.
  std::vector<std::string> parts = {};
  bool attachments = false;
  // The text of an OwnTemplate (own_template.h): URLs that it wraps are unwrapped like those of the services
  // of unwrap.h, with the name "own". Nothing is verified. Empty: none.
  std::string own_template = {};
  // A URL in text that a Message-ID in angle brackets follows directly goes on over it, as in
  // "http://host/200811.mbox/<1@host>", which archives of mailing lists have. Otherwise it ends at the "<".
  bool message_ids_in_urls = false;
};

// Fails with kUsage if `url` can never be a base under `rules`: it is malformed or relative, or its scheme
// does not allow relative URLs ("mailto:"). Error::message gives the reason.
[[nodiscard]] MIMEBASE_API Result<void> check_retrieval_url(std::string_view url, RuleSet rules);

// Fails with kUsage in five cases: `retrieval_url` is not empty, and check_retrieval_url() refuses it; a
// value in `base_headers` is not a header field; a value in `domains` is not a domain; a value in `fields`
// cannot be the name of a header field; OwnTemplate::parse() refuses `own_template`. The functions run_*()
// return this error. All other analyses ignore the invalid options, and report the error's sentence as a
// problem of every message: an Analyzer through Visitor::problem(), and an Analysis through problems(), with
// kUsage.
[[nodiscard]] MIMEBASE_API Result<void> check_options(const AnalyzeOptions& options);

}  // namespace v0_2
}  // namespace mimebase
