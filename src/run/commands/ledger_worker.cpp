#include "run/commands/ledger_worker.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "text/ascii.h"
#include "text/list_id.h"

namespace mimebase::run {
namespace {

constexpr std::string_view kListId = "List-Id", kHash = "Message-ID-Hash", kOldHash = "X-Message-ID-Hash";

// How many names of one kind a message can have. A message is in one archive, and on a few lists.
constexpr std::size_t kMostNames = 16;

AnalyzeOptions options_for_ledger(const RowCommand& command) {
  AnalyzeOptions options = command.analyze;
  options.message_ids_in_urls = true;
  options.fields = {std::string(kListId), std::string(kHash), std::string(kOldHash)};
  return options;
}

void add_name(std::vector<std::string>& names, std::string_view name) {
  if (name.empty() || names.size() >= kMostNames) return;
  if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
}

// True for URLs that archives, and tables of their URLs, have.
bool may_lead_to_message(std::string_view url) {
  constexpr std::string_view kSchemes[] = {"http:", "https:", "mid:", "news:", "nntp:", "snews:", "ftp:"};
  return std::any_of(std::begin(kSchemes), std::end(kSchemes),
                     [&](std::string_view scheme) { return ascii::starts_with_ignoring_case(url, scheme); });
}

std::string owned(std::string_view text) {
  return std::string(text);
}
std::optional<std::string> owned(const std::optional<std::string_view>& text) {
  return text ? std::optional<std::string>(*text) : std::nullopt;
}

}  // namespace

LedgerWorker::LedgerWorker(const RowCommand& command)
    : analyzer_(options_for_ledger(command)), selector_(command.messages, command.analyze.limits) {}

void LedgerWorker::read(const Record& record) {
  is_in_piece_ = false;
  // The header of a message that crashed a worker is not parsed again.
  if (selector_.accepts_number(record, piece_.selection) && !is_skipped(record, *this) &&
      selector_.accepts(record, piece_.selection))
    analyzer_.links(record, *this);
  ++piece_.messages;
}

void LedgerWorker::message(const MessageInfo& message) {
  LedgerMessage& it = piece_.as<LedgerResults>().messages.emplace_back();
  is_in_piece_ = true;
  it.source = message.source;
  it.number = message.number;
  it.offset = message.offset;
  it.message_id = owned(message.message_id);
  it.date = owned(message.date);
  it.from = owned(message.from);
  it.subject = owned(message.subject);
  for (const NamedField& field : message.fields) {
    for (const std::string_view value : field.values) {
      const bool is_list = ascii::equals_ignoring_case(field.name, kListId);
      add_name(is_list ? it.lists : it.hashes, is_list ? name_in_list_id(value) : value);
    }
  }
  piece_.bytes += sizeof(it) + it.source.size() + message.message_id.value_or("").size() +
                  message.from.value_or("").size() + message.subject.value_or("").size();
}

LedgerMessage& LedgerWorker::current(const MessageInfo& message) {
  std::vector<LedgerMessage>& messages = piece_.as<LedgerResults>().messages;
  if (!is_in_piece_) {
    LedgerMessage& rest = messages.emplace_back();
    rest.source = message.source;
    rest.number = message.number;
    rest.offset = message.offset;
    rest.message_id = owned(message.message_id);
    rest.archived_at = archived_at_;
    rest.continues = true;
    is_in_piece_ = true;
  }
  return messages.back();
}

void LedgerWorker::name(const Link& link, LedgerMessage& message) {
  constexpr std::string_view kMailto = "mailto:";
  const std::string_view field = link.context, url = *link.resolved;
  if (field == "header:archived-at" || field == "header:x-archived-at") add_name(message.archived_at, url);
  if (field == "header:list-archive") add_name(message.archives, url);
  if (field != "header:list-post" || !ascii::starts_with_ignoring_case(url, kMailto)) return;
  const std::string_view address = url.substr(kMailto.size(), url.find('?') - kMailto.size());
  add_name(message.lists, address);
  add_name(message.lists, address.substr(0, address.find('@')));
}

void LedgerWorker::link(const Link& link) {
  ++piece_.selection.candidates;
  // The reference of a mid: URL that names a part of the message is not resolved.
  const std::string_view url = link.resolved.value_or(link.reference);
  LedgerMessage& message = current(*link.message);
  if (link.part == "HEADER" && link.resolved && !message.continues) name(link, message);
  if (!may_lead_to_message(url)) return;
  message.references.push_back(
      {owned(link.part), owned(link.context), owned(link.reference), owned(link.resolved), link.span});
  piece_.bytes += sizeof(LedgerReference) + link.part.size() + link.context.size() + link.reference.size() +
                  link.resolved.value_or("").size();
  if (piece_.bytes < kPieceBytes) return;
  archived_at_ = message.archived_at;
  end_piece(false);
  is_in_piece_ = false;
}

}  // namespace mimebase::run
