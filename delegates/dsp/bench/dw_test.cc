#include "delegates/dsp/bench/guest.h"
#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/kernels/depthwise_conv_2d.h"
#include "delegates/dsp/skel/kernels/hvx/depthwise_plan.h"
#include "delegates/dsp/skel/memory_functions.h"
namespace tflite::dsp::bench {
struct Shape {
  int32_t ih, iw, c, m, kh, kw, sh, sw, dh, dw, pt, pl, oh, ow, batch;
};
Shape Same(int32_t ih, int32_t iw, int32_t c, int32_t k, int32_t s) {
  Shape x = {
      ih, iw, c, 1, k, k, s, s, 1, 1, 0, 0, (ih + s - 1) / s, (iw + s - 1) / s,
      1};
  int32_t ph = (x.oh - 1) * s + k - ih, pw = (x.ow - 1) * s + k - iw;
  x.pt = ph > 0 ? ph / 2 : 0;
  x.pl = pw > 0 ? pw / 2 : 0;
  return x;
}
struct Result {
  uint32_t packets;
  bool ok;
};
Result Run(Arena& arena, Random& random, const Shape& s, bool is_signed,
           bool quick, int32_t wzp, int32_t least, int32_t most, bool check) {
  arena.Reset();
  DepthwiseConv2dParams p = {};
  Window& w = p.window;
  w.batch = s.batch;
  w.in_height = s.ih;
  w.in_width = s.iw;
  w.in_channels = s.c;
  w.out_height = s.oh;
  w.out_width = s.ow;
  w.out_channels = s.c * s.m;
  w.filter_height = s.kh;
  w.filter_width = s.kw;
  w.stride_height = s.sh;
  w.stride_width = s.sw;
  w.dilation_height = s.dh;
  w.dilation_width = s.dw;
  w.pad_top = s.pt;
  w.pad_left = s.pl;
  p.multiplier = s.m;
  p.is_signed = is_signed;
  p.input_zero_point = is_signed ? random.In(-128, 127) : random.In(0, 255);
  p.weights_zero_point = wzp;
  int32_t n = s.c * s.m;
  p.finish = MakeFinish(arena, random, 1, n, is_signed, quick,
                        s.kh * s.kw * 2000 + 500);
  DepthwiseLayout layout = {s.kh, s.kw};
  p.input = arena.Take(s.batch * s.ih * s.iw * s.c);
  p.weights = arena.Take(layout.Bytes(p.finish.channels));
  p.output = arena.Take(s.batch * s.oh * s.ow * n);
  Piece expected = arena.Take(p.output.bytes);
  arena.Fill(p.input, random);
  int8_t* weights = arena.At<int8_t>(p.weights);
  memset(weights, wzp, p.weights.bytes);
  for (int32_t o = 0; o < n; o++)
    for (int32_t y = 0; y < s.kh; y++)
      for (int32_t x = 0; x < s.kw; x++)
        weights[layout.At(o, y, x)] = random.In(least, most);
  Piece scratch = arena.Take(PlaceDepthwise(p).Bytes());
  arena.Guard(scratch);
  arena.Guard(p.output);
  memset(arena.At<uint8_t>(p.output), 0x11, p.output.bytes);
  uint32_t before = Packets();
  DepthwiseConv2dHvx(p, arena.memory(),
                     {arena.At<uint8_t>(scratch), scratch.bytes});
  uint32_t packets = Packets() - before;
  Result r = {packets, true};
  if (!arena.IsGuarded(scratch)) {
    Print("SCRATCH GUARD ");
    r.ok = false;
  }
  if (!arena.IsGuarded(p.output)) {
    Print("OUTPUT GUARD ");
    r.ok = false;
  }
  if (check) {
    DepthwiseConv2dParams q = p;
    q.output = expected;
    DepthwiseConv2dScalar(q, arena.memory(), {});
    const uint8_t *a = arena.At<uint8_t>(p.output),
                  *b = arena.At<uint8_t>(expected);
    int wrong = 0, distinct = 0;
    for (uint32_t i = 0; i < p.output.bytes; i++) {
      if (a[i] != b[i]) {
        if (wrong++ < 3) {
          Print(" @");
          Print(i);
          Print(": ");
          Print(a[i]);
          Print(" want ");
          Print(b[i]);
        }
      }
      distinct += b[i] != b[0];
    }
    if (wrong) {
      Print(" WRONG ");
      Print(wrong);
      Print(" of ");
      Print(p.output.bytes);
      Print("\n");
      r.ok = false;
    }
    if (distinct * 10 < (int)p.output.bytes && p.output.bytes > 1000)
      Print(" [few distinct] ");
  }
  return r;
}
void PrintShape(const Shape& s) {
  Print(s.kh);
  Print("x");
  Print(s.kw);
  Print(" s");
  Print(s.sh);
  Print(s.sw);
  Print(" d");
  Print(s.dh);
  Print(s.dw);
  Print(" ");
  Print(s.ih);
  Print("x");
  Print(s.iw);
  Print("x");
  Print(s.c);
  Print("*");
  Print(s.m);
  Print("->");
  Print(s.oh);
  Print("x");
  Print(s.ow);
  Print(" p");
  Print(s.pt);
  Print(s.pl);
}
// 3 of 4 taps of a quad a packet, 2 packets of requantization per 32 outputs.
int64_t Bound(const Shape& s) {
  int64_t out = (int64_t)s.oh * s.ow * s.c * s.batch;
  return out * (s.kh * ((s.kw + 3) / 4) + 2) / 32;
}
void Bench(Arena& arena, Random& random, const Shape& s, bool check, int64_t n,
           int64_t* packets, int64_t* bound) {
  Result r = Run(arena, random, s, true, true, 0, -127, 127, check);
  PrintShape(s);
  Print(" ");
  Print(r.packets, 9);
  Print(" bound ");
  Print(Bound(s), 8);
  PrintRatio(r.packets, Bound(s));
  Print(r.ok ? "\n" : " BAD\n");
  *packets += n * r.packets;
  *bound += n * Bound(s);
}
}  // namespace tflite::dsp::bench
extern "C" void bench_start(int32_t* stack) {
  using namespace tflite::dsp::bench;
  Arena arena;
  Random random(7);
  const char* mode = stack[0] > 1 ? (const char*)stack[2] : "t";
  int32_t n = 0;
  if (stack[0] > 2)
    for (const char* c = (const char*)stack[3]; *c; c++) n = n * 10 + *c - '0';
  bool bad = false;
  if (mode[0] == 't') {
    for (int32_t i = 0; i < (n ? n : 60); i++) {
      Random r2(i * 7919 + 1);
      Shape s = {};
      static const int32_t kC[] = {1,  2,  3,   8,   16,  17,  24,  32,  36, 40,
                                   64, 96, 100, 128, 130, 144, 160, 192, 256};
      s.c = kC[r2.In(0, 18)];
      s.m = 1;
      s.kh = r2.OneIn(2) ? 3 : r2.In(1, 5);
      s.kw = r2.OneIn(2) ? s.kh : r2.In(1, 9);
      s.sh = r2.In(1, 2);
      s.sw = r2.OneIn(4) ? 3 : s.sh;
      s.dh = r2.OneIn(5) ? 2 : 1;
      s.dw = r2.OneIn(5) ? r2.In(1, 3) : 1;
      s.batch = r2.OneIn(4) ? 2 : 1;
      int32_t eh = (s.kh - 1) * s.dh + 1, ew = (s.kw - 1) * s.dw + 1;
      s.ih = r2.In(1, 12);
      s.iw = r2.In(1, 30);
      if (r2.OneIn(2) || s.ih < eh || s.iw < ew) {
        s.oh = (s.ih + s.sh - 1) / s.sh;
        s.ow = (s.iw + s.sw - 1) / s.sw;
        int32_t ph = (s.oh - 1) * s.sh + eh - s.ih,
                pw = (s.ow - 1) * s.sw + ew - s.iw;
        s.pt = ph > 0 ? ph / 2 : 0;
        s.pl = pw > 0 ? pw / 2 : 0;
      } else {
        s.oh = (s.ih - eh) / s.sh + 1;
        s.ow = (s.iw - ew) / s.sw + 1;
      }
      bool is_signed = !r2.OneIn(3);
      bool quick = !r2.OneIn(3);
      int32_t wzp = is_signed ? 0 : r2.In(-128, 127);
      int32_t least = -128, most = 127;
      if (r2.OneIn(2)) {
        least = wzp - 100 < -128 ? -128 : wzp - 100;
        most = wzp + 100 > 127 ? 127 : wzp + 100;
      }
      Result r = Run(arena, r2, s, is_signed, quick, wzp, least, most, true);
      if (!r.ok) {
        PrintShape(s);
        Print(is_signed ? " s8" : " u8");
        Print(quick ? " quick" : " general");
        Print(" case ");
        Print(i);
        Print("\n");
        bad = true;
      }
    }
    Print(bad ? "FAILED\n" : "all right\n");
  } else {
    bool check = mode[1] == 'c';
    int64_t P = 0, B = 0;
    Bench(arena, random, Same(28, 28, 128, 3, 1), check, 1, &P, &B);
    Print("v1\n");
    P = B = 0;
    static const int32_t v1[][4] = {
        {112, 32, 1, 1}, {112, 64, 2, 1}, {56, 128, 1, 1},
        {56, 128, 2, 1}, {28, 256, 1, 1}, {28, 256, 2, 1},
        {14, 512, 1, 5}, {14, 512, 2, 1}, {7, 1024, 1, 1}};
    for (auto& v : v1)
      Bench(arena, random, Same(v[0], v[0], v[1], 3, v[2]), check, v[3], &P,
            &B);
    Print("v1 sum ");
    Print(P);
    Print(" bound ");
    Print(B);
    PrintRatio(P, B);
    Print("\nv2\n");
    P = B = 0;
    static const int32_t v2[][4] = {
        {112, 32, 1, 1}, {112, 96, 2, 1}, {56, 144, 1, 1}, {56, 144, 2, 1},
        {28, 192, 1, 2}, {28, 192, 2, 1}, {14, 384, 1, 4}, {14, 576, 1, 2},
        {14, 576, 2, 1}, {7, 960, 1, 3}};
    for (auto& v : v2)
      Bench(arena, random, Same(v[0], v[0], v[1], 3, v[2]), check, v[3], &P,
            &B);
    Print("v2 sum ");
    Print(P);
    Print(" bound ");
    Print(B);
    PrintRatio(P, B);
    Print("\nother\n");
    static const int32_t kOdd[] = {17, 40, 64, 100};
    for (int32_t c : kOdd)
      for (int32_t k = 3; k < 6; k += 2)
        Bench(arena, random, Same(15, 15, c, k, 1), check, 1, &P, &B);
  }
  Exit(bad);
}
