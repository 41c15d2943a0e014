// What a column is, and how writers go through a table of columns (columns.h).
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "mimebase/model.h"
#include "write/shown_text.h"

namespace mimebase::write {

// Where a database keeps a column.
enum class Kept {
  kHere,     // in the table of the rows
  kAsName,   // there too, as the number of a text in the table that has the key's name: many rows share it
  kSource,   // in the table "source"
  kMessage,  // in "message", once for all rows of one: what messages say comes first in all rows
  kPart,     // in "part". `tree` has the first of the columns that `links` has there
  kBase,     // in "base"
  kChain,    // in "candidate", a row for each
};

// When a row has a column.
enum class When {
  kAlways,
  kUnique,    // with --unique alone; always in a database
  kDatabase,  // in a database alone
  kTable,     // and there in its table, not in the view
};

enum class Type { kText, kNumber, kRange, kChain };

struct ColumnInfo {
  std::string_view key;
  Kept kept = Kept::kHere;
  std::string_view description;  // what it is, in plain words
  std::string_view schema = {};  // what the JSON Schema says beside the type, as members of an object
  std::string_view sql = {};     // its name in its table, where that is not the key
  std::string_view stored = {};  // how a view gets it from its table, where that is no plain column
  When when = When::kAlways;
  // Those it can have, where these are known.
  std::vector<std::string_view> (*values)() = nullptr;
  // Found out from what it is taken from.
  Type type = Type::kText;
  bool nullable = false;

  [[nodiscard]] constexpr std::string_view sql_name() const { return sql.empty() ? key : sql; }
  // In a view it is the key; but for a word that SQL reserves.
  [[nodiscard]] constexpr std::string_view view_name() const { return key == "from" ? sql : key; }
};

// At kHere is also what is there as a name.
constexpr bool is_in(const ColumnInfo& column, Kept kept) {
  return column.kept == kept || (column.kept == Kept::kAsName && kept == Kept::kHere);
}

// The name of a source, of which a row shows source_text().
struct SourceName {
  std::string_view bytes;
};

template <typename T>
inline constexpr bool kIsOptional = false;
template <typename T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

// The value of a column: of a member of the row, of its message or of its base, or of a function of one.
template <typename Get>
struct Taken : Taken<decltype(&Get::operator())> {};
template <typename Object, typename Value_>
struct Taken<Value_ Object::*> {
  using Value = Value_;
};
template <typename Lambda, typename Object, typename Value_>
struct Taken<Value_ (Lambda::*)(const Object&) const> {
  using Value = Value_;
};

// All that an enumeration has, as name_of() names them.
template <typename Enum>
std::vector<std::string_view> names_of() {
  std::vector<std::string_view> names;
  for (int i = 0; !name_of(static_cast<Enum>(i)).empty(); ++i) names.push_back(name_of(static_cast<Enum>(i)));
  return names;
}

// `,"key":`, what stands before a value in JSON. Always so many bytes may be read: a copy of a fixed size is
// a few instructions.
class JsonKey {
 public:
  static constexpr std::size_t kRoom = 32;

  constexpr explicit JsonKey(std::string_view key) {
    for (const std::string_view text : {std::string_view(",\""), key, std::string_view("\":")}) {
      for (const char c : text) bytes_[size_++] = c;
    }
  }
  [[nodiscard]] constexpr const char* data() const { return bytes_.data(); }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }

 private:
  std::array<char, kRoom> bytes_ = {};
  std::size_t size_ = 0;
};

template <typename Get>
struct Column {
  using Value = std::remove_cvref_t<typename Taken<Get>::Value>;

  constexpr Column(ColumnInfo given, Get from) : info(given), get(from), json(given.key) {
    info.nullable = kIsOptional<Value>;
    if constexpr (std::is_same_v<Value, std::span<const Candidate>>) {
      info.type = Type::kChain;
    } else if constexpr (std::is_same_v<Value, std::optional<Range>>) {
      info.type = Type::kRange;
    } else if constexpr (std::integral<Value> || std::is_same_v<Value, std::optional<std::uint64_t>>) {
      info.type = Type::kNumber;
    } else if constexpr (std::is_enum_v<Value>) {
      info.values = names_of<Value>;
    }
  }

  template <typename Row>
  [[nodiscard]] decltype(auto) value(const Row& row) const {
    if constexpr (std::is_invocable_v<Get, const Row&>) {
      return std::invoke(get, row);
    } else if constexpr (std::is_invocable_v<Get, const MessageInfo&>) {
      return std::invoke(get, *row.message);
    } else {
      return std::invoke(get, row.base);
    }
  }

  ColumnInfo info;
  Get get;
  JsonKey json;
};

// Gives a value to the function of `writer` that takes its kind: text(), name(), number(), range(), chain()
// or null().
template <typename Writer, typename T>
void put(Writer& writer, const T& value) {
  if constexpr (std::is_same_v<T, std::optional<Range>>) {
    writer.range(value);
  } else if constexpr (std::is_same_v<T, std::span<const Candidate>>) {
    writer.chain(value);
  } else if constexpr (kIsOptional<T>) {
    if (value) return put(writer, *value);
    writer.null();
  } else if constexpr (std::is_enum_v<T>) {
    writer.name(name_of(value));
  } else if constexpr (std::integral<T>) {
    writer.number(static_cast<std::uint64_t>(value));
  } else if constexpr (std::is_same_v<T, SourceName>) {
    std::string buffer;
    writer.text(source_text(value.bytes, buffer));
  } else {
    writer.text(value);
  }
}

// Calls `take` with the columns from number `kFrom` on.
template <std::size_t kFrom = 0, typename... Columns, typename Take>
void for_each(const std::tuple<Columns...>& columns, Take take) {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (take(std::get<kFrom + i>(columns)), ...);
  }
  (std::make_index_sequence<sizeof...(Columns) - kFrom>());
}

}  // namespace mimebase::write
