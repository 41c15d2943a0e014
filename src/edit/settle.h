// What follows from edits: fields that tell of what was edited are made true again, signatures over it do not
// hold any more, and inner frames become changes of the outer ones.
#pragma once

#include <string>
#include <vector>

#include "edit/changes.h"
#include "walk/message.h"

namespace mimebase::edit {

struct BrokenSignature {
  int entity = -1;  // in the heading of which it stands
  std::string field, domain;
};

struct Settled {
  std::vector<BrokenSignature> broken;
  bool left_out = false;  // more fields or signatures than are looked at
};

// `frames` are the changes of each frame; afterwards those of the first are sorted, and all that there are.
[[nodiscard]] Settled settle(const walk::Message& message, std::vector<Changes>& frames);

}  // namespace mimebase::edit
