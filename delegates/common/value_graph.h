#ifndef DELEGATES_COMMON_VALUE_GRAPH_H_
#define DELEGATES_COMMON_VALUE_GRAPH_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::delegates {

// A partition as calls on values, before it meets a device's memory: what a
// back-end without a library of graphs emits its nodes to. fusion.h makes it
// smaller, memory_plan.h gives the values their places.

// An index into ValueGraph::values.
using ValueId = int;
constexpr ValueId kNoValue = -1;

// A dense array in a device's memory.
struct PartitionValue {
  enum class Kind {
    kInner,     // written by calls, read by later ones
    kInput,     // the host's tensor, written before the run
    kOutput,    // the host's tensor, read after it
    kConstant,  // `data` or what `fill` writes, the same in every run
    kFaults,    // words of 0 before the run; those that are not after it are
                // faults of ValueGraph::faults
  };
  Kind kind = Kind::kInner;
  uint64_t bytes = 0;  // more than 0
  // Of the elements, where a back-end has them in another type than the host's
  // tensor; else kTfLiteNoType.
  TfLiteType type = kTfLiteNoType;
  int tensor = -1;     // kInput, kOutput
  bool state = false;  // that tensor is a variable: one value is what the run
                       // begins with, another what it leaves
  std::vector<uint8_t> data;
  // In place of `data`: writes all `bytes`. Large constants are made where the
  // device reads them, without a copy on the way. Refers to the graph's
  // constants; on any thread.
  std::function<void(void* to)> fill;
};

// The elements of a kConstant, in bytes.
inline std::vector<uint8_t> ConstantBytes(const PartitionValue& value) {
  if (!value.fill) return value.data;
  std::vector<uint8_t> bytes(value.bytes);
  value.fill(bytes.data());
  return bytes;
}

struct ValueUse {
  ValueId value = kNoValue;
  bool written = false;
};

// Base of a back-end's calls: what it asks the device for, one after another.
struct PartitionCall {
  std::vector<ValueUse> operands;
  std::string label;
  std::vector<int> nodes;  // of the graph, whose work it does

  // True where operand 1 is operand 0.
  bool is_copy() const { return false; }
  // Calls `f(id, written)` for each value that the call touches. `call` may be
  // const. A back-end whose calls refer to values elsewhere than in `operands`
  // has its own.
  template <typename Call, typename Function>
  static void Visit(Call& call, Function f) {
    for (auto& use : call.operands) f(use.value, use.written);
  }
};

template <typename Call>
struct ValueGraph {
  std::vector<PartitionValue> values;
  std::vector<Call> calls;  // each after those that write what it reads
  // What a run has met where a word of the value of kind kFaults is set: an
  // operand that is not as it must be. The results are not to be used then.
  std::vector<std::string> faults;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_VALUE_GRAPH_H_
