#include "tensorflow_lite_lite/schema/allocation.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>
#include <utility>

#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/base/pages.h"
#include "tensorflow_lite_lite/schema/stderr_reporter.h"

namespace tflite {
namespace {

int OpenForReading(const char* filename) {
  int fd;
  do {
    fd = open(filename, O_RDONLY | O_CLOEXEC);
  } while (fd < 0 && errno == EINTR);
  return fd;
}

// The size of a regular file; returns false for anything else, and for a file
// that is larger than the address space.
bool RegularFileSize(int fd, size_t* size) {
  struct stat info;
  if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size < 0) {
    return false;
  }
  return base::CheckedCast(info.st_size, size);
}

// The name of a descriptor in messages.
std::string DescriptorName(int fd) {
  return "file descriptor " + std::to_string(fd);
}

const char* Printable(const char* filename) {
  return filename == nullptr ? "" : filename;
}

}  // namespace

Allocation::Allocation(ErrorReporter* error_reporter, Type type)
    : error_reporter_(error_reporter != nullptr ? error_reporter
                                                : DefaultErrorReporter()),
      type_(type) {}

MMAPAllocation::MMAPAllocation(const char* filename,
                               ErrorReporter* error_reporter, bool map_private)
    : Allocation(error_reporter, Type::kMMap) {
  const char* name = Printable(filename);
  Map(OpenForReading(name), name, 0, 0, /*to_end_of_file=*/true, map_private);
}

MMAPAllocation::MMAPAllocation(const char* filename, size_t offset,
                               size_t length, ErrorReporter* error_reporter,
                               bool map_private)
    : Allocation(error_reporter, Type::kMMap) {
  const char* name = Printable(filename);
  Map(OpenForReading(name), name, offset, length, /*to_end_of_file=*/false,
      map_private);
}

MMAPAllocation::MMAPAllocation(int fd, ErrorReporter* error_reporter,
                               bool map_private)
    : Allocation(error_reporter, Type::kMMap) {
  Map(fcntl(fd, F_DUPFD_CLOEXEC, 0), DescriptorName(fd).c_str(), 0, 0,
      /*to_end_of_file=*/true, map_private);
}

MMAPAllocation::MMAPAllocation(int fd, size_t offset, size_t length,
                               ErrorReporter* error_reporter, bool map_private)
    : Allocation(error_reporter, Type::kMMap) {
  Map(fcntl(fd, F_DUPFD_CLOEXEC, 0), DescriptorName(fd).c_str(), offset, length,
      /*to_end_of_file=*/false, map_private);
}

MMAPAllocation::~MMAPAllocation() {
  if (mmapped_buffer_ != nullptr) {
    munmap(const_cast<void*>(mmapped_buffer_), mmapped_buffer_size());
  }
  if (mmap_fd_ >= 0) close(mmap_fd_);
}

void MMAPAllocation::Map(int fd, const char* name, size_t offset, size_t length,
                         bool to_end_of_file, bool map_private) {
  mmap_fd_ = fd;
  size_t file_size = 0;
  if (fd < 0 || !RegularFileSize(fd, &file_size)) {
    error_reporter_->Report("Could not open '%s'.", name);
    return;
  }
  if (to_end_of_file) length = file_size - offset;
  if (offset > file_size || length > file_size - offset) {
    error_reporter_->Report(
        "'%s' has %zu bytes: cannot map %zu of them from offset %zu.", name,
        file_size, length, offset);
    return;
  }
  if (length == 0) {
    error_reporter_->Report("'%s' has no bytes to map.", name);
    return;
  }
  const size_t in_page = offset % static_cast<size_t>(sysconf(_SC_PAGESIZE));
  void* mapped = mmap(nullptr, in_page + length,
                      map_private ? PROT_READ | PROT_WRITE : PROT_READ,
                      map_private ? MAP_PRIVATE : MAP_SHARED, fd,
                      static_cast<off_t>(offset - in_page));
  if (mapped == MAP_FAILED) {
    error_reporter_->Report("Could not map '%s': %s.", name,
                            std::strerror(errno));
    return;
  }
  mmapped_buffer_ = mapped;
  writable_ = map_private;
  buffer_size_bytes_ = length;
  offset_in_buffer_ = in_page;
  offset_of_buffer_in_file_ = offset - in_page;
}

const void* MMAPAllocation::base() const {
  if (mmapped_buffer_ == nullptr) return nullptr;
  return static_cast<const char*>(mmapped_buffer_) + offset_in_buffer_;
}

void MMAPAllocation::DropPages(const void* data, size_t bytes) const {
  if (writable_ || !valid()) return;
  const auto begin = reinterpret_cast<uintptr_t>(base());
  const auto at = reinterpret_cast<uintptr_t>(data);
  if (at < begin || at - begin > buffer_size_bytes_ ||
      bytes > buffer_size_bytes_ - (at - begin)) {
    return;
  }
  base::DropFilePages(data, bytes);
}

bool MMAPAllocation::IsSupported() { return true; }

FileCopyAllocation::FileCopyAllocation(const char* filename,
                                       ErrorReporter* error_reporter)
    : Allocation(error_reporter, Type::kFileCopy) {
  const char* name = Printable(filename);
  std::unique_ptr<FILE, int (*)(FILE*)> file(fopen(name, "rbe"), fclose);
  size_t size = 0;
  if (file == nullptr || !RegularFileSize(fileno(file.get()), &size)) {
    error_reporter_->Report("Could not open '%s'.", name);
    return;
  }
  if (size == 0) {
    error_reporter_->Report("'%s' is empty.", name);
    return;
  }
  std::unique_ptr<char[]> buffer(new (std::nothrow) char[size]);
  if (buffer == nullptr) {
    error_reporter_->Report("No memory for the %zu bytes of '%s'.", size, name);
    return;
  }
  if (fread(buffer.get(), 1, size, file.get()) != size) {
    error_reporter_->Report("Could not read '%s'.", name);
    return;
  }
  buffer_ = std::move(buffer);
  size_ = size;
}

MemoryAllocation::MemoryAllocation(const void* ptr, size_t num_bytes,
                                   ErrorReporter* error_reporter)
    : Allocation(error_reporter, Type::kMemory),
      buffer_(ptr),
      size_(ptr != nullptr ? num_bytes : 0) {}

std::unique_ptr<Allocation> GetAllocationFromFile(const char* filename,
                                                  ErrorReporter* error_reporter,
                                                  bool allow_modifications) {
  return std::make_unique<MMAPAllocation>(filename, error_reporter,
                                          allow_modifications);
}

std::unique_ptr<Allocation> GetAllocationFromFile(int fd,
                                                  ErrorReporter* error_reporter,
                                                  bool allow_modifications) {
  return std::make_unique<MMAPAllocation>(fd, error_reporter,
                                          allow_modifications);
}

}  // namespace tflite
