#ifndef DELEGATES_COMMON_VALUE_GRAPH_H_
#define DELEGATES_COMMON_VALUE_GRAPH_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::delegates {

// A partition as a list of calls on values, before memory is assigned.
// Back-ends without a graph library emit their nodes to it. fusion.h optimizes
// it, memory_plan.h assigns memory to the values.

// An index into ValueGraph::values.
using ValueId = int;
constexpr ValueId kNoValue = -1;

// A dense array in a device's memory.
struct PartitionValue {
  enum class Kind {
    kInner,     // written by calls, read by later ones
    kInput,     // a tensor of the host that the run reads
    kOutput,    // a tensor of the host that the run writes
    kConstant,  // `data` or what `fill` writes; the same in every run
    kFaults,    // 32-bit words, 0 before the run; those set to another value
                // report faults (ValueGraph::faults)
  };
  Kind kind = Kind::kInner;
  uint64_t bytes = 0;  // more than 0
  // Element type, if it differs from the host tensor's; otherwise
  // kTfLiteNoType.
  TfLiteType type = kTfLiteNoType;
  int tensor = -1;     // kInput, kOutput
  std::string label;   // for messages: "tensor 3 'conv'", "memory of node 4"
  bool state = false;  // the tensor is a variable, with one value for the state
                       // before the run and one for the state after it
  std::vector<uint8_t> data;
  // If set, used instead of `data`: writes all `bytes` bytes, so that large
  // constants are written to device memory without an intermediate copy. Refers
  // to the graph's constants. May be called on any thread.
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

// Base class of a back-end's calls, which the device executes in order.
struct PartitionCall {
  std::vector<ValueUse> operands;
  std::string label;
  std::vector<int> nodes;  // graph indices of the nodes it computes

  // True if the call copies operand 0 to operand 1.
  bool is_copy() const { return false; }
  // Calls `f(id, written)` for each value that the call uses. `call` may be
  // const. A back-end whose calls refer to values outside of `operands` defines
  // its own Visit.
  template <typename Call, typename Function>
  static void Visit(Call& call, Function f) {
    for (auto& use : call.operands) f(use.value, use.written);
  }
};

template <typename Call>
struct ValueGraph {
  std::vector<PartitionValue> values;
  std::vector<Call> calls;  // in an order in which values are written before
                            // they are read
  // Message for each word of the kFaults value: what is wrong with an operand
  // if the run has set the word. The results are invalid then.
  std::vector<std::string> faults;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_VALUE_GRAPH_H_
