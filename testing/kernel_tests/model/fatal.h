#ifndef TESTING_KERNEL_TESTS_MODEL_FATAL_H_
#define TESTING_KERNEL_TESTS_MODEL_FATAL_H_

namespace tflite {
namespace kernel_tests {

// Prints the message, formatted as printf does, on stderr and ends the program.
// A test's model that cannot be built is an error of the test, or expected by a
// death test.
[[noreturn]] void Fatal(const char* format, ...)
    __attribute__((format(printf, 1, 2)));

}  // namespace kernel_tests
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_MODEL_FATAL_H_
