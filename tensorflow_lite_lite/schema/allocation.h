#ifndef TENSORFLOW_LITE_LITE_SCHEMA_ALLOCATION_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_ALLOCATION_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "tensorflow_lite_lite/schema/error_reporter.h"

namespace tflite {

// The bytes of a model file, read-only and valid as long as the object. If
// construction fails, the reporter is told, valid() is false, base() null and
// bytes() 0.
class Allocation {
 public:
  using Ptr = std::unique_ptr<Allocation>;
  enum class Type { kMMap, kFileCopy, kMemory };

  virtual ~Allocation() = default;
  Allocation(const Allocation&) = delete;
  Allocation& operator=(const Allocation&) = delete;

  virtual const void* base() const = 0;
  virtual size_t bytes() const = 0;
  virtual bool valid() const = 0;
  // Removes the pages of [data, data + bytes) from the process's memory if they
  // can be read again, otherwise does nothing. Thread-safe.
  virtual void DropPages(const void* data, size_t bytes) const {}
  Type type() const { return type_; }

 protected:
  // A null reporter means DefaultErrorReporter().
  Allocation(ErrorReporter* error_reporter, Type type);

  ErrorReporter* error_reporter_;

 private:
  const Type type_;
};

// Maps a file, or `length` bytes of it from `offset`; pages are read on first
// access. A descriptor is duplicated, so the caller may close its own. With
// `map_private` the pages may be written to without changing the file.
class MMAPAllocation : public Allocation {
 public:
  MMAPAllocation(const char* filename, ErrorReporter* error_reporter,
                 bool map_private = false);
  MMAPAllocation(const char* filename, size_t offset, size_t length,
                 ErrorReporter* error_reporter, bool map_private = false);
  MMAPAllocation(int fd, ErrorReporter* error_reporter,
                 bool map_private = false);
  MMAPAllocation(int fd, size_t offset, size_t length,
                 ErrorReporter* error_reporter, bool map_private = false);
  ~MMAPAllocation() override;

  const void* base() const override;
  size_t bytes() const override { return buffer_size_bytes_; }
  bool valid() const override { return mmapped_buffer_ != nullptr; }
  // Does nothing where the caller may have changed the pages.
  void DropPages(const void* data, size_t bytes) const override;

  // Owned by this object; -1 if the file could not be opened.
  int fd() const { return mmap_fd_; }
  // The mapping starts at a page boundary, up to one page before base().
  const void* mmapped_buffer() const { return mmapped_buffer_; }
  size_t mmapped_buffer_size() const {
    return offset_in_buffer_ + buffer_size_bytes_;
  }
  size_t mmapped_buffer_offset_in_file() const {
    return offset_of_buffer_in_file_;
  }

  static bool IsSupported();

 protected:
  int mmap_fd_ = -1;
  const void* mmapped_buffer_ = nullptr;
  size_t buffer_size_bytes_ = 0;
  size_t offset_in_buffer_ = 0;
  size_t offset_of_buffer_in_file_ = 0;

 private:
  // `name` is used in messages. Takes ownership of `fd`.
  void Map(int fd, const char* name, size_t offset, size_t length,
           bool to_end_of_file, bool map_private);

  bool writable_ = false;
};

// Reads a whole file into heap memory.
class FileCopyAllocation : public Allocation {
 public:
  FileCopyAllocation(const char* filename, ErrorReporter* error_reporter);

  const void* base() const override { return buffer_.get(); }
  size_t bytes() const override { return size_; }
  bool valid() const override { return buffer_ != nullptr; }

 private:
  std::unique_ptr<char[]> buffer_;
  size_t size_ = 0;
};

// The caller's bytes, which must stay valid and unchanged.
class MemoryAllocation : public Allocation {
 public:
  MemoryAllocation(const void* ptr, size_t num_bytes,
                   ErrorReporter* error_reporter);

  const void* base() const override { return buffer_; }
  size_t bytes() const override { return size_; }
  bool valid() const override { return buffer_ != nullptr; }

 private:
  const void* buffer_;
  size_t size_;
};

// Maps a file. Never null; a failure is shown by Allocation::valid().
std::unique_ptr<Allocation> GetAllocationFromFile(
    const char* filename, ErrorReporter* error_reporter,
    bool allow_modifications = false);
std::unique_ptr<Allocation> GetAllocationFromFile(
    int fd, ErrorReporter* error_reporter, bool allow_modifications = false);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_ALLOCATION_H_
