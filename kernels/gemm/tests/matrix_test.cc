// How matrices are packed. Products do not show what padding has.
#include "kernels/gemm/matrix.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/isa_test_fixture.h"
#include "kernels/testing/guarded_memory.h"

namespace tflite::kernels {
namespace {

// A matrix to be packed: column j, depth d at values[j * column_stride + d *
// depth_stride].
struct Unpacked {
  GemmType type;
  int64_t n, k;
  int64_t column_stride, depth_stride;
  bool is_unsigned;
  int64_t run = 0;

  int64_t elements() const {
    return n == 0 || k == 0
               ? 0
               : (n - 1) * column_stride + (k - 1) * depth_stride + 1;
  }
  int64_t At(int64_t j, int64_t d) const {
    return j * column_stride + d * depth_stride;
  }
  std::string Name() const {
    return std::to_string(n) + "x" + std::to_string(k) + ", strides " +
           std::to_string(column_stride) + " and " +
           std::to_string(depth_stride) + ", runs of " + std::to_string(run);
  }
};

class MatrixTest : public GemmTest {
 protected:
  GemmMatrix MatrixOf(const Unpacked& u) {
    return GemmMatrix(u.type, u.n, u.k, isa(), u.run);
  }
  // Memory of the matrix's size, filled with `byte`.
  void* Filled(const GemmMatrix& matrix, uint8_t byte, GemmBuffer* buffer) {
    EXPECT_TRUE(matrix.CheckedBytes(&bytes_));
    EXPECT_TRUE(buffer->Allocate(bytes_));
    std::memset(buffer->data(), byte, bytes_);
    return buffer->data();
  }

  // Packs whole matrices, or panels from the last one to the first.
  void Pack(const GemmSource& source, bool in_parts, void* memory,
            GemmMatrix* matrix) {
    if (!in_parts) return matrix->Pack(source, memory);
    matrix->SetMemory(memory);
    for (int64_t p = matrix->num_panels() - 1; p >= 0; --p) {
      matrix->PackPanels(source, p, p + 1);
    }
  }

  void ExpectFloats(const Unpacked& u) {
    const std::vector<float> values = Floats(u.elements());
    const GuardedValues<float> data(values);
    GemmMatrix matrix = MatrixOf(u);
    Pack({data.data(), u.column_stride, u.depth_stride}, u.k % 2 != 0,
         Filled(matrix, 0xA7, &packed_), &matrix);
    const int64_t nr = isa().float_nr;
    for (int64_t p = 0; p < matrix.num_panels(); ++p) {
      const int64_t columns = std::min(nr, u.n - p * nr);
      const int64_t width = PaddedColumns(u.type, columns);
      std::vector<float> want(static_cast<size_t>(width * u.k));
      for (int64_t i = 0; i < columns * u.k; ++i) {
        const int64_t j = i % columns, d = i / columns;
        want[d * width + j] = values[u.At(p * nr + j, d)];
      }
      const float* const panel = matrix.float_panel(p);
      ASSERT_EQ(std::vector<float>(panel, panel + want.size()), want)
          << u.Name() << ", panel " << p;
    }
  }

  void ExpectIntegers(const Unpacked& u) {
    const std::vector<uint8_t> values = Random<uint8_t>(u.elements(), 0, 255);
    const GuardedValues<uint8_t> data(values);
    GemmMatrix matrix = MatrixOf(u);
    Pack({data.data(), u.column_stride, u.depth_stride, u.is_unsigned},
         u.k % 2 != 0, Filled(matrix, 0xA7, &packed_), &matrix);
    const int64_t nr = isa().int_nr, group = matrix.group();
    const int64_t run = matrix.run() == 0 ? u.k : matrix.run();
    const int64_t run_groups = RoundUp(run, group) / group;
    ASSERT_EQ(matrix.groups(), u.k == 0 ? 0 : u.k / run * run_groups);
    std::vector<int32_t> sums(matrix.padded_columns());
    for (int64_t p = 0; p < matrix.num_panels(); ++p) {
      const int64_t columns = std::min(nr, u.n - p * nr);
      const int64_t width = PaddedColumns(u.type, columns);
      std::vector<int8_t> want(
          static_cast<size_t>(width * matrix.groups() * group));
      for (int64_t i = 0; i < columns * u.k; ++i) {
        const int64_t j = i % columns, d = i / columns, in_run = d % run;
        const int64_t g = d / run * run_groups + in_run / group;
        const int value = values[u.At(p * nr + j, d)];
        const auto packed =
            static_cast<int8_t>(u.is_unsigned ? value - 128 : value);
        want[(g * width + j) * group + in_run % group] = packed;
        sums[p * nr + j] += packed;
      }
      const int8_t* const panel = matrix.int_panel(p);
      ASSERT_EQ(std::vector<int8_t>(panel, panel + want.size()), want)
          << u.Name() << ", panel " << p;
    }
    ASSERT_EQ(std::vector<int32_t>(matrix.column_sums(),
                                   matrix.column_sums() + sums.size()),
              sums)
        << u.Name();
  }

  // Packed into memory that had other contents, a matrix has the same bytes.
  void ExpectSameMemory(const Unpacked& u) {
    const std::vector<float> values = Floats(u.elements());
    GemmBuffer buffers[2];
    for (const uint8_t garbage : {0, 0xA7}) {
      GemmMatrix matrix = MatrixOf(u);
      matrix.SetMemory(Filled(matrix, garbage, &buffers[garbage == 0 ? 0 : 1]));
      matrix.ClearPadding();
      matrix.PackPanels({values.data(), u.column_stride, u.depth_stride}, 0,
                        matrix.num_panels());
    }
    ASSERT_EQ(std::memcmp(buffers[0].data(), buffers[1].data(), bytes_), 0)
        << u.Name();
  }

  template <typename Test>
  void ForEachMatrix(GemmType type, const Test& test) {
    // Up to more than one panel, and more than what is packed at a time.
    for (const int64_t n : {1, 4, 5, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 70}) {
      for (const int64_t k : {1, 2, 3, 4, 5, 8, 17, 31, 32, 33, 65, 600}) {
        if (k == 600 && n % 16 > 1) continue;
        // Solid columns, columns apart, solid depths, and neither.
        test(Unpacked{type, n, k, k, 1, false});
        test(Unpacked{type, n, k, k + 3, 1, true});
        test(Unpacked{type, n, k, 1, n, false});
        test(Unpacked{type, n, k, 2, 2 * n + 1, true});
      }
    }
  }

  size_t bytes_ = 0;  // of the last matrix
};

TEST_P(MatrixTest, FloatsAreLinesOfColumns) {
  ForEachMatrix(GemmType::kFloat, [this](Unpacked u) {
    u.is_unsigned = false;
    ExpectFloats(u);
  });
}

TEST_P(MatrixTest, BytesAreLinesOfGroups) {
  ForEachMatrix(GemmType::kByte,
                [this](const Unpacked& u) { ExpectIntegers(u); });
}

TEST_P(MatrixTest, WordsAreLinesOfGroups) {
  ForEachMatrix(GemmType::kInt16,
                [this](const Unpacked& u) { ExpectIntegers(u); });
}

TEST_P(MatrixTest, RunsStartWithAGroup) {
  for (const int64_t n : {1, 16, 20, 33}) {
    for (const int64_t run : {1, 4, 9, 35}) {
      const int64_t k = 3 * run;
      ExpectIntegers({GemmType::kByte, n, k, k, 1, false, run});
      ExpectIntegers({GemmType::kByte, n, k, 1, n, true, run});
    }
  }
}

TEST_P(MatrixTest, EqualMatricesHaveEqualMemory) {
  for (const GemmType type :
       {GemmType::kFloat, GemmType::kByte, GemmType::kInt16}) {
    ForEachMatrix(type, [this](const Unpacked& u) { ExpectSameMemory(u); });
  }
}

INSTANTIATE_TEST_SUITE_P(Isas, MatrixTest, testing::ValuesIn(Isas()), IsaName);

TEST(GemmMatrix, WithoutColumnsThereIsNothingToClear) {
  GemmMatrix matrix(GemmType::kFloat, 0, 5, *GemmPortable());
  size_t bytes = 0;
  ASSERT_TRUE(matrix.CheckedBytes(&bytes));
  std::vector<uint8_t> memory(bytes + 64, 0xA7);
  matrix.SetMemory(memory.data());
  matrix.ClearPadding();
  EXPECT_EQ(memory, std::vector<uint8_t>(memory.size(), 0xA7));
}

// Those of elements, of their bytes, of the columns' sums, and of both.
TEST(GemmMatrix, SizesBeyond63BitsAreRefused) {
  const auto fits = [](GemmType type, int64_t n, int64_t k) {
    size_t bytes = 0;
    return GemmMatrix(type, n, k, *GemmPortable()).CheckedBytes(&bytes);
  };
  constexpr int64_t kOne = 1;
  // Less than 63 bits are not too many for addresses of 64.
  constexpr bool kFit = sizeof(size_t) == 8;
  EXPECT_FALSE(fits(GemmType::kFloat, 1, kOne << 60));
  EXPECT_FALSE(fits(GemmType::kFloat, 1, kOne << 58));
  EXPECT_EQ(fits(GemmType::kFloat, 1, kOne << 57), kFit);
  EXPECT_FALSE(fits(GemmType::kByte, kOne << 61, 2));
  EXPECT_FALSE(fits(GemmType::kByte, kOne << 60, 4));
  EXPECT_EQ(fits(GemmType::kByte, kOne << 60, 2), kFit);
}

}  // namespace
}  // namespace tflite::kernels
