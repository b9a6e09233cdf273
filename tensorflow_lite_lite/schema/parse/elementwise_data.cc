#include "tensorflow_lite_lite/schema/parse/op_data_table.h"

// Elementwise operators, normalizations and reductions.
namespace tflite::schema {
namespace {

Status FillAdd(const AddOptions& o, TfLiteAddParams* p) {
  p->pot_scale_int16 = o.pot_scale_int16();
  return ToC(o.fused_activation_function(), &p->activation);
}

Status FillSub(const SubOptions& o, TfLiteSubParams* p) {
  p->pot_scale_int16 = o.pot_scale_int16();
  return ToC(o.fused_activation_function(), &p->activation);
}

Status FillMul(const MulOptions& o, TfLiteMulParams* p) {
  return ToC(o.fused_activation_function(), &p->activation);
}

Status FillDiv(const DivOptions& o, TfLiteDivParams* p) {
  return ToC(o.fused_activation_function(), &p->activation);
}

Status FillLeakyRelu(const LeakyReluOptions& o, TfLiteLeakyReluParams* p) {
  p->alpha = o.alpha();
  return OkStatus();
}

Status FillGelu(const GeluOptions& o, TfLiteGeluParams* p) {
  p->approximate = o.approximate();
  return OkStatus();
}

Status FillSoftmax(const SoftmaxOptions& o, TfLiteSoftmaxParams* p) {
  p->beta = o.beta();
  return OkStatus();
}

Status FillL2Norm(const L2NormOptions& o, TfLiteL2NormParams* p) {
  return ToC(o.fused_activation_function(), &p->activation);
}

Status FillLocalResponseNorm(const LocalResponseNormalizationOptions& o,
                             TfLiteLocalResponseNormParams* p) {
  p->radius = o.radius();
  p->bias = o.bias();
  p->alpha = o.alpha();
  p->beta = o.beta();
  return OkStatus();
}

Status FillCast(const CastOptions& o, TfLiteCastParams* p) {
  TFLL_RETURN_IF_ERROR(TypeToC(o, o.in_data_type(), &p->in_data_type));
  return TypeToC(o, o.out_data_type(), &p->out_data_type);
}

Status FillFakeQuant(const FakeQuantOptions& o, TfLiteFakeQuantParams* p) {
  p->min = o.min();
  p->max = o.max();
  p->num_bits = o.num_bits();
  p->narrow_range = o.narrow_range();
  return OkStatus();
}

Status FillBucketize(const BucketizeOptions& o, TfLiteBucketizeParams* p) {
  if (o.boundaries() == nullptr) return OkStatus();
  p->num_boundaries = static_cast<int>(o.boundaries()->size());
  p->boundaries = o.boundaries()->data();
  return OkStatus();
}

Status FillReducer(const ReducerOptions& o, TfLiteReducerParams* p) {
  p->keep_dims = o.keep_dims();
  return OkStatus();
}

Status FillArgMax(const ArgMaxOptions& o, TfLiteArgMaxParams* p) {
  return TypeToC(o, o.output_type(), &p->output_type);
}

Status FillArgMin(const ArgMinOptions& o, TfLiteArgMinParams* p) {
  return TypeToC(o, o.output_type(), &p->output_type);
}

Status FillCumsum(const CumsumOptions& o, TfLiteCumsumParams* p) {
  p->exclusive = o.exclusive();
  p->reverse = o.reverse();
  return OkStatus();
}

constexpr OpDataRow kRows[] = {
    Row<FillAdd>(BuiltinOperator_ADD),
    Row<FillSub>(BuiltinOperator_SUB),
    Row<FillMul>(BuiltinOperator_MUL),
    Row<FillDiv>(BuiltinOperator_DIV),
    Row<FillLeakyRelu>(BuiltinOperator_LEAKY_RELU),
    Row<FillGelu>(BuiltinOperator_GELU),
    Row<FillSoftmax>(BuiltinOperator_SOFTMAX),
    Row<FillL2Norm>(BuiltinOperator_L2_NORMALIZATION),
    Row<FillLocalResponseNorm>(BuiltinOperator_LOCAL_RESPONSE_NORMALIZATION),
    Row<FillCast>(BuiltinOperator_CAST),
    Row<FillFakeQuant>(BuiltinOperator_FAKE_QUANT),
    Row<FillBucketize>(BuiltinOperator_BUCKETIZE),
    Row<FillReducer>(BuiltinOperator_MEAN),
    Row<FillReducer>(BuiltinOperator_SUM),
    Row<FillReducer>(BuiltinOperator_REDUCE_PROD),
    Row<FillReducer>(BuiltinOperator_REDUCE_MAX),
    Row<FillReducer>(BuiltinOperator_REDUCE_MIN),
    Row<FillReducer>(BuiltinOperator_REDUCE_ANY),
    Row<FillReducer>(BuiltinOperator_REDUCE_ALL),
    Row<FillArgMax>(BuiltinOperator_ARG_MAX),
    Row<FillArgMin>(BuiltinOperator_ARG_MIN),
    Row<FillCumsum>(BuiltinOperator_CUMSUM),
};

}  // namespace

absl::Span<const OpDataRow> ElementwiseRows() { return kRows; }

}  // namespace tflite::schema
