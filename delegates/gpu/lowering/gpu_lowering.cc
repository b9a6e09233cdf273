#include "delegates/gpu/lowering/gpu_lowering.h"

#include "delegates/gpu/lowering/convolution/conv_2d.h"
#include "delegates/gpu/lowering/convolution/depthwise_conv_2d.h"
#include "delegates/gpu/lowering/convolution/matmul.h"
#include "delegates/gpu/lowering/convolution/pool.h"
#include "delegates/gpu/lowering/convolution/transpose_conv.h"
#include "delegates/gpu/lowering/elementwise/add_n.h"
#include "delegates/gpu/lowering/elementwise/convert.h"
#include "delegates/gpu/lowering/elementwise/elementwise.h"
#include "delegates/gpu/lowering/elementwise/logic.h"
#include "delegates/gpu/lowering/recurrent/recurrent.h"
#include "delegates/gpu/lowering/recurrent/svdf.h"
#include "delegates/gpu/lowering/reduction/fft.h"
#include "delegates/gpu/lowering/reduction/rows.h"
#include "delegates/gpu/lowering/shape/arrange.h"
#include "delegates/gpu/lowering/shape/gather.h"
#include "delegates/gpu/lowering/shape/place.h"
#include "delegates/gpu/lowering/shape/scatter.h"
#include "delegates/gpu/lowering/shape/space_to_batch.h"

namespace tflite::gpu {
namespace {

using Table = LoweringTable<GpuPlanCaps, GpuBuilder>;

constexpr Table::Row kRows[] = {
    TFLL_LOWER(Table, Add, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Sub, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Mul, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Div, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Maximum, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Minimum, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, SquaredDifference, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Pow, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, FloorDiv, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, FloorMod, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Atan2, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Conv2d, PlanConv2d, EmitConv),
    TFLL_LOWER(Table, DepthwiseConv2d, PlanDepthwiseConv2d, EmitDepthwise),
    TFLL_LOWER(Table, FullyConnected, PlanFullyConnected, EmitConv),
    TFLL_LOWER(Table, TransposeConv, PlanTransposeConv, EmitTransposeConv),
    TFLL_LOWER(Table, AveragePool2d, PlanPool, EmitPool),
    TFLL_LOWER(Table, MaxPool2d, PlanPool, EmitPool),
    TFLL_LOWER(Table, L2Pool2d, PlanPool, EmitPool),
    TFLL_LOWER(Table, ResizeBilinear, PlanResize, EmitResize),
    TFLL_LOWER(Table, ResizeNearestNeighbor, PlanResize, EmitResize),
    TFLL_LOWER(Table, BatchMatmul, PlanBatchMatMul, EmitBatchMatMul),
    TFLL_LOWER(Table, Sum, PlanReduce, EmitRows),
    TFLL_LOWER(Table, Mean, PlanReduce, EmitRows),
    TFLL_LOWER(Table, ReduceProd, PlanReduce, EmitRows),
    TFLL_LOWER(Table, ReduceMax, PlanReduce, EmitRows),
    TFLL_LOWER(Table, ReduceMin, PlanReduce, EmitRows),
    TFLL_LOWER(Table, Softmax, PlanSoftmax, EmitRows),
    TFLL_LOWER(Table, LogSoftmax, PlanSoftmax, EmitRows),
    TFLL_LOWER(Table, L2Normalization, PlanL2Normalization, EmitRows),
    TFLL_LOWER(Table, Reshape, PlanReshape, EmitArrange),
    TFLL_LOWER(Table, Squeeze, PlanReshape, EmitArrange),
    TFLL_LOWER(Table, ExpandDims, PlanReshape, EmitArrange),
    TFLL_LOWER(Table, Transpose, PlanTranspose, EmitArrange),
    TFLL_LOWER(Table, Concatenation, PlanConcatenation, EmitArrange),
    TFLL_LOWER(Table, Pack, PlanConcatenation, EmitArrange),
    TFLL_LOWER(Table, Split, PlanSplit, EmitArrange),
    TFLL_LOWER(Table, SplitV, PlanSplit, EmitArrange),
    TFLL_LOWER(Table, Unpack, PlanSplit, EmitArrange),
    TFLL_LOWER(Table, Slice, PlanSlice, EmitArrange),
    TFLL_LOWER(Table, StridedSlice, PlanSlice, EmitArrange),
    TFLL_LOWER(Table, Pad, PlanPad, EmitArrange),
    TFLL_LOWER(Table, Padv2, PlanPad, EmitArrange),
    TFLL_LOWER(Table, Tile, PlanTile, EmitArrange),
    TFLL_LOWER(Table, BroadcastTo, PlanTile, EmitArrange),
    TFLL_LOWER(Table, Fill, PlanTile, EmitArrange),
    TFLL_LOWER(Table, SpaceToDepth, PlanSpaceToDepth, EmitArrange),
    TFLL_LOWER(Table, DepthToSpace, PlanSpaceToDepth, EmitArrange),
    TFLL_LOWER(Table, Gather, PlanGather, EmitGather),
    TFLL_LOWER(Table, EmbeddingLookup, PlanEmbeddingLookup, EmitGather),
    TFLL_LOWER(Table, Select, PlanSelect, EmitLogic),
    TFLL_LOWER(Table, SelectV2, PlanSelectV2, EmitLogic),
    TFLL_LOWER(Table, Cast, PlanCast, EmitCast),
    TFLL_LOWER(Table, Dequantize, PlanDequantize, EmitQuantize),
    TFLL_LOWER(Table, Prelu, PlanPrelu, EmitBinary),
    TFLL_LOWER(Table, Abs, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Neg, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Sign, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Ceil, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Floor, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Round, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Square, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Sqrt, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Rsqrt, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Exp, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Log, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Sin, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Cos, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Relu, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Relu6, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Relu0To1, PlanActivation, EmitMap),
    TFLL_LOWER(Table, ReluN1To1, PlanActivation, EmitMap),
    TFLL_LOWER(Table, LeakyRelu, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Elu, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Gelu, PlanActivation, EmitMap),
    TFLL_LOWER(Table, HardSwish, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Logistic, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Tanh, PlanActivation, EmitMap),
    TFLL_LOWER(Table, LocalResponseNormalization,
               PlanLocalResponseNormalization, EmitRows),
    TFLL_LOWER(Table, ReverseV2, PlanReverse, EmitArrange),
    TFLL_LOWER(Table, MirrorPad, PlanMirrorPad, EmitArrange),
    TFLL_LOWER(Table, GatherNd, PlanGatherNd, EmitGather),
    TFLL_LOWER(Table, Equal, PlanCompare, EmitLogic),
    TFLL_LOWER(Table, NotEqual, PlanCompare, EmitLogic),
    TFLL_LOWER(Table, Less, PlanCompare, EmitLogic),
    TFLL_LOWER(Table, LessEqual, PlanCompare, EmitLogic),
    TFLL_LOWER(Table, Greater, PlanCompare, EmitLogic),
    TFLL_LOWER(Table, GreaterEqual, PlanCompare, EmitLogic),
    TFLL_LOWER(Table, LogicalAnd, PlanLogical, EmitLogic),
    TFLL_LOWER(Table, LogicalOr, PlanLogical, EmitLogic),
    TFLL_LOWER(Table, LogicalNot, PlanLogicalNot, EmitLogic),
    TFLL_LOWER(Table, ArgMax, PlanArgMinMax, EmitLogic),
    TFLL_LOWER(Table, ArgMin, PlanArgMinMax, EmitLogic),
    TFLL_LOWER(Table, Cumsum, PlanCumsum, EmitLogic),
    TFLL_LOWER(Table, Quantize, PlanQuantize, EmitQuantize),
    TFLL_LOWER(Table, ReduceAny, PlanReduce, EmitRows),
    TFLL_LOWER(Table, ReduceAll, PlanReduce, EmitRows),
    TFLL_LOWER(Table, SpaceToBatchNd, PlanSpaceToBatch, EmitSpaceToBatch),
    TFLL_LOWER(Table, BatchToSpaceNd, PlanSpaceToBatch, EmitSpaceToBatch),
    TFLL_LOWER(Table, Rfft2d, PlanRfft2d, EmitRfft2d),
    TFLL_LOWER(Table, Real, PlanComplexPart, EmitComplexPart),
    TFLL_LOWER(Table, Imag, PlanComplexPart, EmitComplexPart),
    TFLL_LOWER(Table, ComplexAbs, PlanComplexPart, EmitComplexPart),
    TFLL_LOWER(Table, TopkV2, PlanTopkV2, EmitTopkV2),
    TFLL_LOWER(Table, DynamicUpdateSlice, PlanDynamicUpdateSlice, EmitPlace),
    TFLL_LOWER(Table, OneHot, PlanOneHot, EmitPlace),
    TFLL_LOWER(Table, ReverseSequence, PlanReverseSequence, EmitPlace),
    TFLL_LOWER(Table, MatrixDiag, PlanMatrixDiag, EmitPlace),
    TFLL_LOWER(Table, MatrixSetDiag, PlanMatrixDiag, EmitPlace),
    TFLL_LOWER(Table, ZerosLike, PlanZerosLike, EmitZeros),
    TFLL_LOWER(Table, AddN, PlanAddN, EmitAddN),
    TFLL_LOWER(Table, ScatterNd, PlanScatterNd, EmitScatter),
    TFLL_LOWER(Table, SegmentSum, PlanSegment, EmitScatter),
    TFLL_LOWER(Table, UnsortedSegmentSum, PlanSegment, EmitScatter),
    TFLL_LOWER(Table, UnsortedSegmentProd, PlanSegment, EmitScatter),
    TFLL_LOWER(Table, UnsortedSegmentMax, PlanSegment, EmitScatter),
    TFLL_LOWER(Table, UnsortedSegmentMin, PlanSegment, EmitScatter),
    TFLL_LOWER(Table, StablehloAdd, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, StablehloMultiply, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, StablehloMaximum, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, StablehloMinimum, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, StablehloAnd, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, StablehloShiftLeft, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, StablehloPad, PlanPad, EmitArrange),
    TFLL_LOWER(Table, BitwiseXor, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, RightShift, PlanBinary, EmitBinary),
    TFLL_LOWER_STATE(Table, Svdf, PlanSvdf, EmitSvdf),
    TFLL_LOWER_STATE(Table, Lstm, PlanLstm, EmitLstm),
    TFLL_LOWER_STATE(Table, UnidirectionalSequenceLstm, PlanLstm, EmitLstm),
    TFLL_LOWER_STATE(Table, BidirectionalSequenceLstm, PlanLstm, EmitLstm),
    TFLL_LOWER_STATE(Table, Rnn, PlanRnn, EmitRnn),
    TFLL_LOWER_STATE(Table, UnidirectionalSequenceRnn, PlanRnn, EmitRnn),
    TFLL_LOWER_STATE(Table, BidirectionalSequenceRnn, PlanRnn, EmitRnn),
};

constexpr Table kTable(kRows);

}  // namespace

const Table& GpuLowering() { return kTable; }

}  // namespace tflite::gpu
