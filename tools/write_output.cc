#include "tools/write_output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

namespace tflite {
namespace tools {
namespace {

base::Status CannotWrite(const std::string& path) {
  return base::Invalid("cannot write ", path, ": ", std::strerror(errno));
}

}  // namespace

base::Status WriteOutput(const std::string& path, const std::string& bytes) {
  errno = 0;
  if (path.empty()) {
    std::cout << bytes << std::flush;
    return std::cout ? base::OkStatus() : CannotWrite("standard output");
  }
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return CannotWrite(path);
  const bool written =
      std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const int error = errno;
  // Errors in writing buffered data may only appear here.
  const bool closed = std::fclose(file) == 0;
  if (!written) errno = error;
  return written && closed ? base::OkStatus() : CannotWrite(path);
}

}  // namespace tools
}  // namespace tflite
