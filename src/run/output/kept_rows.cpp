#include "run/output/kept_rows.h"

#include <glib.h>

#include <cerrno>
#include <cstring>

#include "process/descriptors.h"

namespace mimebase::run {
namespace {

constexpr std::size_t kMaxInMemory = std::size_t{8} << 20;

Error failure() {
  return {Error::Code::kUnwritable,
          std::string("a temporary file in ") + g_get_tmp_dir() + ": " + std::strerror(errno)};
}

}  // namespace

Result<void> KeptRows::add(std::string_view row) {
  const std::size_t size = row.size();
  rows_.reserve(rows_.size() + sizeof(size) + size);
  rows_.append(reinterpret_cast<const char*>(&size), sizeof(size)).append(row);
  return rows_.size() > kMaxInMemory ? write_out() : Result<void>();
}

Result<void> KeptRows::write_out() {
  if (!file_) {
    const int descriptor = open_temporary_file();
    file_.reset(descriptor >= 0 ? fdopen(descriptor, "w+") : nullptr);
    if (!file_) return failure();
  }
  if (std::fwrite(rows_.data(), 1, rows_.size(), file_.get()) != rows_.size()) return failure();
  rows_.clear();
  return {};
}

Result<std::vector<std::string_view>> KeptRows::all() {
  std::string_view rest = rows_;
  if (file_) {
    if (Result<void> written = write_out(); !written) return written.error();
    if (std::fflush(file_.get()) != 0) return failure();
    mapped_.reset(g_mapped_file_new_from_fd(fileno(file_.get()), FALSE, nullptr));
    if (!mapped_) return failure();
    rest = {g_mapped_file_get_contents(mapped_.get()), g_mapped_file_get_length(mapped_.get())};
  }
  std::vector<std::string_view> rows;
  for (std::size_t size = 0; !rest.empty(); rest.remove_prefix(size)) {
    std::memcpy(&size, rest.data(), sizeof(size));
    rest.remove_prefix(sizeof(size));
    rows.push_back(rest.substr(0, size));
  }
  return rows;
}

}  // namespace mimebase::run
