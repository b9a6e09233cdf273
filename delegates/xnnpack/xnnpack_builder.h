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

// Collects the nodes of a partition in one graph of the library. Values stand
// for tensors; those at the partition's border get the memory of the tensors
// when the program runs. The library aborts on graphs in which a result is not
// read or a value is written twice: results that nobody reads become outputs
// with scratch memory, a second writer is an error.
class XnnBuilder : public PartitionBuilder {
 public:
  // Borrows all but `statics` while it lives.
  static StatusOr<std::unique_ptr<XnnBuilder>> Create(
      TfLiteContext* context, const DelegatedPartition& partition,
      StaticTensors statics);

  xnn_subgraph_t graph() { return graph_.get(); }

  // The values of a node's tensors. Constants are copied for as long as the
  // program lives.
  uint32_t Input(const NodeView& node, int i);
  uint32_t Output(const NodeView& node, int i);

  // A constant that an operator packs, as is or with a shape of other extents
  // and as many elements. Not copied where the model holds it; gone once the
  // program is built.
  uint32_t Weights(const NodeView& node, int i);
  uint32_t Weights(const NodeView& node, int i, const Shape& shape);
  // Weights with the scales given, one or one a slice of `dimension`. Integers
  // with zero point `zero_point`.
  uint32_t ScaledWeights(const NodeView& node, int i, const Shape& shape,
                         absl::Span<const float> scales, int dimension,
                         int32_t zero_point);
  // INT32 with the scales given, one or one an element.
  uint32_t ScaledBias(const NodeView& node, int i,
                      absl::Span<const float> scales);

  // A value inside the partition, of the tensor's type and quantization.
  uint32_t Inner(const TensorView& like, const Shape& shape);

  // Nothing is computed for an output whose elements are static.
  void DefineStatic(const NodeView& node, int output);

  // Notes the first failure of the library, which Finish returns.
  void Check(xnn_status status, const char* what);

  // The cache may be null, `runtime_flags` are those of xnn_create_runtime_v2;
  // `threads_asked` is as for XnnThreads::Number.
  StatusOr<std::unique_ptr<PartitionProgram>> Finish(
      XnnThreads* threads, int threads_asked,
      TfLiteXNNPackDelegateWeightsCache* cache, uint32_t runtime_flags);

 private:
  XnnBuilder(TfLiteContext* context, const DelegatedPartition& partition,
             StaticTensors statics);

  uint32_t Value(int tensor);
  uint32_t DefineTensor(const TensorView& tensor, const Shape& shape,
                        const void* data, uint32_t external_id, uint32_t flags);
  // The elements of a constant input of a node, widened if need be.
  const void* StaticData(const NodeView& node, int i);
  std::shared_ptr<XnnBytes> CopyOf(int tensor);

  XnnGraph graph_;
  Status status_;
  bool computes_ = false;                     // a node was added
  std::unordered_map<int, uint32_t> values_;  // by tensor
  uint32_t next_external_ = 0;       // ids are reserved when the graph is made
  std::unordered_set<int> written_;  // tensors that have a writer
  XnnProgram::Parts parts_;
  // Until the program is built.
  std::vector<ConstantElements<char>> weights_;
  std::deque<std::vector<float>> scales_;
};

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_XNNPACK_BUILDER_H_
