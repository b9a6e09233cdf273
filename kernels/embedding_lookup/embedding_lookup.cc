#include "kernels/embedding_lookup/embedding_lookup.h"

#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::kernels {
namespace {

bool IsQuantizedTable(TfLiteType type) {
  return IsByte(type) || type == kTfLiteInt4 || type == kTfLiteInt2;
}

Status BindScales(const NodeView& node, const TensorView& table,
                  EmbeddingLookup* op) {
  const auto blocks = BindBlocks(node, table);
  TFLL_CONSTRAINT(C5, blocks.ok(), blocks.status().message());
  op->blocks = *blocks;
  const auto scales = table.scales();
  if (op->blocks || scales.size() == 1) return OkStatus();
  // A table that is not constant has its scale read at evaluation.
  if (scales.empty() && !table.is_constant()) return OkStatus();
  TFLL_CONSTRAINT(C5,
                  static_cast<int64_t>(scales.size()) == op->rows &&
                      table.quantized_dimension() == 0,
                  "table ", table.ToString(), " has ", scales.size(),
                  " scales along dimension ", table.quantized_dimension());
  const auto zero_points = table.zero_points();
  op->row_scales.assign(scales.begin(), scales.end());
  op->row_zero_points.assign(op->rows, 0);
  for (size_t i = 0; i < zero_points.size() && zero_points.size() > 1; ++i) {
    TFLL_CONSTRAINT(C5, static_cast<int64_t>(i) < op->rows, "table ",
                    table.ToString(), " has ", zero_points.size(),
                    " zero points");
    op->row_zero_points[i] = zero_points[i];
  }
  return OkStatus();
}

}  // namespace

StatusOr<EmbeddingLookup> BindEmbeddingLookup(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 2, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView ids, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView table, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2, IsIndexType(ids.type()) && ids.rank() == 1, "ids are ",
                  ids.ToString());
  TFLL_CONSTRAINT(C3, table.rank() >= 1 && ElementBits(table.type()) != 0,
                  "table is ", table.ToString());
  EmbeddingLookup op;
  op.table_type = table.type();
  op.output_type = output.type();
  const bool same_bytes =
      op.table_type == kTfLiteUInt8 && op.output_type == kTfLiteInt8;
  op.dequantize = op.table_type != op.output_type && !same_bytes;
  const bool numbers =
      op.output_type == kTfLiteFloat32 || op.output_type == kTfLiteFloat16;
  TFLL_CONSTRAINT(
      C4, !op.dequantize || (numbers && IsQuantizedTable(op.table_type)),
      "table is ", table.ToString(), ", output ", output.ToString());
  op.ids_are_64_bit = ids.type() == kTfLiteInt64;
  op.count = ids.dim(0);
  op.rows = table.dim(0);
  Shape shape = table.shape();
  op.row_size = shape.Product(1, shape.rank());
  shape[0] = ids.dim(0);
  if (op.dequantize) TFLL_RETURN_IF_ERROR(BindScales(node, table, &op));
  op.outputs.push_back(OutputSpec::Known(std::move(shape)));
  return op;
}

StatusOr<EmbeddingLookupSparse> BindEmbeddingLookupSparse(
    const NodeView& node) {
  const Status counts = node.CheckCounts(5, 5, 1);
  TFLL_CONSTRAINT(S1, counts.ok(), counts.message());
  TensorView in[5];
  for (int i = 0; i < 5; ++i) {
    TFLL_ASSIGN_OR_RETURN(in[i], node.RequiredInput(i));
  }
  const TensorView &ids = in[0], &indices = in[1], &dense_shape = in[2];
  const TensorView &weights = in[3], &table = in[4];
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteEmbeddingLookupSparseParams>());
  TFLL_CONSTRAINT(
      S2,
      ids.type() == kTfLiteInt32 && ids.rank() == 1 &&
          indices.type() == kTfLiteInt32 && indices.rank() == 2 &&
          indices.dim(0) == ids.dim(0) && dense_shape.type() == kTfLiteInt32 &&
          dense_shape.rank() == 1 && dense_shape.dim(0) == indices.dim(1),
      "ids are ", ids.ToString(), ", indices ", indices.ToString(),
      ", dense shape ", dense_shape.ToString());
  TFLL_CONSTRAINT(S3,
                  weights.type() == kTfLiteFloat32 && weights.rank() == 1 &&
                      weights.dim(0) == ids.dim(0) &&
                      table.type() == kTfLiteFloat32 && table.rank() >= 1 &&
                      output.type() == kTfLiteFloat32 && indices.dim(1) > 0,
                  "weights are ", weights.ToString(), ", table ",
                  table.ToString(), ", output ", output.ToString());
  EmbeddingLookupSparse op;
  op.combiner = params->combiner;
  TFLL_CONSTRAINT(S5,
                  op.combiner == kTfLiteCombinerTypeSum ||
                      op.combiner == kTfLiteCombinerTypeMean ||
                      op.combiner == kTfLiteCombinerTypeSqrtn,
                  "combiner is ", static_cast<int>(op.combiner));
  op.count = ids.dim(0);
  op.rank = indices.dim(1);
  op.rows = table.dim(0);
  op.row_size = table.shape().Product(1, table.rank());
  if (!node.readable(dense_shape)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  auto shape = ReadShape(dense_shape);
  TFLL_CONSTRAINT(S4, shape.ok(), shape.status().message());
  shape->resize(op.rank - 1);
  for (int i = 1; i < table.rank(); ++i) shape->push_back(table.dim(i));
  op.outputs.push_back(OutputSpec::Known(*std::move(shape)));
  return op;
}

}  // namespace tflite::kernels
