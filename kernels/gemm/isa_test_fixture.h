#ifndef KERNELS_GEMM_ISA_TEST_FIXTURE_H_
#define KERNELS_GEMM_ISA_TEST_FIXTURE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/gemm.h"
#include "kernels/math/activation.h"
#include "kernels/math/fixed_point.h"

namespace tflite::kernels {

inline std::vector<const GemmIsa*> Isas() {
  int count = 0;
  const GemmIsa* const* isas = GemmIsas(&count);
  return {isas, isas + count};
}

constexpr Halves kBothHalves[] = {Halves::kAwayFromZero, Halves::kUp};

// The result of a sum.
inline int32_t Requantized(int32_t sum, QuantizedMultiplier factor,
                           Halves halves, int32_t zero_point,
                           ActivationRange<int32_t> range) {
  const int64_t y =
      int64_t{MultiplyByQuantizedMultiplier(sum, factor, halves)} + zero_point;
  return static_cast<int32_t>(std::clamp<int64_t>(y, range.min, range.max));
}

inline int64_t RoundUp(int64_t n, int64_t to) { return (n + to - 1) / to * to; }

// A test that runs for every instruction set of the machine.
class GemmTest : public testing::TestWithParam<const GemmIsa*> {
 protected:
  const GemmIsa& isa() const { return *GetParam(); }

  template <typename T>
  std::vector<T> Random(int64_t n, int64_t min, int64_t max) {
    std::uniform_int_distribution<int64_t> values(min, max);
    std::vector<T> v(static_cast<size_t>(n));
    for (T& x : v) x = static_cast<T>(values(engine_));
    return v;
  }
  // Small integers over 8: products and sums are exact.
  std::vector<float> Floats(int64_t n) {
    std::vector<float> v = Random<float>(n, -8, 8);
    for (float& x : v) x /= 8;
    return v;
  }

  // Columns of n adjacent ones with the padding of the last panel.
  int64_t PaddedColumns(GemmType type, int64_t n) const {
    if (type != GemmType::kFloat) return RoundUp(n, isa().int_vector);
    const int64_t last = (n - 1) % isa().float_nr + 1;
    return n - last +
           (last <= isa().float_narrow ? isa().float_narrow
                                       : RoundUp(last, isa().float_vector));
  }

  GemmMatrix Packed(GemmType type, int64_t n, int64_t k,
                    const GemmSource& source, int64_t run = 0) {
    GemmMatrix matrix(type, n, k, isa(), run);
    size_t bytes = 0;
    EXPECT_TRUE(matrix.CheckedBytes(&bytes));
    EXPECT_TRUE(packed_.Allocate(bytes + kGuardBytes));
    uint8_t* const guard = static_cast<uint8_t*>(packed_.data()) + bytes;
    std::memset(guard, kGuardByte, kGuardBytes);
    matrix.Pack(source, packed_.data());
    ExpectUnchanged(guard, "beyond a matrix of " + std::to_string(n) + "x" +
                               std::to_string(k));
    return matrix;
  }
  // Memory of the plan's size; what is written beyond fails the test.
  void* Scratch(const GemmPlan& plan) {
    ExpectGuard();
    guard_ = plan.scratch_bytes();
    EXPECT_TRUE(scratch_.Allocate(guard_ + kGuardBytes));
    std::memset(Guard(), kGuardByte, kGuardBytes);
    return scratch_.data();
  }
  void TearDown() override { ExpectGuard(); }

  std::mt19937 engine_{20240917};
  GemmBuffer packed_, scratch_;

 private:
  static constexpr size_t kGuardBytes = 4096;
  static constexpr uint8_t kGuardByte = 0xA7;

  uint8_t* Guard() { return static_cast<uint8_t*>(scratch_.data()) + guard_; }
  void ExpectGuard() {
    if (scratch_.data() == nullptr) return;
    ExpectUnchanged(Guard(), "beyond the scratch memory of " +
                                 std::to_string(guard_) + " bytes");
  }
  void ExpectUnchanged(const uint8_t* guard, const std::string& where) {
    const std::vector<uint8_t> want(kGuardBytes, kGuardByte);
    EXPECT_EQ(std::memcmp(guard, want.data(), kGuardBytes), 0)
        << "written " << where;
  }

  size_t guard_ = 0;  // offset in scratch_
};

inline std::string IsaName(const testing::TestParamInfo<const GemmIsa*>& info) {
  return info.param->name;
}

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_ISA_TEST_FIXTURE_H_
