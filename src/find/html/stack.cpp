#include "find/html/stack.h"

#include <algorithm>
#include <iterator>

#include "text/ascii.h"

namespace mimebase::find {
namespace {

std::size_t index(HtmlElement tag) {
  return static_cast<std::size_t>(tag);
}

std::uint32_t traits_of(const HtmlNode& node) {
  return html_traits(node.tag, node.ns);
}

}  // namespace

std::uint32_t html_traits(HtmlElement tag, HtmlNamespace ns) {
  const std::uint32_t traits = html_traits(tag);
  if (ns == HtmlNamespace::kHtml) return traits & ~kTextPoint;
  constexpr std::uint32_t kBoundary = kSpecial | kScopeEnd;
  if (ns == HtmlNamespace::kMath) {
    if ((traits & kTextPoint) != 0) return kBoundary | kTextPoint;
    return tag == HtmlElement::kAnnotationXml ? kBoundary : 0;
  }
  const bool point =
      tag == HtmlElement::kForeignobject || tag == HtmlElement::kDesc || tag == HtmlElement::kTitle;
  return point ? kBoundary : 0;
}

HtmlStack::HtmlStack(std::size_t steps) : counts_(index(HtmlElement::kKnown)), is_open_(1), steps_(steps) {
  push(HtmlElement::kHtml);
  push(HtmlElement::kBody);
}

HtmlElement HtmlStack::numbered(HtmlElement element, std::string_view name) {
  if (element != HtmlElement::kOther) return element;
  const auto next = static_cast<std::uint32_t>(index(HtmlElement::kKnown) + names_.size());
  return HtmlElement{names_.try_emplace(ascii::lowered(name), next).first->second};
}

std::size_t HtmlStack::count(HtmlElement html) const {
  return index(html) < counts_.size() ? counts_[index(html)] : 0;
}

bool HtmlStack::spend(std::size_t count) {
  if (steps_ > count) {
    steps_ -= count;
    return true;
  }
  steps_ = 0;
  return false;
}

std::uint32_t HtmlStack::push(HtmlElement tag, HtmlNamespace ns, bool holds_html) {
  const auto serial = static_cast<std::uint32_t>(is_open_.size());
  is_open_.push_back(true);
  open_.push_back({tag, serial, ns, holds_html});
  if (ns == HtmlNamespace::kHtml) {
    if (index(tag) >= counts_.size()) counts_.resize(index(tag) + 1);
    ++counts_[index(tag)];
  }
  return serial;
}

// The html and body elements at the bottom are never popped.
void HtmlStack::pop() {
  if (open_.size() <= 2) return;
  const HtmlNode& node = open_.back();
  is_open_[node.serial] = false;
  if (node.ns == HtmlNamespace::kHtml) --counts_[index(node.tag)];
  open_.pop_back();
}

void HtmlStack::pop_until(HtmlElement html) {
  while (open_.size() > 2 && !top().is(html)) pop();
  pop();
}

void HtmlStack::pop_until_any(std::uint32_t traits) {
  const auto wanted = [&] { return top().ns == HtmlNamespace::kHtml && (traits_of(top()) & traits) != 0; };
  while (open_.size() > 2 && !wanted()) pop();
  pop();
}

void HtmlStack::pop_to_size(std::size_t size) {
  while (open_.size() > std::max<std::size_t>(size, 2)) pop();
}

std::size_t HtmlStack::place(std::uint32_t serial) {
  std::size_t at = open_.size() - 1;
  while (at > 0 && open_[at].serial != serial) --at;
  spend(open_.size() - at);
  return at;
}

void HtmlStack::remove(std::uint32_t serial) {
  if (serial == 0 || !is_open(serial) || !within_limits()) return;
  const std::size_t at = place(serial);
  if (at < 2) return;
  is_open_[serial] = false;
  if (open_[at].ns == HtmlNamespace::kHtml) --counts_[index(open_[at].tag)];
  open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(at));
}

bool HtmlStack::in_scope(HtmlElement html, std::uint32_t ends) {
  if (!has(html)) return false;
  for (std::size_t at = open_.size(); at > 0 && spend(1); --at) {
    const HtmlNode& node = open_[at - 1];
    if (node.is(html)) return true;
    if ((traits_of(node) & ends) != 0) return false;
  }
  return false;
}

bool HtmlStack::in_scope_any(std::uint32_t traits, std::uint32_t ends) {
  for (std::size_t at = open_.size(); at > 0 && spend(1); --at) {
    const HtmlNode& node = open_[at - 1];
    const std::uint32_t own = traits_of(node);
    if (node.ns == HtmlNamespace::kHtml && (own & traits) != 0) return true;
    if ((own & ends) != 0) return false;
  }
  return false;
}

void HtmlStack::generate_implied_end_tags(HtmlElement but) {
  while (top().ns == HtmlNamespace::kHtml && (traits_of(top()) & kImplied) != 0 && top().tag != but) pop();
}

// ---- Active formatting elements ----

// The "Noah's Ark" clause: at most three equal entries.
void HtmlStack::add_formatting(HtmlElement tag, std::uint32_t serial, std::size_t attributes_hash) {
  std::size_t alike = 0, first = 0;
  for (std::size_t at = formatting_.size(); at > 0 && formatting_[at - 1].serial != 0 && spend(1); --at) {
    const Formatting& entry = formatting_[at - 1];
    if (entry.tag != tag || entry.attributes_hash != attributes_hash) continue;
    ++alike;
    first = at - 1;
    if (alike == 3) break;
  }
  if (alike == 3) formatting_.erase(formatting_.begin() + static_cast<std::ptrdiff_t>(first));
  formatting_.push_back({tag, serial, attributes_hash});
}

void HtmlStack::clear_to_marker() {
  while (!formatting_.empty()) {
    const bool marker = formatting_.back().serial == 0;
    formatting_.pop_back();
    if (marker) return;
  }
}

void HtmlStack::reconstruct_formatting() {
  std::size_t first = formatting_.size();
  while (first > 0 && formatting_[first - 1].serial != 0 && !is_open(formatting_[first - 1].serial) &&
         spend(1))
    --first;
  for (; first < formatting_.size(); ++first) formatting_[first].serial = push(formatting_[first].tag);
}

std::uint32_t HtmlStack::formatting(HtmlElement tag) {
  for (std::size_t at = formatting_.size(); at > 0 && formatting_[at - 1].serial != 0 && spend(1); --at) {
    if (formatting_[at - 1].tag == tag) return formatting_[at - 1].serial;
  }
  return 0;
}

std::vector<HtmlStack::Formatting>::iterator HtmlStack::entry(std::uint32_t serial) {
  const auto found = std::find_if(formatting_.rbegin(), formatting_.rend(),
                                  [serial](const Formatting& entry) { return entry.serial == serial; });
  spend(static_cast<std::size_t>(found - formatting_.rbegin()));
  return found != formatting_.rend() ? std::next(found).base() : formatting_.end();
}

void HtmlStack::remove_formatting(std::uint32_t serial) {
  if (const auto found = entry(serial); found != formatting_.end()) formatting_.erase(found);
}

bool HtmlStack::adopt(HtmlElement tag) {
  if (!within_limits()) return true;
  if (is_current(tag) && entry(top().serial) == formatting_.end()) {
    pop();
    return true;
  }
  for (int round = 0; round < 8; ++round) {
    switch (adopt_once(tag)) {
      case Adoption::kAgain:
        break;
      case Adoption::kDone:
        return true;
      case Adoption::kNoElement:
        return false;
    }
  }
  return true;
}

// True if no element above `place` ends the scope.
bool HtmlStack::serial_in_scope(std::size_t place) {
  for (std::size_t at = open_.size() - 1; at > place; --at) {
    if ((traits_of(open_[at]) & kScopeEnd) != 0) return false;
  }
  return spend(open_.size() - place);
}

HtmlStack::Adoption HtmlStack::adopt_once(HtmlElement tag) {
  const std::uint32_t serial = formatting(tag);
  if (serial == 0) return Adoption::kNoElement;
  if (!is_open(serial)) {
    remove_formatting(serial);
    return Adoption::kDone;
  }
  const std::size_t element = place(serial);
  if (!serial_in_scope(element)) return Adoption::kDone;
  std::size_t block = element + 1;
  while (block < open_.size() && (traits_of(open_[block]) & kSpecial) == 0) ++block;
  if (block == open_.size()) {
    pop_to_size(element);
    remove_formatting(serial);
    return Adoption::kDone;
  }
  spend(block - element);
  adopt_into(block, element);
  return within_limits() ? Adoption::kAgain : Adoption::kDone;
}

// Removes the formatting element at `element` and reinserts it in the furthest block. Between them, only
// active formatting elements stay open, at most three.
void HtmlStack::adopt_into(std::size_t block, std::size_t element) {
  const Formatting moved = *entry(open_[element].serial);
  std::uint32_t bookmark_after = 0;  // the serial of the entry after which the moved entry is inserted
  int inner = 0;
  const std::uint32_t block_serial = open_[block].serial;
  for (std::size_t at = block - 1; at > element; --at) {
    const std::uint32_t serial = open_[at].serial;
    const bool listed = entry(serial) != formatting_.end();
    ++inner;
    if (listed && inner <= 3) {
      if (bookmark_after == 0) bookmark_after = serial;
      continue;
    }
    if (listed) remove_formatting(serial);
    remove(serial);
  }
  const auto itself = formatting_.erase(entry(moved.serial));
  remove(moved.serial);
  const auto previous = bookmark_after != 0 ? entry(bookmark_after) : formatting_.end();
  const auto bookmark = previous != formatting_.end() ? std::next(previous) : itself;
  // The copy is opened directly above the block.
  const std::uint32_t copy = push(moved.tag);
  const HtmlNode node = open_.back();
  open_.pop_back();
  const std::size_t above = place(block_serial) + 1;
  open_.insert(open_.begin() + static_cast<std::ptrdiff_t>(above), node);
  formatting_.insert(bookmark, {moved.tag, copy, moved.attributes_hash});
}

}  // namespace mimebase::find
