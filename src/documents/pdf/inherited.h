// Entries of dictionaries that their parents may have in their place: of pages and of fields.
#pragma once

#include <map>
#include <vector>

#include "documents/pdf/budget.h"
#include "documents/pdf/file.h"

namespace mimebase::documents {

// Finds one entry, and remembers what the parents have, so that each of them is visited once.
class PdfInherited {
 public:
  struct Entry {
    QPDFObjectHandle value;  // null if there is none
    QPDFObjGen container;    // the indirect object that contains it
  };
  PdfInherited(const char* key, PdfTextBudget& budget) : key_(key), budget_(budget) {}

  [[nodiscard]] Entry find(QPDFObjectHandle node) {
    Entry found{QPDFObjectHandle::newNull(), {}};
    std::vector<QPDFObjGen> nodes;
    QPDFObjGen container = node.getObjGen();
    while (node.isDictionary() && budget_.charge_steps(1)) {
      container = container_of(node, container);
      if (QPDFObjectHandle value = node.getKey(key_); !value.isNull()) {
        found = {value, container_of(value, container)};
        break;
      }
      node = node.getKey("/Parent");
      if (!node.isIndirect()) continue;
      // A node that was seen before has what it had, or nothing if it is its own parent.
      const auto [known, is_new] = known_.try_emplace(node.getObjGen(), found);
      found = known->second;
      if (!is_new) break;
      nodes.push_back(node.getObjGen());
    }
    for (const QPDFObjGen id : nodes) known_[id] = found;
    return found;
  }

 private:
  const char* key_;
  PdfTextBudget& budget_;
  std::map<QPDFObjGen, Entry> known_;  // of parents
};

}  // namespace mimebase::documents
