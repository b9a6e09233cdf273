#ifndef KERNELS_GEMM_STORED_PACKED_RUN_TEST_FIXTURE_H_
#define KERNELS_GEMM_STORED_PACKED_RUN_TEST_FIXTURE_H_

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/packed_sum.h"

namespace tflite::kernels {

// What a sum with packed weights makes of rows: what the same sums without them
// are compared with. `weights` and `bias` as in PackedSum.
template <typename T>
std::vector<T> RunPacked(const WeightedSum& sum, const std::vector<T>& in,
                         int64_t depth, const void* weights, const void* bias) {
  const int64_t rows = static_cast<int64_t>(in.size()) / depth;
  PackedSum packed;
  EXPECT_TRUE(packed.Init(sum, 0, sum.channels, depth).ok());
  EXPECT_TRUE(packed.SetWeights({weights, depth, 1}, 1.0f).ok());
  packed.SetBias(bias);
  const GemmPlan plan = packed.Plan(rows, nullptr, 1);
  GemmBuffer scratch;
  EXPECT_TRUE(scratch.Allocate(plan.scratch_bytes() + 64));
  std::vector<T> out(static_cast<size_t>(rows * sum.channels));
  PackedSum::Job job;
  job.plan = &plan;
  job.left.data = in.data();
  job.left.rows = rows;
  job.left.row_stride = depth;
  job.out = out.data();
  job.layout.row_stride = sum.channels;
  job.scratch = scratch.data();
  ThreadPool alone(1);
  packed.Run(job, alone);
  return out;
}

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_STORED_PACKED_RUN_TEST_FIXTURE_H_
