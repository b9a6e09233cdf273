#include "testing/kernel_tests/model/fatal.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace tflite {
namespace kernel_tests {

void Fatal(const char* format, ...) {
  va_list args;
  va_start(args, format);
  std::vfprintf(stderr, format, args);
  va_end(args);
  std::fputc('\n', stderr);
  std::fflush(stderr);
  std::abort();
}

}  // namespace kernel_tests
}  // namespace tflite
