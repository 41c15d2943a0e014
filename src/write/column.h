// Defines a column of a row, and how writers iterate over a table of columns (columns.h).
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

// The table in which a database stores a column.
enum class Kept {
  kHere,     // in the table of the rows themselves
  kAsName,   // in the same table, as the id of a text in a lookup table named after the key; many rows share
             // the text
  kSource,   // in table "source"
  kMessage,  // in "message", once per message; these columns come first in every row
  kPart,     // in "part"; `links` has all of these columns, `tree` the first ones
  kBase,     // in "base"
  kChain,    // in "candidate", one row per candidate
};

// When a row includes a column.
enum class When {
  kAlways,
  kUnique,    // only with --unique; always in a database
  kReader,    // only with --as; always in a database
  kFields,    // only with --fields; always in a database
  kDatabase,  // only in a database
  kTable,     // only in a database's table, not in its view
};

// What `--defang` does to the text of a column.
enum class Defang {
  kNothing,
  kUrl,
  kHost,
  kText,      // its URLs and addresses
  kSentence,  // the same, and words that look like hosts
};

enum class Type { kText, kNumber, kRange, kChain, kNames, kFields, kOpens, kReaders, kReasons };

struct ColumnInfo {
  std::string_view key;
  Kept kept = Kept::kHere;
  std::string_view description;  // for users: the man page and the JSON Schema take it
  std::string_view schema = {};  // further members of the property in the JSON Schema, after the type
  std::string_view sql = {};     // the column's name in its table, if not the key
  std::string_view stored = {};  // SQL expression of the view's column, if it is more than the stored value
  When when = When::kAlways;
  // Returns every possible value. Null if the values are not a fixed set.
  std::vector<std::string_view> (*values)() = nullptr;
  // Type and nullability follow from the getter's return type (see Column).
  Type type = Type::kText;
  bool nullable = false;

  [[nodiscard]] constexpr std::string_view sql_name() const { return sql.empty() ? key : sql; }
  // The view uses the key itself, except for the words that SQL reserves.
  [[nodiscard]] constexpr std::string_view view_name() const {
    return key == "from" || key == "where" ? sql : key;
  }
};

// A column at kAsName is also in the table of the rows (kHere).
constexpr bool is_in(const ColumnInfo& column, Kept kept) {
  return column.kept == kept || (column.kept == Kept::kAsName && kept == Kept::kHere);
}

// Returns whether databases and packed rows have the values of the column as text.
constexpr bool is_text_stored(const ColumnInfo& column) {
  return column.kept == Kept::kAsName || column.type == Type::kText || column.type == Type::kFields ||
         column.type == Type::kOpens || column.type == Type::kReaders || column.type == Type::kReasons;
}

// The name of a source as bytes. Rows show it as source_text().
struct SourceName {
  std::string_view bytes;
};

template <typename T>
inline constexpr bool kIsOptional = false;
template <typename T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

// Deduces the value type of a getter. A getter is a data member, or a function, of the row, of its message or
// of its base. If it is a function whose value is a member in another form, it also has a function member(),
// by which rows are read and copied. If the value is less than a member, it has set().
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

template <typename Pointer>
struct OwnerOf;
template <typename Object, typename Value>
struct OwnerOf<Value Object::*> {
  using Type = Object;
};

// Getter of a member of a member.
template <auto kFirst, auto... kMore>
struct At {
  using Row = typename OwnerOf<decltype(kFirst)>::Type;
  constexpr const auto& operator()(const Row& row) const { return ((row.*kFirst).*....*kMore); }
  constexpr auto& member(Row& row) const { return ((row.*kFirst).*....*kMore); }
};
// The same for a member with URLs or words that `--defang` changes.
template <Defang kHow, auto... kMembers>
struct Words : At<kMembers...> {
  static constexpr Defang kDefang = kHow;
};
constexpr std::optional<std::string_view> text_or_null(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(text);
}
// The same for a text that is null if it is empty.
template <typename Member>
struct OrNull : Member {
  using Row = typename Member::Row;
  constexpr std::optional<std::string_view> operator()(const Row& row) const {
    return text_or_null(Member::operator()(row));
  }
};

// Returns the names of all enumerators, by name_of(). The values must be consecutive from 0.
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
    } else if constexpr (std::is_same_v<Value, WrapperNames>) {
      info.type = Type::kNames;
    } else if constexpr (std::is_same_v<Value, std::span<const NamedField>>) {
      info.type = Type::kFields;
      info.nullable = true;
    } else if constexpr (std::is_same_v<Value, std::optional<Range>>) {
      info.type = Type::kRange;
    } else if constexpr (std::is_same_v<Value, std::span<const ReaderOpens>>) {
      info.type = Type::kReaders;
    } else if constexpr (std::is_same_v<Value, std::span<const ReaderReason>>) {
      info.type = Type::kReasons;
    } else if constexpr (std::is_same_v<Value, Opens>) {
      info.type = Type::kOpens;
      info.nullable = true;
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

  // What `--defang` does to the value.
  [[nodiscard]] static constexpr Defang defang() {
    if constexpr (requires { Get::kDefang; }) return Get::kDefang;
    return Defang::kNothing;
  }

  // True for a column of the message of a `Row`, which the row only points to.
  template <typename Row>
  static constexpr bool kIsOfMessage =
      std::is_invocable_v<Get, const MessageInfo&> && !std::is_invocable_v<Get, const Row&>;

  // Returns the member of the row or of its base that value() shows.
  template <typename Row>
  [[nodiscard]] auto& member(Row& row) const {
    if constexpr (!std::is_invocable_v<Get, const Row&>) {
      return member(row.base);
    } else if constexpr (std::is_member_object_pointer_v<Get>) {
      return row.*get;
    } else {
      return get.member(row);
    }
  }

  ColumnInfo info;
  Get get;
  JsonKey json;
};

// Passes a value to the member function of `writer` for its type: text(), name(), number(), range(), chain(),
// names(), fields() or null().
template <typename Writer, typename T>
void put(Writer& writer, const T& value) {
  if constexpr (std::is_same_v<T, std::optional<Range>>) {
    writer.range(value);
  } else if constexpr (std::is_same_v<T, std::span<const Candidate>>) {
    writer.chain(value);
  } else if constexpr (std::is_same_v<T, WrapperNames>) {
    writer.names(value);
  } else if constexpr (std::is_same_v<T, std::span<const NamedField>>) {
    writer.fields(value);
  } else if constexpr (std::is_same_v<T, std::span<const ReaderOpens>>) {
    writer.readers(value);
  } else if constexpr (std::is_same_v<T, std::span<const ReaderReason>>) {
    writer.reasons(value);
  } else if constexpr (std::is_same_v<T, Opens>) {
    writer.opens(value);
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

// Calls `take` for every column from index `kFrom` on.
template <std::size_t kFrom = 0, typename... Columns, typename Take>
void for_each(const std::tuple<Columns...>& columns, Take take) {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (take(std::get<kFrom + i>(columns)), ...);
  }
  (std::make_index_sequence<sizeof...(Columns) - kFrom>());
}

// Calls take(member, column) for every member of the row that a column shows, except those of its message.
template <typename... Columns, typename Row, typename Take>
void for_each_member(const std::tuple<Columns...>& columns, Row& row, Take take) {
  for_each(columns, [&]<typename Shown>(const Shown& column) {
    if constexpr (!Shown::template kIsOfMessage<Row>) take(column.member(row), column);
  });
}

}  // namespace mimebase::write
