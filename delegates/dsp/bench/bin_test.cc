#include "delegates/dsp/bench/guest.h"
#include "delegates/dsp/skel/kernels/binary.h"
#include "delegates/dsp/skel/memory_functions.h"
namespace tflite::dsp::bench {
bool Check(Arena& arena, BinaryParams p, int64_t packets_per, uint32_t count) {
  Piece expected = arena.Take(p.output.bytes);
  arena.Guard(p.output);
  uint32_t before = Packets();
  BinaryHvx(p, arena.memory(), {});
  uint32_t packets = Packets() - before;
  if (packets_per) {
    Print(packets);
    Print(" packets, per 128:");
    PrintRatio((int64_t)packets * 128, count);
    Print("\n");
  }
  BinaryParams q = p;
  q.output = expected;
  BinaryScalar(q, arena.memory(), {});
  const uint8_t *a = arena.At<uint8_t>(p.output),
                *b = arena.At<uint8_t>(expected);
  int wrong = 0;
  for (uint32_t i = 0; i < p.output.bytes; i++)
    if (a[i] != b[i]) {
      if (wrong++ < 2) {
        Print(" @");
        Print(i);
        Print(": ");
        Print(a[i]);
        Print(" want ");
        Print(b[i]);
      }
    }
  if (!arena.IsGuarded(p.output)) {
    Print("OUTPUT GUARD ");
    wrong++;
  }
  return wrong == 0;
}
BinaryParams Make(Arena& arena, Random& r, int form, bool sgn, int scales,
                  int32_t n) {
  arena.Reset();
  BinaryParams p = {};
  p.form = (BinaryForm8)form;
  p.is_signed = sgn;
  p.subtract = r.OneIn(2);
  p.rank = 1;
  p.extents[0] = n;
  p.x_strides[0] = p.y_strides[0] = 1;
  int least = sgn ? -128 : 0;
  p.x_zero_point = r.In(least, least + 255);
  p.y_zero_point = r.In(least, least + 255);
  p.zero_point = r.In(least, least + 255);
  p.min = r.OneIn(2) ? least : r.In(least, least + 60);
  p.max = r.OneIn(2) ? least + 255 : r.In(least + 150, least + 255);
  p.shift = 20;
  p.x_factor = {1 << 30, 0};
  p.y_factor = {1 << 30, 0};
  p.factor = {r.In(1 << 30, 0x7fffffff), -r.In(17, 19)};
  if (scales == 1) p.y_factor = {r.In(1 << 30, 0x7fffffff), -r.In(1, 6)};
  if (scales == 2) p.x_factor = {r.In(1 << 30, 0x7fffffff), -r.In(1, 6)};
  if (scales == 3) {
    p.x_factor = {r.In(1 << 30, 0x7fffffff), -r.In(0, 6)};
    p.y_factor = {r.In(1 << 30, 0x7fffffff), -r.In(1, 6)};
  }
  if (form == 2) p.factor = {r.In(1 << 30, 0x7fffffff), -r.In(4, 9)};
  if (r.OneIn(10)) p.factor.shift = r.In(-30, 3);
  return p;
}
}  // namespace tflite::dsp::bench
extern "C" void bench_start(int32_t* stack) {
  using namespace tflite::dsp::bench;
  using namespace tflite::dsp;
  Arena arena;
  bool bad = false;
  for (int i = 0; i < 300; i++) {
    Random r(i * 31 + 5);
    int form[] = {0, 0, 2, 3, 4, 1};
    BinaryParams p =
        Make(arena, r, form[r.In(0, 5)], r.OneIn(2), r.In(0, 3), 1);
    p.rank = r.In(1, 4);
    int32_t xs = 1, ys = 1, n = 1;
    for (int d = p.rank - 1; d >= 0; d--) {
      p.extents[d] = d == p.rank - 1 ? r.In(1, 300) : r.In(1, 4);
      p.x_strides[d] = r.OneIn(4) ? 0 : xs;
      p.y_strides[d] = r.OneIn(4) ? 0 : ys;
      if (p.x_strides[d]) xs *= p.extents[d];
      if (p.y_strides[d]) ys *= p.extents[d];
      n *= p.extents[d];
    }
    p.x = arena.Take(xs);
    p.y = arena.Take(ys);
    p.output = arena.Take(n);
    arena.Fill(p.x, r);
    arena.Fill(p.y, r);
    if (!Check(arena, p, 0, n)) {
      Print("case ");
      Print(i);
      Print(" form ");
      Print((int)p.form);
      Print("\n");
      bad = true;
    }
  }
  const char* names[] = {"add equal ", "add y scaled ", "add x scaled ",
                         "add both scaled "};
  for (int s = 0; s < 4; s++)
    for (int sg = 0; sg < 2; sg++) {
      Random r(3);
      BinaryParams p = Make(arena, r, 0, sg, s, 12800);
      if (s == 3) p.x_factor.shift = -2;
      p.factor.shift = -18;
      p.x = arena.Take(12800);
      p.y = arena.Take(12800);
      p.output = arena.Take(12800);
      arena.Fill(p.x, r);
      arena.Fill(p.y, r);
      Print(names[s]);
      Print(sg ? "s8 " : "u8 ");
      bad |= !Check(arena, p, 1, 12800);
    }
  {
    Random r(3);
    BinaryParams p = Make(arena, r, 2, true, 0, 12800);
    p.factor.shift = -8;
    p.x = arena.Take(12800);
    p.y = arena.Take(12800);
    p.output = arena.Take(12800);
    arena.Fill(p.x, r);
    arena.Fill(p.y, r);
    Print("mul ");
    bad |= !Check(arena, p, 1, 12800);
  }
  Print(bad ? "FAILED\n" : "all right\n");
  Exit(bad);
}
