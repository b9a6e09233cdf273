#ifndef TESTING_KERNEL_TESTS_DUMP_MODEL_H_
#define TESTING_KERNEL_TESTS_DUMP_MODEL_H_

#include <cstddef>
#include <cstdint>

namespace tflite {
namespace kernel_tests {

// With --dump_tflite_model_dir, writes a model of the running test as
// DTS-<suite>-<test>-<n>.tflite, where n counts the test's models from 0.
// Writes nothing if no test is running. If the file cannot be written, the test
// fails.
void DumpModelOfCurrentTest(const uint8_t* model, size_t bytes);

}  // namespace kernel_tests
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_DUMP_MODEL_H_
