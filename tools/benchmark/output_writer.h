#ifndef TOOLS_BENCHMARK_OUTPUT_WRITER_H_
#define TOOLS_BENCHMARK_OUTPUT_WRITER_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
namespace benchmark {

// Write tensors to a file. Errors name the path.

// Raw bytes, tensors concatenated.
base::Status WriteTensors(const std::vector<const TfLiteTensor*>& tensors,
                          const std::string& path);

// A serialized tensorflow.Example with one feature per tensor, under its name:
// floating-point numbers as floats, integers and bools as 64-bit integers,
// strings as bytes. Complex numbers and types smaller than a byte are errors.
base::Status WriteTensorsAsExample(
    const std::vector<const TfLiteTensor*>& tensors, const std::string& path);

}  // namespace benchmark
}  // namespace tflite

#endif  // TOOLS_BENCHMARK_OUTPUT_WRITER_H_
