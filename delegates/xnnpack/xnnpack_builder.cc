#include "delegates/xnnpack/xnnpack_builder.h"

#include <algorithm>
#include <cstring>

#include "delegates/xnnpack/xnnpack_weights_cache.h"

namespace tflite::xnnpack {
namespace {

using Dims = absl::InlinedVector<size_t, XNN_MAX_TENSOR_DIMS>;

// A scalar becomes a vector of one element, which broadcasts in the same way,
// because the library requires a dimension.
Dims ToDims(const Shape& shape) {
  if (shape.rank() == 0) return {1};
  return Dims(shape.begin(), shape.end());
}

xnn_datatype DataType(TfLiteType type) {
  switch (type) {
    case kTfLiteFloat32:
      return xnn_datatype_fp32;
    case kTfLiteInt8:
      return xnn_datatype_qint8;
    case kTfLiteUInt8:
      return xnn_datatype_quint8;
    default:
      return xnn_datatype_invalid;
  }
}

}  // namespace

XnnBuilder::XnnBuilder(TfLiteContext* context,
                       const DelegatedPartition& partition,
                       StaticTensors statics)
    : PartitionBuilder(context, partition, std::move(statics)) {}

StatusOr<std::unique_ptr<XnnBuilder>> XnnBuilder::Create(
    TfLiteContext* context, const DelegatedPartition& partition,
    StaticTensors statics) {
  TFLL_RETURN_IF_ERROR(InitializeXnnpack());
  std::unique_ptr<XnnBuilder> builder(
      new XnnBuilder(context, partition, std::move(statics)));
  xnn_subgraph_t graph = nullptr;
  const size_t num_external = partition.inputs.size() +
                              partition.outputs.size() + builder->num_unread();
  builder->Check(xnn_create_subgraph(num_external, 0, &graph), "a graph");
  builder->graph_.reset(graph);
  TFLL_RETURN_IF_ERROR(builder->status_);
  builder->computes_ = false;
  return builder;
}

void XnnBuilder::Check(xnn_status status, const char* what) {
  computes_ = true;
  if (status == xnn_status_success || !status_.ok()) return;
  status_ = Internal("XNNPACK refuses ", what, ": ", StatusName(status));
}

std::shared_ptr<XnnBytes> XnnBuilder::CopyOf(int tensor) {
  const ConstantElements<char> bytes = KnownBytes(tensor);
  auto copy = std::make_shared<XnnBytes>(bytes.size());
  std::memcpy(copy->data(), bytes.data(), bytes.size());
  return copy;
}

const void* XnnBuilder::StaticData(const NodeView& node, int i) {
  weights_.push_back(KnownBytes(node.raw()->inputs->data[i]));
  return weights_.back().data();
}

uint32_t XnnBuilder::DefineTensor(const TensorView& tensor, const Shape& shape,
                                  const void* data, uint32_t external_id,
                                  uint32_t flags) {
  const Dims dims = ToDims(shape);
  const xnn_datatype type = DataType(tensor.type());
  uint32_t id = XNN_INVALID_VALUE_ID;
  if (type == xnn_datatype_fp32) {
    Check(xnn_define_tensor_value(graph(), type, dims.size(), dims.data(), data,
                                  external_id, flags, &id),
          "a tensor");
  } else {
    Check(xnn_define_quantized_tensor_value(
              graph(), type, tensor.zero_point(), tensor.scale(), dims.size(),
              dims.data(), data, external_id, flags, &id),
          "a quantized tensor");
  }
  return id;
}

uint32_t XnnBuilder::DefineCopy(int tensor, const Shape& shape) {
  parts_.operands.push_back(CopyOf(tensor));
  return DefineTensor(TensorView(&context()->tensors[tensor]), shape,
                      parts_.operands.back()->data(), XNN_INVALID_VALUE_ID, 0);
}

uint32_t XnnBuilder::Operand(const NodeView& node, int i, const Shape& shape) {
  return DefineCopy(node.raw()->inputs->data[i], shape);
}

uint32_t XnnBuilder::Value(int tensor) {
  auto [at, added] = values_.try_emplace(tensor, XNN_INVALID_VALUE_ID);
  if (!added) return at->second;
  const TensorView view(&context()->tensors[tensor]);
  const auto define = [&](uint32_t external_id, uint32_t flags) {
    return at->second =
               DefineTensor(view, view.shape(), nullptr, external_id, flags);
  };
  const TensorRole role = RoleOf(tensor);
  switch (role) {
    case TensorRole::kConstant:
      return at->second = DefineCopy(tensor, view.shape());
    case TensorRole::kUnread: {
      parts_.unread.push_back(next_external_);
      const size_t bytes = static_cast<size_t>(view.num_elements()) *
                           (view.type() == kTfLiteFloat32 ? sizeof(float) : 1);
      parts_.scratch_bytes = std::max(parts_.scratch_bytes, bytes);
      return define(next_external_++, XNN_VALUE_FLAG_EXTERNAL_OUTPUT);
    }
    case TensorRole::kInput:
    case TensorRole::kOutput: {
      const bool is_input = role == TensorRole::kInput;
      parts_.border.push_back({tensor, next_external_, is_input});
      return define(next_external_++, is_input
                                          ? XNN_VALUE_FLAG_EXTERNAL_INPUT
                                          : XNN_VALUE_FLAG_EXTERNAL_OUTPUT);
    }
    case TensorRole::kVariable:
    case TensorRole::kInner:
      break;
  }
  return define(XNN_INVALID_VALUE_ID, 0);
}

uint32_t XnnBuilder::Input(const NodeView& node, int i) {
  return Value(node.raw()->inputs->data[i]);
}

uint32_t XnnBuilder::Output(const NodeView& node, int i) {
  const int tensor = node.raw()->outputs->data[i];
  const bool is_input = RoleOf(tensor) == TensorRole::kInput;
  if ((is_input || !written_.insert(tensor).second) && status_.ok()) {
    status_ = Internal("XNNPACK cannot write ", node.output(i).name(),
                       ", which something else writes too");
  }
  return Value(tensor);
}

uint32_t XnnBuilder::Inner(const TensorView& like, const Shape& shape) {
  return DefineTensor(like, shape, nullptr, XNN_INVALID_VALUE_ID, 0);
}

uint32_t XnnBuilder::Weights(const NodeView& node, int i) {
  return Weights(node, i, node.input(i).shape());
}

uint32_t XnnBuilder::Weights(const NodeView& node, int i, const Shape& shape) {
  return DefineTensor(node.input(i), shape, StaticData(node, i),
                      XNN_INVALID_VALUE_ID, 0);
}

uint32_t XnnBuilder::ScaledWeights(const NodeView& node, int i,
                                   const Shape& shape,
                                   absl::Span<const float> scales,
                                   int dimension, int32_t zero_point) {
  const Dims dims = ToDims(shape);
  const TensorView tensor = node.input(i);
  const bool per_channel = scales.size() > 1;
  uint32_t id = XNN_INVALID_VALUE_ID;
  if (per_channel) {
    // The library keeps the pointer until the program is built.
    scales_.emplace_back(scales.begin(), scales.end());
    Check(xnn_define_channelwise_quantized_tensor_value(
              graph(),
              tensor.type() == kTfLiteInt32 ? xnn_datatype_qcint32
                                            : xnn_datatype_qcint8,
              scales_.back().data(), dims.size(), dimension, dims.data(),
              StaticData(node, i), XNN_INVALID_VALUE_ID, 0, &id),
          "weights with per-channel scales");
  } else {
    Check(xnn_define_quantized_tensor_value(
              graph(),
              tensor.type() == kTfLiteInt32 ? xnn_datatype_qint32
                                            : DataType(tensor.type()),
              zero_point, scales[0], dims.size(), dims.data(),
              StaticData(node, i), XNN_INVALID_VALUE_ID, 0, &id),
          "quantized weights");
  }
  return id;
}

uint32_t XnnBuilder::ScaledBias(const NodeView& node, int i,
                                absl::Span<const float> scales) {
  const Shape shape = {static_cast<int32_t>(node.input(i).num_elements())};
  return ScaledWeights(node, i, shape, scales, 0, 0);
}

void XnnBuilder::DefineStatic(const NodeView& node, int output) {
  const int tensor = node.raw()->outputs->data[output];
  if (!IsOutput(tensor)) return;
  parts_.known.push_back({tensor, CopyOf(tensor)});
}

StatusOr<std::unique_ptr<PartitionProgram>> XnnBuilder::Finish(
    XnnThreads* threads, int threads_asked,
    TfLiteXNNPackDelegateWeightsCache* cache, uint32_t runtime_flags) {
  TFLL_RETURN_IF_ERROR(status_);
  parts_.threads_asked = threads_asked;
  parts_.num_threads = XnnThreads::Number(threads_asked, *context());
  if (computes_) {
    parts_.threads = threads->Get(parts_.num_threads);
    xnn_runtime_t runtime = nullptr;
    const xnn_status status = CreateRuntime(
        graph(), cache, parts_.threads.get(), runtime_flags, &runtime);
    if (status != xnn_status_success) {
      return Internal("XNNPACK does not compile the partition: ",
                      StatusName(status));
    }
    parts_.runtime.reset(runtime);
  }
  return std::unique_ptr<PartitionProgram>(new XnnProgram(std::move(parts_)));
}

}  // namespace tflite::xnnpack
