#ifndef DELEGATES_DSP_DSP_BUILDER_H_
#define DELEGATES_DSP_DSP_BUILDER_H_

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "delegates/common/partition_kernel.h"
#include "delegates/dsp/wire/pieces.h"
#include "delegates/dsp/wire/scratch.h"
#include "delegates/dsp/wire/step_list.h"

namespace tflite::dsp {

using namespace delegates;

// A tensor of a program, or a temporary value.
struct DspValue {
  enum class Kind { kInput, kOutput, kState, kInner, kConstant };

  Kind kind;
  uint32_t bytes;
  int tensor;                 // of the host's graph; kInner, kConstant: -1
  std::vector<uint8_t> data;  // kConstant
};

// A step before its values are placed: Piece::offset is the index of a value.
struct DspStep {
  Opcode opcode;
  std::vector<uint8_t> params;
  // Offsets of the pieces within the params.
  std::vector<uint32_t> pieces;
  uint64_t scratch_bytes;
  int node;  // number within the partition, for measurements
};

// A partition: its steps and values.
struct DspGraph {
  std::vector<DspValue> values;
  std::vector<DspStep> steps;
  std::vector<std::string> nodes;  // names, for measurements
};

template <typename Params>
struct OpcodeOf;
#define TFLL_DSP_OPCODE(Name)                         \
  template <>                                         \
  struct OpcodeOf<Name##Params> {                     \
    static constexpr Opcode kValue = Opcode::k##Name; \
  };
TFLL_DSP_STEPS(TFLL_DSP_OPCODE)
#undef TFLL_DSP_OPCODE

// Collects the nodes of a partition.
class DspBuilder : public PartitionBuilder {
 public:
  using PartitionBuilder::PartitionBuilder;

  // Pieces of a node's tensors, not placed yet. Elements of constant tensors
  // are copied.
  Piece Input(const NodeView& node, int i);
  Piece Output(const NodeView& node, int i);

  Piece Inner(int64_t bytes);
  // Constants with the same bytes share one value.
  Piece Constant(const void* data, size_t bytes);
  template <typename T>
  Piece Constant(const std::vector<T>& data) {
    return Constant(data.data(), data.size() * sizeof(T));
  }

  // Adds a step of the node. All steps of a node are consecutive.
  template <typename Params>
  void Add(const NodeView& node, Params params) {
    DspStep step = {OpcodeOf<Params>::kValue,
                    {},
                    {},
                    ScratchBytes(params),
                    NodeNumber(node)};
    const auto* base = reinterpret_cast<const uint8_t*>(&params);
    ForEachPiece(params, [&](const Piece& piece) {
      if (piece.bytes == 0) return;
      step.pieces.push_back(static_cast<uint32_t>(
          reinterpret_cast<const uint8_t*>(&piece) - base));
    });
    step.params.assign(base, base + sizeof(params));
    graph_.steps.push_back(std::move(step));
  }

  DspGraph Take() { return std::move(graph_); }

 private:
  int NodeNumber(const NodeView& node);
  Piece Tensor(int tensor);
  Piece AddValue(DspValue value);

  DspGraph graph_;
  int last_output_ = -1;  // the first output of the node that was added to last
  std::unordered_map<int, Piece> tensors_;            // by tensor
  std::unordered_multimap<size_t, Piece> constants_;  // by hash
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_DSP_BUILDER_H_
