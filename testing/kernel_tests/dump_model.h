#ifndef TESTING_KERNEL_TESTS_DUMP_MODEL_H_
#define TESTING_KERNEL_TESTS_DUMP_MODEL_H_

#include <cstddef>
#include <cstdint>

namespace tflite {
namespace kernel_tests {

// With --dump_tflite_model_dir, writes a model of the running test as
// DTS-<suite>-<test>-<n>.tflite, where n counts the test's models from 0.
// Outside of tests nothing is written. A file that cannot be written fails the
// test.
void DumpModelOfCurrentTest(const uint8_t* model, size_t bytes);

}  // namespace kernel_tests
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_DUMP_MODEL_H_
