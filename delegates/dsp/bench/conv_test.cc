#include "delegates/dsp/bench/guest.h"
#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/kernels/conv_2d.h"
#include "delegates/dsp/skel/kernels/hvx/scratch.h"
#include "delegates/dsp/skel/memory_functions.h"

namespace tflite::dsp::bench {

struct Shape {
  int32_t ih, iw, ic, oc, kh, kw, sh, sw, dh, dw, pt, pl, oh, ow, groups, batch;
};

Shape Same(int32_t ih, int32_t iw, int32_t ic, int32_t oc, int32_t k,
           int32_t s) {
  Shape x = {ih,
             iw,
             ic,
             oc,
             k,
             k,
             s,
             s,
             1,
             1,
             0,
             0,
             (ih + s - 1) / s,
             (iw + s - 1) / s,
             1,
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

Result RunConv(Arena& arena, Random& random, const Shape& s, bool is_signed,
               bool quick, int32_t wzp, bool check) {
  arena.Reset();
  Conv2dParams p = {};
  Window& w = p.window;
  w.batch = s.batch;
  w.in_height = s.ih;
  w.in_width = s.iw;
  w.in_channels = s.ic;
  w.out_height = s.oh;
  w.out_width = s.ow;
  w.out_channels = s.oc;
  w.filter_height = s.kh;
  w.filter_width = s.kw;
  w.stride_height = s.sh;
  w.stride_width = s.sw;
  w.dilation_height = s.dh;
  w.dilation_width = s.dw;
  w.pad_top = s.pt;
  w.pad_left = s.pl;
  p.groups = s.groups;
  p.is_signed = is_signed;
  p.input_zero_point = is_signed ? random.In(-128, 127) : random.In(0, 255);
  p.weights_zero_point = wzp;
  int32_t kg = s.ic / s.groups, ng = s.oc / s.groups;
  p.finish = MakeFinish(arena, random, s.groups, ng, is_signed, quick,
                        kg * s.kh * s.kw * 60 + 500);
  DenseLayout layout = {s.kh * s.kw, kg};
  p.input = arena.Take(s.batch * s.ih * s.iw * s.ic);
  p.weights = arena.Take(layout.Bytes(p.finish.channels));
  p.output = arena.Take(s.batch * s.oh * s.ow * s.oc);
  Piece expected = arena.Take(p.output.bytes);
  arena.Fill(p.input, random);
  uint8_t* weights = arena.At<uint8_t>(p.weights);
  memset(weights, wzp, p.weights.bytes);
  for (int32_t g = 0; g < s.groups; g++)
    for (int32_t j = 0; j < ng; j++)
      for (int32_t t = 0; t < s.kh * s.kw; t++)
        for (int32_t c = 0; c < kg; c++)
          weights[layout.At(PaddedChannel(g, j, ng), t, c)] = random.Next();
  Piece scratch = arena.Take(Conv2dTables(p).Bytes());
  arena.Guard(scratch);
  arena.Guard(p.output);
  memset(arena.At<uint8_t>(p.output), 0x11, p.output.bytes);
  uint32_t before = Packets();
  Conv2dHvx(p, arena.memory(), {arena.At<uint8_t>(scratch), scratch.bytes});
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
    Conv2dParams q = p;
    q.output = expected;
    Conv2dScalar(q, arena.memory(), {});
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
  Print(s.ic);
  Print("->");
  Print(s.oh);
  Print("x");
  Print(s.ow);
  Print("x");
  Print(s.oc);
  Print(" g");
  Print(s.groups);
  Print(" p");
  Print(s.pt);
  Print(s.pl);
}

// A fully connected layer, through its own entry.
void BenchFullyConnected(Arena& arena, Random& random, int32_t rows,
                         int32_t depth, int32_t units, bool is_signed,
                         bool quick, bool print, bool* bad) {
  arena.Reset();
  FullyConnectedParams p = {};
  p.rows = rows;
  p.depth = depth;
  p.units = units;
  p.is_signed = is_signed;
  p.input_zero_point = is_signed ? random.In(-128, 127) : random.In(0, 255);
  p.weights_zero_point = is_signed ? 128 : random.In(0, 255);
  p.finish =
      MakeFinish(arena, random, 1, units, is_signed, quick, depth * 60 + 500);
  DenseLayout layout = {1, depth};
  p.input = arena.Take(rows * depth);
  p.weights = arena.Take(layout.Bytes(p.finish.channels));
  p.output = arena.Take(rows * units);
  Piece expected = arena.Take(p.output.bytes);
  arena.Fill(p.input, random);
  uint8_t* w = arena.At<uint8_t>(p.weights);
  memset(w, p.weights_zero_point, p.weights.bytes);
  for (int32_t j = 0; j < units; j++)
    for (int32_t c = 0; c < depth; c++) w[layout.At(j, 0, c)] = random.Next();
  Piece scratch = arena.Take(Conv2dTables(AsConvolution(p)).Bytes());
  arena.Guard(scratch);
  arena.Guard(p.output);
  uint32_t before = Packets();
  FullyConnectedHvx(p, arena.memory(),
                    {arena.At<uint8_t>(scratch), scratch.bytes});
  uint32_t packets = Packets() - before;
  FullyConnectedParams q = p;
  q.output = expected;
  FullyConnectedScalar(q, arena.memory(), {});
  bool ok = arena.IsGuarded(scratch) && arena.IsGuarded(p.output) &&
            memcmp(arena.At<uint8_t>(p.output), arena.At<uint8_t>(expected),
                   p.output.bytes) == 0;
  if (!ok) {
    *bad = true;
    Print("BAD ");
  }
  if (print || !ok) {
    int64_t bound = (int64_t)rows * depth * units / (rows == 1 ? 128 : 256) +
                    rows * units / 16;
    Print("fully connected ");
    Print(rows);
    Print("x");
    Print(depth);
    Print("->");
    Print(units);
    Print(" ");
    Print(packets);
    Print(" bound ");
    Print(bound);
    PrintRatio(packets, bound);
    Print("\n");
  }
}

int64_t Bound(const Shape& s) {
  int64_t out = (int64_t)s.oh * s.ow * s.oc * s.batch;
  int64_t mac = out * (s.ic / s.groups) * s.kh * s.kw;
  return mac / 256 + out / 16;
}

void Bench(Arena& arena, Random& random, const Shape& s, bool check,
           int64_t* packets, int64_t* bound) {
  Result r = RunConv(arena, random, s, true, true, 128, check);
  PrintShape(s);
  Print(" ");
  Print(r.packets, 9);
  Print(" bound ");
  Print(Bound(s), 8);
  PrintRatio(r.packets, Bound(s));
  Print(r.ok ? "\n" : " BAD\n");
  *packets += r.packets;
  *bound += Bound(s);
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
      static const int32_t kC[] = {1,  2,  3,  4,  5,  8,   12,  16,  17, 24,
                                   32, 36, 40, 64, 96, 100, 128, 130, 136};
      static const int32_t kN[] = {1,   3,   8,   16,  17,  24,  31,  32,
                                   33,  40,  64,  72,  96,  100, 120, 128,
                                   130, 144, 160, 192, 200, 224, 256};
      s.groups = r2.OneIn(6) ? r2.In(2, 3) : 1;
      s.ic = kC[r2.In(0, 18)] * s.groups;
      s.oc = kN[r2.In(0, 22)] * s.groups;
      s.kh = r2.OneIn(2) ? 1 : r2.In(1, 4);
      s.kw = r2.OneIn(2) ? s.kh : r2.In(1, 5);
      s.sh = r2.In(1, 2);
      s.sw = r2.OneIn(4) ? 3 : s.sh;
      s.dh = r2.OneIn(5) ? 2 : 1;
      s.dw = r2.OneIn(5) ? r2.In(1, 3) : 1;
      s.batch = r2.OneIn(4) ? 2 : 1;
      int32_t eh = (s.kh - 1) * s.dh + 1, ew = (s.kw - 1) * s.dw + 1;
      s.ih = r2.In(1, 12);
      s.iw = r2.In(1, 40);
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
      int32_t wzp = is_signed ? 128 : r2.In(0, 255);
      Result r = RunConv(arena, r2, s, is_signed, quick, wzp, true);
      if (!r.ok || n == -1) {
        PrintShape(s);
        Print(is_signed ? " s8" : " u8");
        Print(quick ? " quick" : " general");
        Print(" case ");
        Print(i);
        Print("\n");
        bad = true;
      }
    }
    for (int32_t i = 0; i < 40; i++) {
      Random r2(i + 99);
      BenchFullyConnected(arena, r2, r2.OneIn(2) ? 1 : r2.In(2, 20),
                          r2.In(1, 300), r2.In(1, 300), !r2.OneIn(3),
                          !r2.OneIn(3), false, &bad);
    }
    Print(bad ? "FAILED\n" : "all right\n");
  } else {
    bool check = mode[1] == 'c';
    int64_t P = 0, B = 0;
    Bench(arena, random, Same(14, 14, 256, 256, 1, 1), check, &P, &B);
    Bench(arena, random, Same(28, 28, 128, 128, 1, 1), check, &P, &B);
    Bench(arena, random, Same(14, 14, 64, 64, 3, 1), check, &P, &B);
    BenchFullyConnected(arena, random, 1, 1024, 1001, true, true, true, &bad);
    BenchFullyConnected(arena, random, 1, 1280, 1001, true, true, true, &bad);
    BenchFullyConnected(arena, random, 8, 1024, 1001, true, true, true, &bad);
    Print("v1\n");
    P = B = 0;
    Bench(arena, random, Same(224, 224, 3, 32, 3, 2), check, &P, &B);
    static const int32_t v1[][3] = {
        {112, 32, 64},  {56, 64, 128},  {56, 128, 128}, {28, 128, 256},
        {28, 256, 256}, {14, 256, 512}, {14, 512, 512}, {14, 512, 512},
        {14, 512, 512}, {14, 512, 512}, {14, 512, 512}, {7, 512, 1024},
        {7, 1024, 1024}};
    for (auto& v : v1)
      Bench(arena, random, Same(v[0], v[0], v[1], v[2], 1, 1), check, &P, &B);
    Print("v1 sum ");
    Print(P);
    Print(" bound ");
    Print(B);
    PrintRatio(P, B);
    Print("\nv2\n");
    P = B = 0;
    Bench(arena, random, Same(224, 224, 3, 32, 3, 2), check, &P, &B);
    static const int32_t v2[][4] = {
        {112, 32, 16, 1}, {112, 16, 96, 1}, {56, 96, 24, 1},  {56, 24, 144, 2},
        {56, 144, 24, 1}, {28, 144, 32, 1}, {28, 32, 192, 3}, {28, 192, 32, 2},
        {14, 192, 64, 1}, {14, 64, 384, 4}, {14, 384, 64, 3}, {14, 384, 96, 1},
        {14, 96, 576, 3}, {14, 576, 96, 2}, {7, 576, 160, 1}, {7, 160, 960, 3},
        {7, 960, 160, 2}, {7, 960, 320, 1}, {7, 320, 1280, 1}};
    for (auto& v : v2) {
      int64_t p = 0, b = 0;
      Bench(arena, random, Same(v[0], v[0], v[1], v[2], 1, 1), check, &p, &b);
      P += p * v[3];
      B += b * v[3];
    }
    Print("v2 sum ");
    Print(P);
    Print(" bound ");
    Print(B);
    PrintRatio(P, B);
    Print("\n");
    Print("other\n");
    static const int32_t kOdd[] = {17, 40, 100};
    for (int32_t c : kOdd)
      for (int32_t k = 1; k < 4; k += 2)
        Bench(arena, random, Same(15, 15, c, c, k, 1), check, &P, &B);
    Bench(arena, random, Same(32, 32, 16, 16, 3, 1), check, &P, &B);
    Bench(arena, random, Same(32, 32, 3, 16, 3, 1), check, &P, &B);
    Bench(arena, random, Same(16, 16, 32, 32, 3, 1), check, &P, &B);
    Bench(arena, random, Same(49, 10, 1, 64, 4, 2), check, &P, &B);
  }
  Exit(bad);
}
