#include <cmath>

#include "kernels/lstm/lstm_parts.h"
#include "kernels/math/affine.h"

namespace tflite::kernels {
namespace {

struct Types {
  TfLiteType data, weights, bias, cell;
};

Status CheckTypes(const NodeView& node, const Types& types) {
  const TfLiteType inputs[] = {types.data, types.data, types.weights,
                               types.bias, types.cell};
  const TfLiteType outputs[] = {types.data, types.cell, types.data, types.cell};
  for (int i = 0; i < 5; ++i) {
    TFLL_CONSTRAINT(C3, node.input(i).type() == inputs[i], "input ", i, " is ",
                    node.input(i).ToString());
  }
  for (int i = 0; i < 4; ++i) {
    TFLL_CONSTRAINT(C3, node.output(i).type() == outputs[i], "output ", i,
                    " is ", node.output(i).ToString());
  }
  return OkStatus();
}

Status CheckShape(const NodeView& node, int i, const Shape& shape) {
  TFLL_CONSTRAINT(C2, node.input(i).shape() == shape, "input ", i, " is ",
                  node.input(i).ToString(), ", not ", shape.ToString());
  return OkStatus();
}

Status CheckUnits(const TensorView& tensor, double scale, int32_t zero_point) {
  const auto affine = ReadAffine(tensor);
  TFLL_CONSTRAINT(C9, affine.ok(), affine.status().message());
  TFLL_CONSTRAINT(C9,
                  std::abs(affine->scale / scale - 1.0) < 1e-3 &&
                      affine->zero_point == zero_point,
                  tensor.ToString(), " has scale ", affine->scale,
                  " and zero point ", affine->zero_point);
  return OkStatus();
}

Status BindUInt8(const NodeView& node, Lstm* op) {
  constexpr double kData = 1.0 / 128, kCell = 1.0 / 2048;
  for (const TensorView& data :
       {node.input(0), node.input(1), node.output(0)}) {
    TFLL_RETURN_IF_ERROR(CheckUnits(data, kData, 128));
  }
  for (const TensorView& cell : {node.input(4), node.output(1)}) {
    TFLL_RETURN_IF_ERROR(CheckUnits(cell, kCell, 0));
  }
  const auto weights = ReadAffine(node.input(2));
  TFLL_CONSTRAINT(C8, weights.ok(), weights.status().message());
  op->basic_weights_zero_point = weights->zero_point;
  op->basic_factor = QuantizeMultiplier(weights->scale * kData * (1 << 12));
  return OkStatus();
}

}  // namespace

StatusOr<Lstm> BindBasicLstm(const NodeView& node, const LstmOptions& options) {
  const Status counts = node.CheckCounts(5, 5, 4);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  for (int i = 0; i < 5; ++i)
    TFLL_RETURN_IF_ERROR(node.RequiredInput(i).status());
  for (int i = 0; i < 4; ++i)
    TFLL_RETURN_IF_ERROR(node.RequiredOutput(i).status());
  const TensorView x = node.input(0), weights = node.input(2),
                   h = node.input(1);
  Lstm op;
  TFLL_CONSTRAINT(C2, x.rank() == 2 && h.rank() == 2 && weights.rank() == 2,
                  "inputs are ", x.ToString(), ", ", h.ToString(), ", ",
                  weights.ToString());
  TFLL_RETURN_IF_ERROR(BindLstmOptions(node, options, &op));
  TFLL_CONSTRAINT(C6, options.activation == kTfLiteActTanh, "activation ",
                  static_cast<int>(options.activation), " of the basic kernel");
  LstmLayer layer;
  layer.inputs = x.dim(1);
  layer.cells = h.dim(1);
  const int64_t rows = int64_t{4} * layer.cells;
  const int64_t columns = int64_t{layer.inputs} + layer.cells;
  TFLL_CONSTRAINT(C2, weights.dim(0) == rows && weights.dim(1) == columns,
                  "weights are ", weights.ToString(), ", not [", rows, ",",
                  columns, "]");
  TFLL_RETURN_IF_ERROR(CheckShape(node, 1, {op.batch, layer.cells}));
  TFLL_RETURN_IF_ERROR(CheckShape(node, 3, {weights.dim(0)}));
  TFLL_RETURN_IF_ERROR(CheckShape(node, 4, {op.batch, layer.cells}));
  if (x.type() == kTfLiteUInt8) {
    op.kind = LstmKind::kBasicUInt8;
    TFLL_RETURN_IF_ERROR(CheckTypes(
        node, {kTfLiteUInt8, kTfLiteUInt8, kTfLiteInt32, kTfLiteInt16}));
    TFLL_RETURN_IF_ERROR(BindUInt8(node, &op));
  } else {
    op.kind = LstmKind::kBasicFloat;
    constexpr TfLiteType f = kTfLiteFloat32;
    TFLL_RETURN_IF_ERROR(CheckTypes(node, {f, f, f, f}));
  }
  op.layers.push_back(layer);
  const Shape out = {op.batch, layer.cells};
  op.outputs = {OutputSpec::Known(out), OutputSpec::Known(out),
                OutputSpec::Known({op.batch, weights.dim(1)}),
                OutputSpec::Known({op.batch, weights.dim(0)})};
  return op;
}

}  // namespace tflite::kernels
