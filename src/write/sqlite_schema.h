// The tables, indices and views of a database, as SQL. What they mean stands beside them.
#pragma once

#include <cstdint>

namespace mimebase::write {

// PRAGMA application_id of a database of ours ("mimb"), and PRAGMA user_version, which grows with every
// change of the tables.
inline constexpr std::int64_t kApplicationId = 0x6D696D62;
inline constexpr std::int64_t kSchemaVersion = 3;

extern const char* const kSetMarks;
extern const char* const kCreateTables;
extern const char* const kCreateViews;
// What a typical archive has, so that a query by host and status takes the host first. ANALYZE would measure,
// but what it finds is out of date once more is added, and then a small table that grew is scanned.
extern const char* const kSetStatistics;
// Made when the rows are there: sorting them once costs less than keeping them sorted.
extern const char* const kCreateIndices;

}  // namespace mimebase::write
