#ifndef TOOLS_BENCHMARK_RUNTIME_INFO_H_
#define TOOLS_BENCHMARK_RUNTIME_INFO_H_

#include <string>

#include "tensorflow_lite_lite/core/interpreter.h"

namespace tflite {
namespace benchmark {

// Describes the graphs of a prepared interpreter as JSON: for each subgraph its
// name, its tensors (name, type, shape, bytes) and its execution plan
// (operator, inputs, outputs, whether a delegate runs it).
std::string RuntimeInfoAsJson(const Interpreter& interpreter);

}  // namespace benchmark
}  // namespace tflite

#endif  // TOOLS_BENCHMARK_RUNTIME_INFO_H_
