// Reader profiles: what a program that shows or scans mail makes of bases, references and parts. A profile is
// one Profile in the table of profiles.cpp, and nothing else distinguishes readers. Which rules apply was
// found by running the programs; tests/readers/ repeats the experiments.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "message/references.h"
#include "mimebase/model.h"
#include "readers/tag_scan.h"

namespace mimebase::readers {

class View;

// One reference, as a reader sees it.
struct Seen {
  const message::Reference& reference;
  std::string_view value;    // the reference as written, after decoding of HTML, CSS or XML
  std::string_view context;  // without the documents around it: "a@href", "css:url"
  bool in_srcdoc = false;
  OpensBy by = OpensBy::kNone;
};

// The target of a reference for one reader. Neither part nor URL: nowhere.
struct Answer {
  int part = -1;    // the entity
  std::string url;  // empty if it leads to no URL
  // kNone if the reader does not open it: it leads nowhere, or remote content is blocked.
  OpensBy by = OpensBy::kNone;
  // False if the reader does not follow such references, or does not show this content.
  bool is_followed = false;

  [[nodiscard]] bool is_nothing() const { return part < 0 && url.empty(); }
};

// How one reader reads mail.
struct Profile {
  MailReader reader;
  // The contexts in which the reader follows references, by a click or by loading them. A context is as in
  // Link::context, without the documents around it: "a@href"; "*@background" for any element; "css:*" for
  // every URL in CSS.
  std::span<const std::string_view> clicks;
  std::span<const std::string_view> loads;
  // Called before the first reference of a message: marks the entities whose content the reader shows, and
  // collects the labels of parts.
  void (*enter_message)(View& view);
  // Called before the first reference of a content that the reader shows: determines its base.
  // Null if there is nothing to determine.
  void (*enter_content)(View& view) = nullptr;
  // Sets the part or URL that a reference in one of its contexts leads to. Sets Answer::by, which is
  // Seen::by, to kNone if the reader does not open it.
  void (*open)(View& view, const Seen& seen, Answer& answer);
  // Called for each `base` of the content that the reader shows, in order, with its href or, if `tags` names
  // others, its attribute; null if the reader looks for bases beforehand.
  void (*read_base)(View& view, std::string_view href) = nullptr;
  // The reader also follows what is in comments.
  bool sees_comments = false;
  // The reader also follows what is in a `template` element.
  bool sees_templates = false;
  // How a scanner finds tags; null for readers that build a document.
  const TagRules* tags = nullptr;
  // Exceptions to `clicks` and `loads`.
  std::span<const std::string_view> ignored = {};
};

// The profile of a reader; null for kRfc1808, which has none.
[[nodiscard]] const Profile* profile_of(MailReader reader);

}  // namespace mimebase::readers
