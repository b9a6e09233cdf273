#ifndef KERNELS_GEMM_STORED_PACKED_RUN_TEST_FIXTURE_H_
#define KERNELS_GEMM_STORED_PACKED_RUN_TEST_FIXTURE_H_

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/packed_sum.h"

namespace tflite::kernels {

// The n channels of a sum for rows of `depth` values; those of a hybrid sum are
// `hybrid`.
template <typename Out, typename In>
std::vector<Out> RunRows(const PackedSum& packed, int64_t n,
                         const std::vector<In>& in, int64_t depth,
                         const PackedSumRows* hybrid = nullptr) {
  const int64_t rows = static_cast<int64_t>(in.size()) / depth;
  const GemmPlan plan = packed.Plan(rows, nullptr, 1);
  GemmBuffer scratch;
  EXPECT_TRUE(scratch.Allocate(plan.scratch_bytes() + 64));
  std::vector<int32_t> row_offsets(in.size());
  std::vector<Out> out(static_cast<size_t>(rows * n));
  PackedSum::Job job;
  job.plan = &plan;
  job.left.data = in.data();
  job.left.rows = rows;
  job.left.row_stride = depth;
  job.rows = hybrid;
  job.out = out.data();
  job.layout.row_stride = n;
  job.scratch = scratch.data();
  job.row_offsets = row_offsets.data();
  ThreadPool alone(1);
  packed.Run(job, alone);
  return out;
}

// What a sum with packed weights makes of rows: what the same sums without them
// are compared with. `weights` and `bias` as in PackedSum.
template <typename T>
std::vector<T> RunPacked(const WeightedSum& sum, const std::vector<T>& in,
                         int64_t depth, const void* weights, const void* bias) {
  PackedSum packed;
  EXPECT_TRUE(packed.Init(sum, 0, sum.channels, depth).ok());
  EXPECT_TRUE(packed.SetWeights({weights, depth, 1}, 1.0f).ok());
  packed.SetBias(bias);
  return RunRows<T>(packed, sum.channels, in, depth);
}

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_STORED_PACKED_RUN_TEST_FIXTURE_H_
