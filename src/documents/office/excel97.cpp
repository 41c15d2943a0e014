// The stream of an Excel workbook (MS-XLS): hyperlinks of cells, and the files that formulas refer to.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "binary/cursor.h"
#include "binary/strings.h"
#include "charset/charset.h"
#include "documents/office/field_code.h"
#include "documents/office/formula.h"
#include "documents/office/office97.h"
#include "documents/office/ole_object.h"
#include "documents/reporting.h"
#include "text/utf8.h"

namespace mimebase::documents {
namespace {

// Types of records (MS-XLS section 2.3).
enum ExcelRecord : std::uint32_t {
  kExcelFormula = 0x0006,
  kExcelFilePass = 0x002F,
  kExcelContinue = 0x003C,
  kExcelSheetName = 0x0085,
  kExcelExternalBook = 0x01AE,
  kExcelHyperlink = 0x01B8,
  kExcelString = 0x0207,
  kExcelTooltip = 0x0800,
  kExcelBeginSubstream = 0x0809,
};

// Text of characters that have one byte each, or two.
std::string excel_text(std::string_view bytes, bool is_wide) {
  if (is_wide) return binary::from_utf16(bytes);
  static const charset::Charset narrow("windows-1252");
  std::string text;
  narrow.append_utf8(bytes.substr(0, bytes.find('\0')), text);
  return text;
}

// A string with a byte that says how many bytes each of its characters has.
std::string take_text(binary::Cursor& record, std::size_t size) {
  const bool is_wide = (record.u8() & 1) != 0;
  return excel_text(record.take(is_wide ? 2 * size : size), is_wide);
}

// A string of a hyperlink, which is counted in characters of UTF-16.
std::string take_wide(binary::Cursor& fields) {
  return binary::from_utf16(fields.take(std::size_t{fields.u32()} * 2));
}

std::string excel_cell(std::string_view sheet, std::uint32_t row, std::uint32_t column) {
  std::string cell(sheet.empty() ? "Workbook" : sheet);
  return cell.append("!").append(column_name(column + 1)).append(std::to_string(row + 1));
}

// The name of a sheet (section 2.4.28 BoundSheet8), and where in the stream it begins.
void read_sheet_name(binary::Cursor record, std::map<std::size_t, std::string>& sheets) {
  const std::size_t offset = record.u32();
  record.u16();
  const std::size_t size = record.u8();
  // Excel 95 has no byte that says how many bytes a character has.
  const bool has_flags = record.rest().size() > size;
  const bool is_wide = has_flags && (record.u8() & 1) != 0;
  sheets.emplace(offset, excel_text(record.take(is_wide ? 2 * size : size), is_wide));
}

// A hyperlink of a range of cells (sections 2.4.140 HLink, and 2.3.7.1 of MS-OSHARED).
void read_hyperlink(binary::Cursor record, std::string_view tooltip, std::string_view sheet,
                    Office97Rows& rows) {
  constexpr std::uint32_t kHasMoniker = 0x01, kHasLocation = 0x08, kHasText = 0x10, kHasFrame = 0x80,
                          kIsString = 0x100;
  const std::uint32_t row = record.u16();
  record.u16();
  const std::uint32_t column = record.u16();
  record.take(2 + 16 + 4);  // the last column, a class, and a version
  const std::uint32_t flags = record.u32();
  const std::string where = excel_cell(sheet, row, column);
  const std::string text = (flags & kHasText) != 0 ? take_wide(record) : std::string();
  if ((flags & kHasFrame) != 0) take_wide(record);
  const std::string_view moniker = record.rest();
  std::string target;
  if ((flags & kHasMoniker) != 0)
    target = (flags & kIsString) != 0 ? take_wide(record) : take_moniker(record, rows.reading(), rows.sink());
  // The end of other monikers, which contain some of these, is unknown.
  if (target.empty()) return rows.add_new_monikers(where, moniker);
  const std::string location = (flags & kHasLocation) != 0 ? take_wide(record) : std::string();
  const std::string shown = shown_text(text);
  rows.add({"ooxml:hyperlink", where, with_location(target, location), shown, {}, tooltip});
}

// The tooltip of the hyperlink before it (section 2.4.141 HLinkTooltip).
std::string read_tooltip(binary::Cursor record) {
  record.take(2 + 8);  // the type again, and the cells
  const std::string text = binary::from_utf16(record.rest());
  return shown_text(std::string_view(text).substr(0, text.find('\0')));
}

// The path of another workbook, in which characters below 0x20 stand for parts of paths (section 2.5.277
// VirtualPath). In UTF-8.
std::string external_path(std::string_view encoded) {
  std::string path;
  const auto take = [&encoded] {
    const std::size_t size = encoded.empty() ? 0 : utf8::first_character(encoded).length;
    const std::string_view character = encoded.substr(0, size);
    encoded.remove_prefix(size);
    return character;
  };
  while (!encoded.empty()) {
    const std::string_view character = take();
    switch (character.front()) {
      case 1:  // a drive, or "@" for a server
        if (const std::string_view drive = take(); drive == "@") {
          path += "\\\\";
        } else if (!drive.empty()) {
          path.append(drive).append(":\\");
        }
        break;
      case 2:
      case 3:
        path += '\\';
        break;
      case 4:
        path += "..\\";
        break;
      case 5:  // a URL, behind its length
        take();
        break;
      case 6:  // folders of Excel
      case 7:
      case 8:
        break;
      default:
        path += character;
    }
  }
  return path;
}

// A file that formulas refer to, or a program and its topic (section 2.4.271 SupBook).
void read_external_book(binary::Cursor record, Office97Rows& rows) {
  // MS-XLS 2.4.271: greater numbers mean the workbook itself, and add-ins.
  constexpr std::uint32_t kLongest = 255;
  record.u16();
  const std::size_t size = record.u16();
  if (size == 0 || size > kLongest) return;
  const std::string encoded = take_text(record, size);
  if (encoded.starts_with('\1')) {
    rows.add({"ooxml:ole", "Workbook", external_path(std::string_view(encoded).substr(1))});
  } else if (const std::size_t bar = encoded.find('\3'); bar != std::string::npos) {
    for (const std::string& file : dde_references(encoded.substr(0, bar), encoded.substr(bar + 1)))
      rows.add({"ooxml:formula", "Workbook", file, {}, LinkKind::kMedia});
  }
}

// Tokens of formulas (section 2.5.198.25 Ptg) without their class, and the bytes that follow each. Strings
// and attributes are longer.
enum FormulaToken : std::uint32_t {
  kFirstBinaryToken = 0x03,
  kConcatToken = 0x08,
  kLastBinaryToken = 0x11,
  kLastUnaryToken = 0x14,
  kParenToken = 0x15,
  kStringToken = 0x17,
  kAttributeToken = 0x19,
  kIntegerToken = 0x1E,
  kFunctionToken = 0x21,
  kVariableFunctionToken = 0x22,
  kFirstMemoryToken = 0x26,
  kLastMemoryToken = 0x29,
};
std::optional<std::size_t> bytes_after_token(std::uint32_t token) {
  constexpr signed char kSizes[] = {-1, 4,  4,  0,  0,  0,  0,  0,  0,  0, 0,  0,  0, 0,  0,  0,   // 0x00
                                    0,  0,  0,  0,  0,  0,  0,  -1, -1, 3, -1, -1, 1, 1,  2,  8,   // 0x10
                                    7,  2,  3,  4,  4,  8,  6,  6,  6,  2, 4,  8,  4, 8,  -1, -1,  // 0x20
                                    -1, -1, -1, -1, -1, -1, -1, -1, -1, 6, 6,  10, 6, 10, -1, -1};
  const int size = token < std::size(kSizes) ? kSizes[token] : -1;
  return size < 0 ? std::nullopt : std::optional<std::size_t>(static_cast<std::size_t>(size));
}

// Functions of Excel by their numbers (section 2.5.198.17 Ftab): those that are computed, and the number of
// arguments where it is fixed and not 1.
struct ExcelFunction {
  std::uint32_t number;
  std::string_view name;
  std::size_t arguments = 1;
};
constexpr ExcelFunction kExcelFunctions[] = {
    {1, "IF"},           {10, "NA", 0},         {19, "PI", 0},
    {27, "ROUND", 2},    {30, "REPT", 2},       {31, "MID", 3},
    {34, "TRUE", 0},     {35, "FALSE", 0},      {39, "MOD", 2},
    {48, "TEXT", 2},     {63, "RAND", 0},       {65, "DATE", 3},
    {66, "TIME", 3},     {74, "NOW", 0},        {100, "CHOOSE"},
    {111, "CHAR"},       {112, "LOWER"},        {117, "EXACT", 2},
    {118, "TRIM"},       {119, "REPLACE", 4},   {130, "T"},
    {162, "CLEAN"},      {212, "ROUNDUP", 2},   {213, "ROUNDDOWN", 2},
    {221, "TODAY", 0},   {336, "CONCATENATE"},  {337, "POWER", 2},
    {346, "COUNTIF", 2}, {359, "HYPERLINK", 2}, {480, "IFERROR", 2}};

// Computes the formula of a cell (section 2.4.127 Formula), in which arguments precede their function, and
// reports the addresses of HYPERLINK.
class FormulaMachine {
 public:
  FormulaMachine(std::string_view sheet, Office97Rows& rows) : sheet_(sheet), rows_(rows) {}
  // Returns the place of the cell if its saved value is an address that is not known; else nothing.
  [[nodiscard]] std::string run(binary::Cursor record);

 private:
  [[nodiscard]] bool step(binary::Cursor& tokens);
  void skip_attribute(binary::Cursor& tokens);
  void call(std::uint32_t function, std::size_t count);
  void report_hyperlink(const std::vector<FormulaValue>& arguments);
  [[nodiscard]] FormulaValue pop() {
    if (stack_.empty()) return FormulaValue::unknown();
    FormulaValue value = std::move(stack_.back());
    stack_.pop_back();
    return value;
  }

  std::string_view sheet_;
  Office97Rows& rows_;
  std::string where_, unknown_address_;
  std::vector<FormulaValue> stack_;
};

std::string FormulaMachine::run(binary::Cursor record) {
  const std::uint32_t row = record.u16(), column = record.u16();
  where_ = excel_cell(sheet_, row, column);
  record.take(16);
  binary::Cursor tokens(record.take(record.u16()));
  while (!tokens.rest().empty() && step(tokens)) {
  }
  return std::move(unknown_address_);
}

// Returns false for a token that is not known, whose size is not known either.
bool FormulaMachine::step(binary::Cursor& tokens) {
  std::uint32_t token = tokens.u8();
  if (token >= 0x40) token = 0x20 | (token & 0x1F);  // of another class
  if (token == kAttributeToken) {
    skip_attribute(tokens);
    return true;
  }
  if (token == kStringToken) {
    const std::size_t size = tokens.u8();
    stack_.push_back(FormulaValue::constant(take_text(tokens, size)));
    return true;
  }
  if (token == kFunctionToken || token == kVariableFunctionToken) {
    const bool has_count = token == kVariableFunctionToken;
    const std::size_t count = has_count ? tokens.u8() & 0x7F : 0;
    const std::uint32_t function = tokens.u16() & 0x7FFF;
    const auto* const known = std::ranges::find(kExcelFunctions, function, &ExcelFunction::number);
    call(function, has_count ? count : known != std::end(kExcelFunctions) ? known->arguments : 1);
    return true;
  }
  const std::optional<std::size_t> size = bytes_after_token(token);
  if (!size) return false;
  binary::Cursor operand(tokens.take(*size));
  if (token >= kFirstBinaryToken && token <= kLastBinaryToken) {
    const FormulaValue right = pop(), left = pop();
    stack_.push_back(token == kConcatToken ? left.joined(right, rows_.reading(), rows_.sink())
                                           : FormulaValue::unknown());
  } else if (token > kLastBinaryToken && token <= kLastUnaryToken) {
    static_cast<void>(pop());
    stack_.push_back(FormulaValue::unknown());
  } else if (token == kIntegerToken) {
    stack_.push_back(FormulaValue::constant(std::to_string(operand.u16())));
  } else if (token > kParenToken && (token < kFirstMemoryToken || token > kLastMemoryToken)) {
    stack_.push_back(FormulaValue::unknown());
  }
  return true;
}

void FormulaMachine::skip_attribute(binary::Cursor& tokens) {
  constexpr std::uint32_t kChoice = 0x04, kSum = 0x10;  // a table, and the function SUM
  const std::uint32_t flags = tokens.u8();
  const std::size_t count = tokens.u16();
  if ((flags & kChoice) != 0) tokens.take(2 * (count + 1));
  if ((flags & kSum) == 0) return;
  static_cast<void>(pop());
  stack_.push_back(FormulaValue::unknown());
}

void FormulaMachine::call(std::uint32_t function, std::size_t count) {
  constexpr std::uint32_t kHyperlinkFunction = 359;
  count = std::min(count, stack_.size());
  const auto first = stack_.end() - static_cast<std::ptrdiff_t>(count);
  const std::vector<FormulaValue> arguments(std::make_move_iterator(first),
                                            std::make_move_iterator(stack_.end()));
  stack_.erase(first, stack_.end());
  const auto* const known = std::ranges::find(kExcelFunctions, function, &ExcelFunction::number);
  const std::string_view name = known != std::end(kExcelFunctions) ? known->name : std::string_view();
  if (function == kHyperlinkFunction && count > 0) report_hyperlink(arguments);
  stack_.push_back(call_function(name, arguments, rows_.reading(), rows_.sink()));
}

void FormulaMachine::report_hyperlink(const std::vector<FormulaValue>& arguments) {
  const std::optional<std::string> label = arguments.size() > 1 ? arguments[1].text() : std::nullopt;
  const std::string text = shown_text(label.value_or(""));
  for (const std::string& address : arguments[0].references())
    rows_.add({"ooxml:formula", where_, address, text});
  const bool is_known =
      std::ranges::none_of(arguments[0].texts(), [](const FormulaValue::Text& one) { return one.is_cut; });
  if (!is_known && arguments.size() == 1) unknown_address_ = where_;
}

}  // namespace

bool is_encrypted_excel97(std::string_view start) {
  for (binary::Cursor records(start); !records.rest().empty() && !records.is_cut();) {
    const std::uint32_t type = records.u16();
    records.take(records.u16());
    if (type == kExcelFilePass) return true;
  }
  return false;
}

namespace {

// Reads the records of a workbook.
class ExcelReader {
 public:
  ExcelReader(std::string_view stream, Office97Rows& rows) : stream_(stream), records_(stream), rows_(rows) {}

  void read();

 private:
  // Takes the bytes of a record, with those of the records that continue it.
  [[nodiscard]] std::string_view take_record();
  void read_record(std::uint32_t type, std::size_t offset, std::string_view bytes);
  void read_saved_address(binary::Cursor record);
  [[nodiscard]] std::size_t offset() const { return stream_.size() - records_.rest().size(); }

  std::string_view stream_;
  binary::Cursor records_;
  Office97Rows& rows_;
  std::string joined_;     // a record that is continued
  std::string hyperlink_;  // the record before this one, if it is a hyperlink
  std::string contents_;   // of all records
  std::map<std::size_t, std::string> sheets_;
  std::string_view sheet_;
  std::string unknown_address_;  // the place of a formula whose value is an address
  bool has_97_formulas_ = false;
};

void ExcelReader::read() {
  constexpr std::uint32_t kExcel97 = 0x0600;
  has_97_formulas_ =
      binary::Cursor(stream_.substr(std::min<std::size_t>(4, stream_.size()))).u16() == kExcel97;
  while (!records_.rest().empty() && !records_.is_cut() && !rows_.is_stopped()) {
    const std::size_t at = offset();
    const std::uint32_t type = records_.u16();
    const std::string_view bytes = take_record();
    contents_.append(bytes);
    if (!hyperlink_.empty())
      read_hyperlink(binary::Cursor(std::exchange(hyperlink_, {})),
                     type == kExcelTooltip ? read_tooltip(binary::Cursor(bytes)) : std::string(), sheet_,
                     rows_);
    read_record(type, at, bytes);
  }
  if (!hyperlink_.empty()) read_hyperlink(binary::Cursor(hyperlink_), {}, sheet_, rows_);
  if (records_.is_cut()) rows_.reading().damaged("its last record is cut off");
  // Hyperlinks of shapes, whose records are continued too.
  rows_.add_new_monikers("Workbook", contents_);
}

std::string_view ExcelReader::take_record() {
  const auto is_continued = [&] { return binary::Cursor(records_.rest()).u16() == kExcelContinue; };
  std::string_view bytes = records_.take(records_.u16());
  if (records_.rest().empty() || !is_continued()) return bytes;
  joined_ = bytes;
  while (!records_.rest().empty() && is_continued()) {
    records_.u16();
    joined_.append(records_.take(records_.u16()));
  }
  return joined_;
}

void ExcelReader::read_saved_address(binary::Cursor record) {
  const std::size_t size = record.u16();
  const std::string text = take_text(record, size);
  if (is_url_or_path(text)) rows_.add({"ooxml:formula", std::exchange(unknown_address_, {}), text});
  unknown_address_.clear();
}

void ExcelReader::read_record(std::uint32_t type, std::size_t offset, std::string_view bytes) {
  const binary::Cursor record(bytes);
  switch (type) {
    case kExcelSheetName:
      return read_sheet_name(record, sheets_);
    case kExcelBeginSubstream: {
      const auto begun = sheets_.find(offset);
      sheet_ = begun != sheets_.end() ? std::string_view(begun->second) : std::string_view();
      return;
    }
    case kExcelHyperlink:
      hyperlink_ = bytes;
      return;
    case kExcelFormula:
      if (has_97_formulas_) unknown_address_ = FormulaMachine(sheet_, rows_).run(record);
      return;
    case kExcelString:  // the text of the formula before it
      if (!unknown_address_.empty()) read_saved_address(record);
      return;
    case kExcelExternalBook:
      return read_external_book(record, rows_);
    default:
      return;
  }
}

}  // namespace

void find_in_excel97(std::string_view stream, Office97Rows& rows) {
  ExcelReader(stream, rows).read();
}

}  // namespace mimebase::documents
