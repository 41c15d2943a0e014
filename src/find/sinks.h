// Sinks to derive from, for those that change or keep a part of what a finder reports.
//
//   class Counter final : public ForwardingSink {
//    public:
//     using ForwardingSink::ForwardingSink;
//     void found(const Found& found) override { ++count, ForwardingSink::found(found); }
//     int count = 0;
//   };
#pragma once

#include "find/finder.h"

namespace mimebase::find {

// Passes on everything.
class ForwardingSink : public Sink {
 public:
  explicit ForwardingSink(Sink& outer) : outer_(outer) {}

  void found(const Found& found) override { outer_.found(found); }
  ScopeId open_scope(ScopeId parent, const Declaration& declaration) override {
    return outer_.open_scope(parent, declaration);
  }
  void limit_hit(FindLimit limit) override { outer_.limit_hit(limit); }
  [[nodiscard]] bool wants_defanged() const override { return outer_.wants_defanged(); }
  [[nodiscard]] bool wants_message_ids() const override { return outer_.wants_message_ids(); }

 protected:
  [[nodiscard]] Sink& outer() const { return outer_; }

 private:
  Sink& outer_;
};

// Drops everything. All scopes are one.
class SilentSink : public Sink {
 public:
  void found(const Found& /*found*/) override {}
  ScopeId open_scope(ScopeId parent, const Declaration& /*declaration*/) override { return parent; }
};

}  // namespace mimebase::find
