#include "kernels/fully_connected/fully_connected_compute.h"

#include "kernels/gemm/stored/float_row.h"
#include "kernels/gemm/stored/streamed_sum.h"

namespace tflite::kernels {
namespace {

StreamedShape ShapeOf(const FullyConnected& op, int threads) {
  return {op.units, op.depth, op.rows, nullptr, threads};
}

}  // namespace

bool FullyConnectedCompute::Supports(const FullyConnected& op) {
  return !op.sparse && !op.shuffled && !op.sum.blocks &&
         PackedSum::Supports(op.sum, op.depth);
}

Status FullyConnectedCompute::Init(const FullyConnected& op) {
  reads_stored_ = op.rows == 1 && op.sum.kind == WeightedSum::Kind::kFloat &&
                  op.sum.weights_constant && HasStoredFloatRow();
  if (reads_stored_) {
    sum_ = PackedSum();
    return OkStatus();
  }
  sum_.UseWholeMultiplier();
  return sum_.Init(op.sum, 0, op.units, op.depth);
}

Status FullyConnectedCompute::SetWeights(const FullyConnected& op,
                                         const void* weights, float scale,
                                         ThreadPool* threads) {
  GemmSource source;
  source.data = weights;
  source.column_stride = op.depth;
  source.depth_stride = 1;
  return sum_.SetWeights(source, scale, threads);
}

void FullyConnectedCompute::Run(const FullyConnected& op, const Args& args,
                                ThreadPool& threads) const {
  if (op.rows == 0 || op.units == 0) return;
  if (reads_stored_) {
    return MultiplyStoredFloatRow(
        {static_cast<const float*>(args.in),
         static_cast<const float*>(args.weights), op.depth,
         static_cast<const float*>(args.bias), op.sum.float_range.min,
         op.sum.float_range.max, static_cast<float*>(args.out)},
        op.units, threads);
  }
  PackedSum::Job job;
  job.plan = args.plan;
  job.left.data = args.in;
  job.left.rows = args.plan->m;
  job.left.row_stride = op.depth;
  job.out = args.out;
  job.layout.row_stride = op.units;
  job.scratch = args.scratch;
  job.rows = args.rows;
  job.row_offsets = args.row_offsets;
  sum_.Run(job, threads);
}

bool FullyConnectedCompute::StreamsFirstRun(const FullyConnected& op) const {
  return !reads_stored_ && kernels::StreamsFirstRun(op.sum, op.depth);
}

uint64_t FullyConnectedCompute::StreamedBytes(const FullyConnected& op,
                                              int threads) const {
  return StreamedScratchBytes(op.sum, ShapeOf(op, threads));
}

void FullyConnectedCompute::RunStreamed(const FullyConnected& op,
                                        const Args& args, int most_threads,
                                        ThreadPool& threads) const {
  StreamedArgs streamed;
  streamed.shape = ShapeOf(op, most_threads);
  streamed.weights = args.weights;
  streamed.bias = args.bias;
  streamed.left.data = args.in;
  streamed.left.rows = op.rows;
  streamed.left.row_stride = op.depth;
  streamed.layout.row_stride = op.units;
  streamed.out = args.out;
  streamed.scratch = args.scratch;
  kernels::RunStreamed(op.sum, streamed, threads);
}

}  // namespace tflite::kernels
