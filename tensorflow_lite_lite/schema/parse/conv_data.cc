#include "tensorflow_lite_lite/schema/parse/op_data_table.h"

// Convolutions, pooling and matrix products.
namespace tflite::schema {
namespace {

Status FillConv(const Conv2DOptions& o, TfLiteConvParams* p) {
  p->stride_width = o.stride_w();
  p->stride_height = o.stride_h();
  p->dilation_width_factor = o.dilation_w_factor();
  p->dilation_height_factor = o.dilation_h_factor();
  TFLL_RETURN_IF_ERROR(ToC(o.padding(), &p->padding));
  TFLL_RETURN_IF_ERROR(ToC(o.fused_activation_function(), &p->activation));
  return TypeToC(o, o.quantized_bias_type(), &p->quantized_bias_type);
}

Status FillDepthwiseConv(const DepthwiseConv2DOptions& o,
                         TfLiteDepthwiseConvParams* p) {
  p->stride_width = o.stride_w();
  p->stride_height = o.stride_h();
  p->depth_multiplier = o.depth_multiplier();
  p->dilation_width_factor = o.dilation_w_factor();
  p->dilation_height_factor = o.dilation_h_factor();
  TFLL_RETURN_IF_ERROR(ToC(o.padding(), &p->padding));
  return ToC(o.fused_activation_function(), &p->activation);
}

Status FillTransposeConv(const TransposeConvOptions& o,
                         TfLiteTransposeConvParams* p) {
  p->stride_width = o.stride_w();
  p->stride_height = o.stride_h();
  TFLL_RETURN_IF_ERROR(ToC(o.padding(), &p->padding));
  TFLL_RETURN_IF_ERROR(ToC(o.fused_activation_function(), &p->activation));
  return TypeToC(o, o.quantized_bias_type(), &p->quantized_bias_type);
}

Status FillConv3D(const Conv3DOptions& o, TfLiteConv3DParams* p) {
  p->stride_width = o.stride_w();
  p->stride_height = o.stride_h();
  p->stride_depth = o.stride_d();
  p->dilation_width_factor = o.dilation_w_factor();
  p->dilation_height_factor = o.dilation_h_factor();
  p->dilation_depth_factor = o.dilation_d_factor();
  TFLL_RETURN_IF_ERROR(ToC(o.padding(), &p->padding));
  return ToC(o.fused_activation_function(), &p->activation);
}

Status FillPool(const Pool2DOptions& o, TfLitePoolParams* p) {
  p->stride_width = o.stride_w();
  p->stride_height = o.stride_h();
  p->filter_width = o.filter_width();
  p->filter_height = o.filter_height();
  TFLL_RETURN_IF_ERROR(ToC(o.padding(), &p->padding));
  return ToC(o.fused_activation_function(), &p->activation);
}

Status FillFullyConnected(const FullyConnectedOptions& o,
                          TfLiteFullyConnectedParams* p) {
  p->keep_num_dims = o.keep_num_dims();
  p->asymmetric_quantize_inputs = o.asymmetric_quantize_inputs();
  TFLL_RETURN_IF_ERROR(ToC(o.fused_activation_function(), &p->activation));
  TFLL_RETURN_IF_ERROR(
      TypeToC(o, o.quantized_bias_type(), &p->quantized_bias_type));
  switch (o.weights_format()) {
    case FullyConnectedOptionsWeightsFormat_DEFAULT:
      p->weights_format = kTfLiteFullyConnectedWeightsFormatDefault;
      return OkStatus();
    case FullyConnectedOptionsWeightsFormat_SHUFFLED4x16INT8:
      p->weights_format = kTfLiteFullyConnectedWeightsFormatShuffled4x16Int8;
      return OkStatus();
  }
  return Invalid("unknown weights_format ",
                 static_cast<int>(o.weights_format()));
}

Status FillBatchMatMul(const BatchMatMulOptions& o,
                       TfLiteBatchMatMulParams* p) {
  p->adj_x = o.adj_x();
  p->adj_y = o.adj_y();
  p->asymmetric_quantize_inputs = o.asymmetric_quantize_inputs();
  return OkStatus();
}

constexpr OpDataRow kRows[] = {
    Row<FillConv>(BuiltinOperator_CONV_2D),
    Row<FillDepthwiseConv>(BuiltinOperator_DEPTHWISE_CONV_2D),
    Row<FillTransposeConv>(BuiltinOperator_TRANSPOSE_CONV),
    Row<FillConv3D>(BuiltinOperator_CONV_3D),
    Row<FillConv3D>(BuiltinOperator_CONV_3D_TRANSPOSE),
    Row<FillPool>(BuiltinOperator_AVERAGE_POOL_2D),
    Row<FillPool>(BuiltinOperator_MAX_POOL_2D),
    Row<FillPool>(BuiltinOperator_L2_POOL_2D),
    Row<FillFullyConnected>(BuiltinOperator_FULLY_CONNECTED),
    Row<FillBatchMatMul>(BuiltinOperator_BATCH_MATMUL),
};

}  // namespace

absl::Span<const OpDataRow> ConvRows() { return kRows; }

}  // namespace tflite::schema
