#ifndef DELEGATES_GPU_LOWERING_RECURRENT_H_
#define DELEGATES_GPU_LOWERING_RECURRENT_H_

#include <vector>

#include "delegates/gpu/gpu_builder.h"
#include "kernels/lstm/lstm.h"
#include "kernels/rnn/rnn.h"
#include "kernels/svdf/svdf.h"

namespace tflite::gpu {

using namespace delegates;

// Operators with state, which is a value of the host's before each run and
// after it. Weights are constants, of the type of the arithmetic: FLOAT32, or
// those of integer layers, whose results have the bits of the CPU's.
//
// What the inputs of all steps give is one product of matrices; then each step
// has a kernel for what the last state gives, one for the cells, and, where
// there is a projection, one for that.

StatusOr<Svdf> PlanSvdf(const Svdf& op, const NodeView& node,
                        const GpuPlanCaps& caps);
void EmitSvdf(const Svdf& op, const NodeView& node, GpuBuilder& builder);

StatusOr<Lstm> PlanLstm(const Lstm& op, const NodeView& node,
                        const GpuPlanCaps& caps);
void EmitLstm(const Lstm& op, const NodeView& node, GpuBuilder& builder);

StatusOr<Rnn> PlanRnn(const Rnn& op, const NodeView& node,
                      const GpuPlanCaps& caps);
void EmitRnn(const Rnn& op, const NodeView& node, GpuBuilder& builder);

// Its part for integers.
void EmitIntegerLstm(const Lstm& op, const NodeView& node, GpuBuilder& builder);

// Matrices of weights, of which a row has `depth` bytes, as the kernels of
// recurrent_int.kernel take them: side by side, [depth / 4, columns]. `sums`
// get the sum of each row.
std::vector<int32_t> PackRecurrentBytes(
    const std::vector<const int8_t*>& matrices, int64_t rows, int64_t depth,
    std::vector<int64_t>* sums);

// Rows [rows, depth] of several matrices side by side, [depth, columns].
std::vector<float> PackRecurrentFloats(
    const std::vector<std::vector<float>>& matrices, int64_t rows,
    int64_t depth);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_RECURRENT_H_
