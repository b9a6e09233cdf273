#ifndef DELEGATES_XNNPACK_XNNPACK_BUILDER_H_
#define DELEGATES_XNNPACK_XNNPACK_BUILDER_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "absl/types/span.h"
#include "delegates/common/partition_builder.h"
#include "delegates/xnnpack/xnnpack_program.h"

struct TfLiteXNNPackDelegateWeightsCache;

namespace tflite::xnnpack {

using namespace delegates;

// Collects the nodes of a partition in one graph of the library. Each tensor
// becomes a value; values at the partition's boundary use the tensors' memory
// when the program runs. The library aborts on graphs in which a result is not
// read or a value is written twice. Therefore unread results become outputs
// with scratch memory, and a second write is an error.
class XnnBuilder : public PartitionBuilder {
 public:
  // The builder keeps pointers to `context` and `partition`.
  static StatusOr<std::unique_ptr<XnnBuilder>> Create(
      TfLiteContext* context, const DelegatedPartition& partition,
      StaticTensors statics);

  xnn_subgraph_t graph() { return graph_.get(); }

  // The values of a node's tensors. Constants are copied, and the program owns
  // the copies.
  uint32_t Input(const NodeView& node, int i);
  uint32_t Output(const NodeView& node, int i);

  // A constant input reshaped to `shape`, with the same number of elements.
  // Copied, and the program owns the copy.
  uint32_t Operand(const NodeView& node, int i, const Shape& shape);

  // A constant that an operator packs when the program is built, optionally
  // reshaped to `shape` with the same number of elements. Not copied if it is
  // in the model's memory; invalid once the program is built.
  uint32_t Weights(const NodeView& node, int i);
  uint32_t Weights(const NodeView& node, int i, const Shape& shape);
  // Integer weights with the given scales, either one or one per slice of
  // `dimension`, and one zero point.
  uint32_t ScaledWeights(const NodeView& node, int i, const Shape& shape,
                         absl::Span<const float> scales, int dimension,
                         int32_t zero_point);
  // An INT32 bias with the given scales, either one or one per element.
  uint32_t ScaledBias(const NodeView& node, int i,
                      absl::Span<const float> scales);

  // A value inside the partition with the type and quantization of `like`.
  uint32_t Inner(const TensorView& like, const Shape& shape);

  // Declares an output whose elements are known at compile time, so that
  // nothing is computed for it.
  void DefineStatic(const NodeView& node, int output);

  // Records the first error of the library; Finish returns it.
  void Check(xnn_status status, const char* what);

  // Builds the program. `cache` may be null. See xnn_create_runtime_v2 for
  // `runtime_flags` and XnnThreads::Number for `threads_asked`.
  StatusOr<std::unique_ptr<PartitionProgram>> Finish(
      XnnThreads* threads, int threads_asked,
      TfLiteXNNPackDelegateWeightsCache* cache, uint32_t runtime_flags);

 private:
  XnnBuilder(TfLiteContext* context, const DelegatedPartition& partition,
             StaticTensors statics);

  uint32_t Value(int tensor);
  uint32_t DefineCopy(int tensor, const Shape& shape);
  uint32_t DefineTensor(const TensorView& tensor, const Shape& shape,
                        const void* data, uint32_t external_id, uint32_t flags);
  // The elements of a constant input, converted to FLOAT32 if necessary.
  const void* StaticData(const NodeView& node, int i);
  std::shared_ptr<XnnBytes> CopyOf(int tensor);

  XnnGraph graph_;
  Status status_;
  bool computes_ = false;                     // a node was added
  std::unordered_map<int, uint32_t> values_;  // by tensor
  uint32_t next_external_ = 0;       // ids are reserved when the graph is
                                     // created
  std::unordered_set<int> written_;  // tensors that have a writer
  XnnProgram::Parts parts_;
  // Needed until the program is built.
  std::vector<ConstantElements<char>> weights_;
  std::deque<std::vector<float>> scales_;
};

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_XNNPACK_BUILDER_H_
