#include "tensorflow_lite_lite/schema/parse/op_data_table.h"

// Operators that move data or make shapes.
namespace tflite::schema {
namespace {

Status FillReshape(const ReshapeOptions& o, TfLiteReshapeParams* p) {
  return CopyList("new_shape", o.new_shape(), p->shape, &p->num_dimensions);
}

Status FillSqueeze(const SqueezeOptions& o, TfLiteSqueezeParams* p) {
  return CopyList("squeeze_dims", o.squeeze_dims(), p->squeeze_dims,
                  &p->num_squeeze_dims);
}

Status FillConcatenation(const ConcatenationOptions& o,
                         TfLiteConcatenationParams* p) {
  p->axis = o.axis();
  return ToC(o.fused_activation_function(), &p->activation);
}

Status FillPack(const PackOptions& o, TfLitePackParams* p) {
  p->values_count = o.values_count();
  p->axis = o.axis();
  return OkStatus();
}

Status FillUnpack(const UnpackOptions& o, TfLiteUnpackParams* p) {
  p->num = o.num();
  p->axis = o.axis();
  return OkStatus();
}

Status FillSplit(const SplitOptions& o, TfLiteSplitParams* p) {
  p->num_splits = o.num_splits();
  return OkStatus();
}

Status FillSplitV(const SplitVOptions& o, TfLiteSplitVParams* p) {
  p->num_splits = o.num_splits();
  return OkStatus();
}

Status FillStridedSlice(const StridedSliceOptions& o,
                        TfLiteStridedSliceParams* p) {
  p->begin_mask = o.begin_mask();
  p->end_mask = o.end_mask();
  p->ellipsis_mask = o.ellipsis_mask();
  p->new_axis_mask = o.new_axis_mask();
  p->shrink_axis_mask = o.shrink_axis_mask();
  p->offset = o.offset();
  return OkStatus();
}

Status FillGather(const GatherOptions& o, TfLiteGatherParams* p) {
  p->axis = o.axis();
  p->batch_dims = o.batch_dims();
  return OkStatus();
}

Status FillOneHot(const OneHotOptions& o, TfLiteOneHotParams* p) {
  p->axis = o.axis();
  return OkStatus();
}

Status FillMirrorPad(const MirrorPadOptions& o, TfLiteMirrorPaddingParams* p) {
  switch (o.mode()) {
    case MirrorPadMode_REFLECT:
      p->mode = kTfLiteMirrorPaddingReflect;
      return OkStatus();
    case MirrorPadMode_SYMMETRIC:
      p->mode = kTfLiteMirrorPaddingSymmetric;
      return OkStatus();
  }
  return Invalid("unknown mirror padding mode ", static_cast<int>(o.mode()));
}

Status FillSpaceToDepth(const SpaceToDepthOptions& o,
                        TfLiteSpaceToDepthParams* p) {
  p->block_size = o.block_size();
  return OkStatus();
}

Status FillDepthToSpace(const DepthToSpaceOptions& o,
                        TfLiteDepthToSpaceParams* p) {
  p->block_size = o.block_size();
  return OkStatus();
}

Status FillResizeBilinear(const ResizeBilinearOptions& o,
                          TfLiteResizeBilinearParams* p) {
  p->align_corners = o.align_corners();
  p->half_pixel_centers = o.half_pixel_centers();
  return OkStatus();
}

Status FillResizeNearest(const ResizeNearestNeighborOptions& o,
                         TfLiteResizeNearestNeighborParams* p) {
  p->align_corners = o.align_corners();
  p->half_pixel_centers = o.half_pixel_centers();
  return OkStatus();
}

Status FillReverseSequence(const ReverseSequenceOptions& o,
                           TfLiteReverseSequenceParams* p) {
  p->seq_dim = o.seq_dim();
  p->batch_dim = o.batch_dim();
  return OkStatus();
}

Status FillShape(const ShapeOptions& o, TfLiteShapeParams* p) {
  return TypeToC(o, o.out_type(), &p->out_type);
}

Status FillSparseToDense(const SparseToDenseOptions& o,
                         TfLiteSparseToDenseParams* p) {
  p->validate_indices = o.validate_indices();
  return OkStatus();
}

Status FillUnique(const UniqueOptions& o, TfLiteUniqueParams* p) {
  return TypeToC(o, o.idx_out_type(), &p->index_out_type);
}

constexpr OpDataRow kRows[] = {
    Row<FillReshape>(BuiltinOperator_RESHAPE),
    Row<FillSqueeze>(BuiltinOperator_SQUEEZE),
    Row<FillConcatenation>(BuiltinOperator_CONCATENATION),
    Row<FillPack>(BuiltinOperator_PACK),
    Row<FillUnpack>(BuiltinOperator_UNPACK),
    Row<FillSplit>(BuiltinOperator_SPLIT),
    Row<FillSplitV>(BuiltinOperator_SPLIT_V),
    Row<FillStridedSlice>(BuiltinOperator_STRIDED_SLICE),
    Row<FillGather>(BuiltinOperator_GATHER),
    Row<FillOneHot>(BuiltinOperator_ONE_HOT),
    Row<FillMirrorPad>(BuiltinOperator_MIRROR_PAD),
    Row<FillSpaceToDepth>(BuiltinOperator_SPACE_TO_DEPTH),
    Row<FillDepthToSpace>(BuiltinOperator_DEPTH_TO_SPACE),
    Row<FillResizeBilinear>(BuiltinOperator_RESIZE_BILINEAR),
    Row<FillResizeNearest>(BuiltinOperator_RESIZE_NEAREST_NEIGHBOR),
    Row<FillReverseSequence>(BuiltinOperator_REVERSE_SEQUENCE),
    Row<FillShape>(BuiltinOperator_SHAPE),
    Row<FillSparseToDense>(BuiltinOperator_SPARSE_TO_DENSE),
    Row<FillUnique>(BuiltinOperator_UNIQUE),
};

}  // namespace

absl::Span<const OpDataRow> ShapeRows() { return kRows; }

}  // namespace tflite::schema
