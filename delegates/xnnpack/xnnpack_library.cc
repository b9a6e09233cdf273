#include "delegates/xnnpack/xnnpack_library.h"

#include <cmath>
#include <initializer_list>
#include <vector>

#include "delegates/xnnpack/xnnpack_device.h"

namespace tflite::xnnpack {
namespace {

constexpr float kInf = INFINITY;
constexpr float kWeights[64] = {};
constexpr float kScales[4] = {1.0f, 1.0f, 1.0f, 1.0f};

// A graph for trying operations, on images of 4x4 pixels with 4 channels.
class Trial {
 public:
  explicit Trial(XnnType type) : type_(type) {
    if (xnn_create_subgraph(0, 0, &graph_) != xnn_status_success) {
      graph_ = nullptr;
    }
  }
  ~Trial() {
    if (graph_ != nullptr) xnn_delete_subgraph(graph_);
  }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  // XNNPACK checks types and shapes here and does not access elements.
  bool Takes(XnnOp op);

 private:
  using Dims = std::vector<size_t>;

  uint32_t Define(xnn_datatype type, const Dims& dims, const void* data) {
    uint32_t id = XNN_INVALID_VALUE_ID;
    if (type == xnn_datatype_fp32) {
      xnn_define_tensor_value(graph_, type, dims.size(), dims.data(), data,
                              XNN_INVALID_VALUE_ID, 0, &id);
    } else {
      xnn_define_quantized_tensor_value(graph_, type, 0, kScale, dims.size(),
                                        dims.data(), data, XNN_INVALID_VALUE_ID,
                                        0, &id);
    }
    return id;
  }
  uint32_t PerChannel(xnn_datatype type, const Dims& dims, size_t channel) {
    uint32_t id = XNN_INVALID_VALUE_ID;
    xnn_define_channelwise_quantized_tensor_value(
        graph_, type, kScales, dims.size(), channel, dims.data(), kWeights,
        XNN_INVALID_VALUE_ID, 0, &id);
    return id;
  }
  xnn_datatype DataType() const {
    return type_ == XnnType::kFloat32 ? xnn_datatype_fp32
           : type_ == XnnType::kQint8 ? xnn_datatype_qint8
                                      : xnn_datatype_quint8;
  }
  uint32_t Value(const Dims& dims = {1, 4, 4, 4}) {
    return Define(DataType(), dims, nullptr);
  }
  uint32_t Weights(const Dims& dims) {
    return Define(DataType(), dims, kWeights);
  }
  uint32_t Filter(bool per_channel, const Dims& dims, size_t channel = 0) {
    return per_channel ? PerChannel(xnn_datatype_qcint8, dims, channel)
                       : Weights(dims);
  }
  uint32_t Bias(bool per_channel) {
    if (per_channel) return PerChannel(xnn_datatype_qcint32, {4}, 0);
    return Define(
        type_ == XnnType::kFloat32 ? xnn_datatype_fp32 : xnn_datatype_qint32,
        {4}, kWeights);
  }

  static bool Ok(xnn_status status) { return status == xnn_status_success; }

  bool TakesElementwise(XnnOp op);
  bool TakesMaxPool(uint32_t stride);
  bool TakesWindow(XnnOp op);
  bool TakesLayout(XnnOp op);
  bool TakesSums(XnnOp op);
  bool TakesConvert();

  static constexpr float kScale = 0x1.0p-8f;
  const XnnType type_;
  xnn_subgraph_t graph_ = nullptr;
};

bool Trial::TakesElementwise(XnnOp op) {
  if (const XnnUnary define = UnaryFunction(op)) {
    return Ok(define(graph_, Value(), Value(), 0));
  }
  switch (op) {
    case XnnOp::kClamp:
      return Ok(xnn_define_clamp(graph_, -kInf, kInf, Value(), Value(), 0));
    case XnnOp::kElu:
      return Ok(xnn_define_elu(graph_, 1.0f, Value(), Value(), 0));
    case XnnOp::kLeakyRelu:
      return Ok(xnn_define_leaky_relu(graph_, 0.5f, Value(), Value(), 0));
    case XnnOp::kPrelu:
      return Ok(xnn_define_prelu(graph_, Value(), Weights({4}), Value(), 0));
    default:
      return Ok(
          DefineBinary(op, graph_, -kInf, kInf, Value(), Value(), Value()));
  }
}

// Windows of 2x2 pixels.
bool Trial::TakesMaxPool(uint32_t stride) {
  const size_t pixels = 2 / stride + 1;  // 2 with stride 2, 1 with stride 3
  return Ok(xnn_define_max_pooling_2d(graph_, 0, 0, 0, 0, 2, 2, stride, stride,
                                      1, 1, -kInf, kInf, Value(),
                                      Value({1, pixels, pixels, 4}), 0));
}

bool Trial::TakesWindow(XnnOp op) {
  switch (op) {
    case XnnOp::kAveragePool:
      return Ok(xnn_define_average_pooling_2d(graph_, 0, 0, 0, 0, 2, 2, 2, 2,
                                              -kInf, kInf, Value(),
                                              Value({1, 2, 2, 4}), 0));
    case XnnOp::kMaxPool:
      return TakesMaxPool(2);
    case XnnOp::kMaxPoolApart:
      return TakesMaxPool(3);
    case XnnOp::kGlobalAveragePool:
      return Ok(xnn_define_global_average_pooling_2d(
          graph_, -kInf, kInf, Value(), Value({1, 1, 1, 4}), kKeepDimensions));
    default:
      return false;
  }
}

bool Trial::TakesSums(XnnOp op) {
  const bool per_channel = op >= XnnOp::kConvPerChannel;  // these come last
  switch (op) {
    case XnnOp::kConv:
    case XnnOp::kConvPerChannel:
      return Ok(xnn_define_convolution_2d(
          graph_, 0, 0, 0, 0, 2, 2, 1, 1, 1, 1, 1, 4, 4, -kInf, kInf, Value(),
          Filter(per_channel, {4, 2, 2, 4}), Bias(per_channel),
          Value({1, 3, 3, 4}), 0));
    case XnnOp::kDepthwise:
    case XnnOp::kDepthwisePerChannel:
      return Ok(xnn_define_depthwise_convolution_2d(
          graph_, 0, 0, 0, 0, 2, 2, 1, 1, 1, 1, 1, 4, -kInf, kInf, Value(),
          Filter(per_channel, {1, 2, 2, 4}, 3), Bias(per_channel),
          Value({1, 3, 3, 4}), 0));
    case XnnOp::kDeconv:
    case XnnOp::kDeconvPerChannel:
      return Ok(xnn_define_deconvolution_2d(
          graph_, 0, 0, 0, 0, 0, 0, 2, 2, 1, 1, 1, 1, 1, 4, 4, -kInf, kInf,
          Value(), Filter(per_channel, {4, 2, 2, 4}), Bias(per_channel),
          Value({1, 5, 5, 4}), 0));
    case XnnOp::kFullyConnected:
    case XnnOp::kFullyConnectedPerChannel:
      return Ok(xnn_define_fully_connected(graph_, -kInf, kInf, Value(),
                                           Filter(per_channel, {4, 4}),
                                           Bias(per_channel), Value(), 0));
    default:
      return false;
  }
}

// Conversion from FLOAT32 to the type and back.
bool Trial::TakesConvert() {
  if (type_ == XnnType::kFloat32) return false;
  const Dims dims = {4};
  return Ok(xnn_define_convert(graph_, Define(xnn_datatype_fp32, dims, nullptr),
                               Value(dims), 0)) &&
         Ok(xnn_define_convert(graph_, Value(dims),
                               Define(xnn_datatype_fp32, dims, nullptr), 0));
}

bool Trial::TakesLayout(XnnOp op) {
  switch (op) {
    case XnnOp::kConvert:
      return TakesConvert();
    case XnnOp::kReshape: {
      const size_t shape[] = {4, 16};
      return Ok(xnn_define_static_reshape(graph_, 2, shape, Value(),
                                          Value({4, 16}), 0));
    }
    case XnnOp::kPad: {
      const size_t pads[] = {0, 1, 1, 0};
      return Ok(xnn_define_static_constant_pad(
          graph_, pads, pads, 0.0f, Value(), Value({1, 6, 6, 4}), 0));
    }
    case XnnOp::kResizeBilinear:
      return Ok(xnn_define_static_resize_bilinear_2d(graph_, 8, 8, Value(),
                                                     Value({1, 8, 8, 4}), 0));
    case XnnOp::kDepthToSpace:
#if TFLL_HAS_xnn_define_depth_to_space
      return Ok(xnn_define_depth_to_space(graph_, Value(), Value({1, 8, 8, 1}),
                                          2, 0));
#elif TFLL_HAS_xnn_define_depth_to_space_2d
      return Ok(xnn_define_depth_to_space_2d(graph_, 2, Value(),
                                             Value({1, 8, 8, 1}), 0));
#else
      return false;
#endif
#if TFLL_HAS_xnn_define_static_transpose
    case XnnOp::kTranspose: {
      const size_t permutation[] = {0, 2, 1, 3};
      return Ok(xnn_define_static_transpose(graph_, 4, permutation, Value(),
                                            Value(), 0));
    }
#endif
#if TFLL_HAS_xnn_define_concatenate2
    case XnnOp::kConcatenate:
      return Ok(xnn_define_concatenate2(graph_, 3, Value(), Value(),
                                        Value({1, 4, 4, 8}), 0));
#endif
#if TFLL_HAS_xnn_define_even_split2
    case XnnOp::kSplit:
      return Ok(xnn_define_even_split2(graph_, 3, Value(), Value({1, 4, 4, 2}),
                                       Value({1, 4, 4, 2}), 0));
#endif
    default:
      return false;
  }
}

bool Trial::Takes(XnnOp op) {
  if (graph_ == nullptr) return false;
  return TakesElementwise(op) || TakesWindow(op) || TakesSums(op) ||
         TakesLayout(op);
}

}  // namespace

XnnUnary UnaryFunction(XnnOp op) {
  switch (op) {
    case XnnOp::kAbs:
      return xnn_define_abs;
    case XnnOp::kCeil:
      return xnn_define_ceiling;
    case XnnOp::kFloor:
      return xnn_define_floor;
    case XnnOp::kHardSwish:
      return xnn_define_hardswish;
    case XnnOp::kNegate:
      return xnn_define_negate;
    case XnnOp::kRound:
      return xnn_define_bankers_rounding;
    case XnnOp::kSigmoid:
      return xnn_define_sigmoid;
    case XnnOp::kSoftmax:
      return xnn_define_softmax;
    case XnnOp::kSquare:
      return xnn_define_square;
    case XnnOp::kSquareRoot:
      return xnn_define_square_root;
#if TFLL_HAS_xnn_define_tanh
    case XnnOp::kTanh:
      return xnn_define_tanh;
#endif
    default:
      return nullptr;
  }
}

xnn_status DefineBinary(XnnOp op, xnn_subgraph_t graph, float min, float max,
                        uint32_t a, uint32_t b, uint32_t output) {
  switch (op) {
    case XnnOp::kAdd:
      return xnn_define_add2(graph, min, max, a, b, output, 0);
    case XnnOp::kSubtract:
      return xnn_define_subtract(graph, min, max, a, b, output, 0);
    case XnnOp::kMultiply:
      return xnn_define_multiply2(graph, min, max, a, b, output, 0);
    case XnnOp::kDivide:
      return xnn_define_divide(graph, min, max, a, b, output, 0);
    case XnnOp::kMaximum:
      return xnn_define_maximum2(graph, a, b, output, 0);
    case XnnOp::kMinimum:
      return xnn_define_minimum2(graph, a, b, output, 0);
    case XnnOp::kSquaredDifference:
      return xnn_define_squared_difference(graph, a, b, output, 0);
    default:
      return xnn_status_unsupported_parameter;
  }
}

LibraryOperations::LibraryOperations() {
  if (!InitializeXnnpack().ok()) return;
  for (const XnnType type :
       {XnnType::kFloat32, XnnType::kQint8, XnnType::kQuint8}) {
    for (int i = 0; i < static_cast<int>(XnnOp::kCount); ++i) {
      const auto op = static_cast<XnnOp>(i);
      has_[Index(op, type)] = Trial(type).Takes(op);
    }
  }
}

}  // namespace tflite::xnnpack
