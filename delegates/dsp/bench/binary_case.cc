#include "delegates/dsp/bench/kernel_case.h"
#include "delegates/dsp/bench/run_kernel.h"
#include "delegates/dsp/skel/kernels/binary.h"

namespace tflite::dsp::bench {
namespace {

Factor RandomFactor(Random& random, int32_t least_shift, int32_t most_shift) {
  return {random.In(1 << 30, 0x7fffffff), -random.In(least_shift, most_shift)};
}

// All but the shape and the pieces.
BinaryParams MakeBinary(Random& random, const BinaryCase& c) {
  const int32_t least = c.is_signed ? -128 : 0;
  const auto byte = [&] { return random.In(least, least + 255); };
  BinaryParams p = {};
  p.form = c.form;
  p.is_signed = c.is_signed;
  p.subtract = random.OneIn(2);
  p.x_zero_point = byte();
  p.y_zero_point = byte();
  p.zero_point = byte();
  p.min = random.OneIn(2) ? least : random.In(least, least + 60);
  p.max = random.OneIn(2) ? least + 255 : random.In(least + 150, least + 255);
  p.shift = 20;
  p.x_factor = p.y_factor = {1 << 30, 0};
  if (c.scales == Scales::kFirst) p.x_factor = RandomFactor(random, 1, 6);
  if (c.scales == Scales::kSecond) p.y_factor = RandomFactor(random, 1, 6);
  if (c.scales == Scales::kBoth) {
    p.x_factor = RandomFactor(random, 0, 6);
    p.y_factor = RandomFactor(random, 1, 6);
  }
  p.factor = c.form == BinaryForm8::kProduct ? RandomFactor(random, 4, 9)
                                             : RandomFactor(random, 17, 19);
  if (c.form == BinaryForm8::kSquare) {
    p.shift = 7;
    p.factor.shift += random.In(2, 6);
  }
  return p;
}

CaseResult Run(Arena& arena, Random& random, BinaryParams p, int32_t x_count,
               int32_t y_count, int32_t count) {
  p.x = arena.Take(x_count);
  p.y = arena.Take(y_count);
  p.output = arena.Take(count);
  arena.Fill(p.x, random);
  arena.Fill(p.y, random);
  if (p.form == BinaryForm8::kTable) {
    p.table = arena.Take(1 << 16);
    arena.Fill(p.table, random);
  }
  return RunKernel<BinaryParams>(arena, p, BinaryHvx, BinaryScalar, true);
}

}  // namespace

CaseResult RunBinary(Arena& arena, Random& random, const BinaryCase& c,
                     int32_t count) {
  arena.Reset();
  BinaryParams p = MakeBinary(random, c);
  // Shifts as trained models have them.
  p.factor.shift = c.form == BinaryForm8::kProduct  ? -8
                   : c.form == BinaryForm8::kSquare ? -14
                                                    : -18;
  if (c.scales == Scales::kBoth) p.x_factor.shift = -2;
  p.subtract = c.subtract;
  if (c.stretch == Stretch::kRow) {
    constexpr int32_t kRow = 24;
    p.rank = 2;
    p.extents[0] = count / kRow;
    p.extents[1] = p.x_strides[0] = kRow;
    p.x_strides[1] = p.y_strides[1] = 1;
    return Run(arena, random, p, count, kRow, count);
  }
  p.rank = 1;
  p.extents[0] = count;
  p.x_strides[0] = 1;
  p.y_strides[0] = c.stretch == Stretch::kElement ? 0 : 1;
  return Run(arena, random, p, count, count, count);
}

CaseResult RunTableOfPairs(Arena& arena, Random& random, int32_t count) {
  arena.Reset();
  BinaryParams p =
      MakeBinary(random, {BinaryForm8::kTable, true, Scales::kEqual});
  p.rank = 1;
  p.extents[0] = count;
  p.x_strides[0] = p.y_strides[0] = 1;
  return Run(arena, random, p, count, count, count);
}

CaseResult RunSpreadProduct(Arena& arena, Random& random, int32_t count,
                            bool second) {
  constexpr int32_t kRows = 3;
  arena.Reset();
  BinaryParams p =
      MakeBinary(random, {BinaryForm8::kProduct, true, Scales::kEqual});
  p.factor.shift = -8;
  p.rank = 2;
  p.extents[0] = kRows;
  p.extents[1] = count;
  p.x_strides[1] = second ? 1 : 2;
  p.y_strides[1] = second ? 2 : 1;
  p.x_strides[0] = p.x_strides[1] * count;
  p.y_strides[0] = p.y_strides[1] * count;
  return Run(arena, random, p, kRows * p.x_strides[0], kRows * p.y_strides[0],
             kRows * count);
}

CaseResult RunRandomBinary(Arena& arena, Random& random) {
  static constexpr BinaryForm8 kForms[] = {
      BinaryForm8::kSum,     BinaryForm8::kSum,     BinaryForm8::kProduct,
      BinaryForm8::kMaximum, BinaryForm8::kMinimum, BinaryForm8::kSquare,
      BinaryForm8::kTable};
  arena.Reset();
  const BinaryCase c = {kForms[random.In(0, 6)], random.OneIn(2),
                        static_cast<Scales>(random.In(0, 3))};
  BinaryParams p = MakeBinary(random, c);
  if (random.OneIn(10)) p.factor.shift = random.In(-30, 3);
  p.rank = random.In(1, 4);
  const bool many_rows = random.OneIn(4);
  int32_t x_count = 1, y_count = 1, count = 1;
  for (int32_t d = p.rank - 1; d >= 0; --d) {
    p.extents[d] = d == p.rank - 1                ? random.In(1, 300)
                   : many_rows && d == p.rank - 2 ? random.In(30, 120)
                                                  : random.In(1, 4);
    p.x_strides[d] = random.OneIn(4) ? 0 : x_count;
    p.y_strides[d] = random.OneIn(4) ? 0 : y_count;
    if (p.x_strides[d] != 0) x_count *= p.extents[d];
    if (p.y_strides[d] != 0) y_count *= p.extents[d];
    count *= p.extents[d];
  }
  return Run(arena, random, p, x_count, y_count, count);
}

CaseResult RunWildBinary(Arena& arena, Random& random) {
  static constexpr BinaryForm8 kForms[] = {BinaryForm8::kSum, BinaryForm8::kSum,
                                           BinaryForm8::kSquare,
                                           BinaryForm8::kProduct};
  arena.Reset();
  const BinaryCase c = {kForms[random.In(0, 3)], random.OneIn(2),
                        static_cast<Scales>(random.In(0, 3))};
  BinaryParams p = MakeBinary(random, c);
  const bool is_square = c.form == BinaryForm8::kSquare;
  p.shift = random.In(0, is_square ? 8 : 21);
  // Powers of two may be exact. Squares of more would not fit.
  Factor* const factors[] = {&p.x_factor, &p.y_factor};
  for (Factor* f : factors) {
    if (random.OneIn(2)) f->multiplier = 1 << 30;
    f->shift = is_square ? -random.In(2, 6) : random.In(-8, 1);
  }
  const int32_t more =
      p.x_factor.shift > p.y_factor.shift ? p.x_factor.shift : p.y_factor.shift;
  // About 8 bits are left.
  const int32_t bits = p.shift - 1 + more;
  if (c.form == BinaryForm8::kSum) p.factor.shift = 1 - bits;
  if (is_square) p.factor.shift = -7 - 2 * bits;
  p.factor.shift += random.In(-1, 1);
  p.rank = 1;
  p.extents[0] = random.In(1, 400);
  p.x_strides[0] = p.y_strides[0] = 1;
  return Run(arena, random, p, p.extents[0], p.extents[0], p.extents[0]);
}

}  // namespace tflite::dsp::bench
