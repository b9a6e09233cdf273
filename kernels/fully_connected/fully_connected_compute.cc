#include "kernels/fully_connected/fully_connected_compute.h"

namespace tflite::kernels {

bool FullyConnectedCompute::Supports(const FullyConnected& op) {
  return !op.sparse && !op.shuffled && !op.sum.blocks &&
         PackedSum::Supports(op.sum, op.depth);
}

Status FullyConnectedCompute::Init(const FullyConnected& op) {
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

}  // namespace tflite::kernels
