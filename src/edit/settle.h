// Updates what depends on edited bytes: fields with lengths and digests are corrected, broken signatures are
// found, and changes of inner frames become changes of outer ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "edit/changes.h"
#include "walk/message.h"

namespace mimebase::edit {

// A signature that no longer holds.
struct BrokenSignature {
  int entity = -1;     // the entity whose header holds the field, or that is signed as a whole
  std::string field;   // the field's name, or the media type
  std::string domain;  // empty if it is neither DKIM nor ARC
};

// References inside an encoded message that cannot be rewritten.
struct LeftInside {
  int entity = -1;  // the encoded entity
  std::uint64_t references = 0;
};

struct Settled {
  std::vector<BrokenSignature> broken;
  std::vector<LeftInside> left;
  bool omitted = false;  // the limit on fields and signatures was reached
};

// Settles the changes in `frames`, one element per frame. Afterwards the first frame's are sorted and
// complete. `most_looks` limits the fields and signatures that are examined, since each costs time in
// proportion to what it covers.
[[nodiscard]] Settled settle(const walk::Message& message, std::vector<Changes>& frames,
                             std::uint64_t most_looks);

}  // namespace mimebase::edit
