#pragma once
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace trainspec::inline v0 {

/// Whether `write_file` may replace a file.
enum class existing { keep, replace };

namespace detail {
inline bool write_all(int to, std::string_view content) {
  while (!content.empty()) {
    const ::ssize_t n = ::write(to, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    content.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}
inline std::string error_of_writing(const std::string& path, int error) { return path + " cannot be written: " + std::strerror(error); }

/// Writes and syncs a new file beside `path`; its name, or "" with errno set and nothing left behind.
inline std::string write_beside(const std::string& path, std::string_view content, ::mode_t mode) {
  const std::filesystem::path p(path);
  std::string ready = (p.parent_path() / ("." + p.filename().string() + ".XXXXXX")).string();
  const int to = ::mkstemp(ready.data());
  if (to < 0) return {};
  int error = write_all(to, content) && ::fchmod(to, mode) == 0 && ::fsync(to) == 0 ? 0 : errno;
  if (::close(to) != 0 && error == 0) error = errno;
  if (error == 0) return ready;
  ::unlink(ready.c_str());
  errno = error;
  return {};
}
}  // namespace detail

/// Writes a file so that at any moment there is the whole of it or what was there before: beside its place, then renamed. A
/// link is followed; a pipe or a device is written to as it is. What is wrong, in words; empty: it was written.
inline std::string write_file(const std::string& path, std::string_view content, existing file) {
  if (path.empty() || path.find('\0') != path.npos) return "the name of the file to write is no name";
  std::string target = path;
  struct ::stat there {};
  const bool exists = ::stat(path.c_str(), &there) == 0;
  if (exists && S_ISDIR(there.st_mode)) return path + " is a folder";
  if (exists && !S_ISREG(there.st_mode)) {
    const int to = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (to < 0) return detail::error_of_writing(path, errno);
    int error = detail::write_all(to, content) ? 0 : errno;
    if (::close(to) != 0 && error == 0) error = errno;
    return error == 0 ? std::string{} : detail::error_of_writing(path, error);
  }
  if (exists && file == existing::keep) return path + " exists";
  std::error_code unresolved;
  if (exists) target = std::filesystem::canonical(path, unresolved).string();
  if (unresolved) return detail::error_of_writing(path, unresolved.value());
  // a new file's mode is what the umask leaves, which can only be read by setting it
  ::mode_t mode = there.st_mode & 07777;
  if (!exists) {
    const ::mode_t mask = ::umask(0);
    ::umask(mask);
    mode = 0666 & ~mask;
  }
  const std::string ready = detail::write_beside(target, content, mode);
  if (ready.empty()) return detail::error_of_writing(path, errno);
  // a link is made only where no name is yet: what another process has written since stays
  if (!exists && ::link(ready.c_str(), target.c_str()) == 0) {
    ::unlink(ready.c_str());
    return {};
  }
  const int error = errno;
  const bool no_links = error == EPERM || error == ENOTSUP || error == EOPNOTSUPP || error == ENOSYS;
  if (!exists && !(no_links && ::access(target.c_str(), F_OK) != 0)) {
    ::unlink(ready.c_str());
    return error == EEXIST || no_links ? path + " exists" : detail::error_of_writing(path, error);
  }
  if (::rename(ready.c_str(), target.c_str()) == 0) return {};
  const int why = errno;
  ::unlink(ready.c_str());
  return detail::error_of_writing(path, why);
}

}  // namespace trainspec::inline v0
