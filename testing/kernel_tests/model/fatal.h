#ifndef TESTING_KERNEL_TESTS_MODEL_FATAL_H_
#define TESTING_KERNEL_TESTS_MODEL_FATAL_H_

namespace tflite {
namespace kernel_tests {

// Prints the message, formatted like printf, on stderr and ends the program. A
// model that a test cannot build is an error of the test, or is expected by a
// death test.
[[noreturn]] void Fatal(const char* format, ...)
    __attribute__((format(printf, 1, 2)));

}  // namespace kernel_tests
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_MODEL_FATAL_H_
