// What follows from edits: fields that tell of what was edited are made true again, signatures over it do not
// hold any more, and inner frames become changes of the outer ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "edit/changes.h"
#include "walk/message.h"

namespace mimebase::edit {

struct BrokenSignature {
  int entity = -1;     // in the heading of which it stands, or that is signed as a whole
  std::string field;   // or the media type
  std::string domain;  // empty of what is no DKIM or ARC
};

// References inside an encoded message that cannot be written anew.
struct LeftInside {
  int entity = -1;  // that is encoded
  std::uint64_t references = 0;
};

struct Settled {
  std::vector<BrokenSignature> broken;
  std::vector<LeftInside> left;
  bool left_out = false;  // more fields or signatures than are looked at
};

// `frames` are the changes of each frame; afterwards those of the first are sorted, and all that there are.
// Each field and signature that is looked at costs as much as what it tells of: they are `most_looks`.
[[nodiscard]] Settled settle(const walk::Message& message, std::vector<Changes>& frames,
                             std::uint64_t most_looks);

}  // namespace mimebase::edit
