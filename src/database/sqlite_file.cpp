// The VFS for new files (vfs_of_new_files() in sqlite.h).
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "database/sqlite.h"

namespace mimebase::database {
namespace {

// Layout-compatible with sqlite3_file at its beginning. SQLite allocates it.
struct File {
  const sqlite3_io_methods* methods;
  int descriptor;
  int last_errno;
};

File& self(sqlite3_file* file) {
  return *reinterpret_cast<File*>(file);
}

int failed(sqlite3_file* file, int code) {
  self(file).last_errno = errno;
  return errno == ENOSPC || errno == EDQUOT ? SQLITE_FULL : code;
}

int close_file(sqlite3_file* file) {
  return close(self(file).descriptor) == 0 ? SQLITE_OK : failed(file, SQLITE_IOERR_CLOSE);
}

// Fills the rest with zeros after a short read and reports it, as SQLite requires.
int read_file(sqlite3_file* file, void* to, int size, sqlite3_int64 at) {
  int done = 0;
  while (done < size) {
    const ssize_t got = pread(self(file).descriptor, static_cast<char*>(to) + done,
                              static_cast<std::size_t>(size - done), at + done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed(file, SQLITE_IOERR_READ);
    if (got == 0) break;
    done += static_cast<int>(got);
  }
  std::memset(static_cast<char*>(to) + done, 0, static_cast<std::size_t>(size - done));
  return done == size ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

int write_file(sqlite3_file* file, const void* from, int size, sqlite3_int64 at) {
  for (int done = 0; done < size;) {
    const ssize_t put = pwrite(self(file).descriptor, static_cast<const char*>(from) + done,
                               static_cast<std::size_t>(size - done), at + done);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return failed(file, SQLITE_IOERR_WRITE);
    done += static_cast<int>(put);
  }
  return SQLITE_OK;
}

int truncate_file(sqlite3_file* file, sqlite3_int64 size) {
  return ftruncate(self(file).descriptor, size) == 0 ? SQLITE_OK : failed(file, SQLITE_IOERR_TRUNCATE);
}

int sync_file(sqlite3_file* file, int) {
  return fsync(self(file).descriptor) == 0 ? SQLITE_OK : failed(file, SQLITE_IOERR_FSYNC);
}

int size_of_file(sqlite3_file* file, sqlite3_int64* size) {
  struct stat status = {};
  if (fstat(self(file).descriptor, &status) != 0) return failed(file, SQLITE_IOERR_FSTAT);
  *size = status.st_size;
  return SQLITE_OK;
}

int control(sqlite3_file* file, int what, void* argument) {
  if (what != SQLITE_FCNTL_LAST_ERRNO) return SQLITE_NOTFOUND;
  *static_cast<int*>(argument) = self(file).last_errno;
  return SQLITE_OK;
}

int lock(sqlite3_file*, int) {
  return SQLITE_OK;
}

int is_reserved(sqlite3_file*, int* result) {
  return *result = 0;
}

int page(sqlite3_file*) {
  return 4096;
}

int nothing_special(sqlite3_file*) {
  return 0;
}

constexpr sqlite3_io_methods kMethods = {
    1,       close_file, read_file,   write_file, truncate_file, sync_file,       size_of_file,
    lock,    lock,       is_reserved, control,    page,          nothing_special, nullptr,
    nullptr, nullptr,    nullptr,     nullptr,    nullptr,
};

sqlite3_vfs* system_vfs() {
  static sqlite3_vfs* const vfs = sqlite3_vfs_find(nullptr);
  return vfs;
}

// After a failure, SQLite asks the VFS for the last errno; the default VFS's function returns it.
int open_file(sqlite3_vfs*, const char* path, sqlite3_file* file, int flags, int* flags_out) {
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0)
    return system_vfs()->xOpen(system_vfs(), path, file, flags, flags_out);
  self(file) = {nullptr, -1, 0};
  const int create = (flags & SQLITE_OPEN_CREATE) != 0 ? O_CREAT : 0;
  self(file).descriptor = open(path, O_RDWR | O_CLOEXEC | create, 0666);
  if (self(file).descriptor < 0) return SQLITE_CANTOPEN;
  self(file).methods = &kMethods;
  if (flags_out != nullptr) *flags_out = flags;
  return SQLITE_OK;
}

int take_path(sqlite3_vfs*, const char* path, int size, char* full) {
  const std::size_t length = std::strlen(path);
  if (length >= static_cast<std::size_t>(size)) return SQLITE_CANTOPEN;
  std::memcpy(full, path, length + 1);
  return SQLITE_OK;
}

}  // namespace

const char* vfs_of_new_files() {
  static const char* const registered = []() -> const char* {
    static sqlite3_vfs vfs = *system_vfs();
    vfs.zName = "mimebase-new-files";
    vfs.szOsFile = std::max(vfs.szOsFile, static_cast<int>(sizeof(File)));
    vfs.xOpen = open_file;
    vfs.xFullPathname = take_path;
    return sqlite3_vfs_register(&vfs, 0) == SQLITE_OK ? vfs.zName : nullptr;
  }();
  return registered;
}

}  // namespace mimebase::database
