#include "delegates/dsp/bench/checks.h"
#include "delegates/dsp/bench/networks.h"

namespace tflite::dsp::bench {
namespace {

// What a shape took when it was last recorded, and the ratio to its bound that
// it has to keep, in thousandths; 0 where it does not yet reach what was asked
// for (README.md).
struct Record {
  const char* name;
  int64_t packets;
  int32_t most_thousandths;
};

// Other versions of the compiler differ by a little.
constexpr int32_t kSparePercent = 3;

bool IsWithin(const Record& record, const Sum& sum, bool is_right) {
  const bool slow = sum.packets * 100 > record.packets * (100 + kSparePercent);
  const bool over = record.most_thousandths != 0 &&
                    sum.packets * 1000 > sum.bound * record.most_thousandths;
  Print(slow || over || !is_right ? "FAILED " : "passed ");
  Print(record.name);
  Print(": ");
  Print(sum.packets);
  Print(" packets, recorded ");
  Print(record.packets);
  Print(", bound ");
  Print(sum.bound);
  Print(", ratio");
  PrintRatio(sum.packets, sum.bound);
  if (over) Print(", over what it has to keep");
  if (!is_right) Print(", wrong outputs");
  Print("\n");
  return !slow && !over && is_right;
}

bool CheckLayers(Arena& arena) {
  struct Shape {
    Record record;
    Layer layer;
    // With the scalar kernel, which takes long for large images.
    bool compare = true;
  };
  const Shape kShapes[] = {
      {{"convolution 1x1 14x14x256 to 256", 58028, 1150},
       {false, 1, SameWindow(14, 14, 256, 256, 1, 1)}},
      {{"convolution 1x1 28x28x128 to 128", 64041, 1150},
       {false, 1, SameWindow(28, 28, 128, 128, 1, 1)}},
      {{"convolution 3x3 14x14x64 to 64", 33285, 1150},
       {false, 1, SameWindow(14, 14, 64, 64, 3, 1)}},
      {{"depthwise 3x3 28x28x128", 18547, 1400},
       {true, 1, SameWindow(28, 28, 128, 128, 3, 1)}},
      {{"convolution 3x3 stride 2 224x224x3 to 32", 134304, 2000},
       {false, 1, SameWindow(224, 224, 3, 32, 3, 2)},
       false},
      {{"convolution 1x1 56x56x96 to 24", 65678, 2000},
       {false, 1, SameWindow(56, 56, 96, 24, 1, 1)},
       false},
      {{"depthwise 3x3 stride 2 112x112x64", 45076, 2000},
       {true, 1, SameWindow(112, 112, 64, 64, 3, 2)},
       false},
      {{"depthwise 3x3 stride 2 56x56x128", 21577, 2000},
       {true, 1, SameWindow(56, 56, 128, 128, 3, 2)},
       false},
      {{"depthwise 3x3 stride 2 28x28x256", 11812, 2000},
       {true, 1, SameWindow(28, 28, 256, 256, 3, 2)}},
      {{"depthwise 3x3 stride 2 14x14x512", 7453, 2000},
       {true, 1, SameWindow(14, 14, 512, 512, 3, 2)}},
      {{"depthwise 3x3 stride 2 112x112x96", 85109, 2000},
       {true, 1, SameWindow(112, 112, 96, 96, 3, 2)},
       false},
      {{"depthwise 3x3 stride 2 56x56x144", 34933, 2000},
       {true, 1, SameWindow(56, 56, 144, 144, 3, 2)},
       false},
      {{"depthwise 3x3 stride 2 28x28x192", 10665, 2000},
       {true, 1, SameWindow(28, 28, 192, 192, 3, 2)}},
      {{"depthwise 3x3 stride 2 14x14x576", 8804, 2000},
       {true, 1, SameWindow(14, 14, 576, 576, 3, 2)}},
      {{"depthwise 3x3 7x7x1024", 14412, 2000},
       {true, 1, SameWindow(7, 7, 1024, 1024, 3, 1)}},
      {{"depthwise 3x3 7x7x960", 14493, 2000},
       {true, 1, SameWindow(7, 7, 960, 960, 3, 1)}},
      {{"depthwise 3x3 13x13x64, multiplier 2", 5969, 2000},
       {true, 1, SameWindow(13, 13, 64, 128, 3, 1)}},
  };
  bool all = true;
  for (const Shape& shape : kShapes) {
    Sum sum;
    const CaseResult result =
        MeasureLayer(arena, shape.layer, shape.compare, false, &sum);
    all = IsWithin(shape.record, sum, result.is_right) && all;
  }
  return all;
}

bool CheckFullyConnected(Arena& arena) {
  const RowsCase c = {1, 1024, 1001};
  Random random(7);
  const CaseResult result = RunFullyConnected(arena, random, c, true);
  return IsWithin({"fully connected 1024 to 1001", 9206, 1150},
                  {result.packets, FullyConnectedBound(c)}, result.is_right);
}

bool CheckNetworks(Arena& arena) {
  const Sum v1 = RunNetwork(arena, 1, false);
  const Sum v2 = RunNetwork(arena, 2, false);
  const bool first = IsWithin({"MobileNet v1", 3045350, 0}, v1, true);
  const bool second = IsWithin({"MobileNet v2", 2528092, 0}, v2, true);
  return IsWithin({"MobileNet v1 and v2", 5573442, 1350},
                  {v1.packets + v2.packets, v1.bound + v2.bound}, true) &&
         first && second;
}

bool CheckOddShapes(Arena& arena) {
  const OddSum odd = RunOddShapes(arena, false);
  return IsWithin({"odd shapes", 609338, 0}, odd.sum, odd.is_right);
}

bool CheckSweep(Arena& arena) {
  const Sweep sweep = RunSweep(arena, false);
  struct Kind {
    Record sum, worst;
    const SweepSum& is;
  };
  const Kind kKinds[] = {
      {{"sweep, 1x1", 879963, 0}, {"its worst", 61890, 2600}, sweep.one_by_one},
      {{"sweep, 3x3", 6002277, 0},
       {"its worst", 51466, 2600},
       sweep.three_by_three},
      {{"sweep, depthwise 3x3", 230908, 0},
       {"its worst", 79048, 1700},
       sweep.depthwise3},
      {{"sweep, depthwise 5x5", 488293, 0},
       {"its worst", 65245, 2200},
       sweep.depthwise5},
      {{"sweep, fully connected", 227467, 0},
       {"its worst", 26298, 1250},
       sweep.rows},
  };
  bool all = true;
  for (const Kind& kind : kKinds) {
    all = IsWithin(kind.sum, kind.is.sum, true) && all;
    all = IsWithin(kind.worst, kind.is.worst, true) && all;
  }
  return all;
}

// A convolution of any shape that a network may have: channels, extents and
// filters of any size, one in three of them depthwise.
Layer RandomLayer(Random& random) {
  const bool depthwise = random.OneIn(3);
  const int32_t in = random.In(1, 130);
  const int32_t out = depthwise ? in : random.In(1, 130);
  return {depthwise, 1,
          SameWindow(random.In(5, 40), random.In(5, 40), in, out,
                     random.In(1, depthwise ? 5 : 3), random.In(1, 2))};
}

// Draws of them by a seed each: the sum, and the one that is farthest from its
// bound, in the place of packets and bound.
bool CheckRandomShapes(Arena& arena) {
  struct Draw {
    Record sum, worst;
    uint64_t seed;
  };
  const Draw kDraws[] = {
      {{"any shapes, seed 1", 752191, 0}, {"the farthest of them", 7633, 0}, 1},
      {{"any shapes, seed 2", 1905542, 0},
       {"the farthest of them", 2464, 0},
       2},
      {{"any shapes, seed 3", 1531320, 0},
       {"the farthest of them", 2829, 0},
       3},
  };
  constexpr int32_t kShapes = 40;
  bool all = true;
  for (const Draw& draw : kDraws) {
    Random random(draw.seed);
    Sum sum, worst = {0, 1};
    for (int32_t i = 0; i < kShapes; ++i) {
      Sum one;
      MeasureLayer(arena, RandomLayer(random), false, false, &one);
      sum.packets += one.packets;
      sum.bound += one.bound;
      if (one.packets * worst.bound > worst.packets * one.bound) worst = one;
    }
    all = IsWithin(draw.sum, sum, true) && all;
    all = IsWithin(draw.worst, worst, true) && all;
  }
  return all;
}

// Sums of 128 elements, against 24 packets with equal scales and 32 otherwise.
bool CheckSums(Arena& arena) {
  struct Shape {
    Record record;
    int32_t packets;  // of the bound, 128 elements
    Scales scales;
    bool is_signed;
    bool subtract = false;
    Stretch stretch = Stretch::kNone;
  };
  const Shape kShapes[] = {
      {{"add, UINT8, equal scales", 4018, 1000}, 24, Scales::kEqual, false},
      {{"add, INT8, equal scales", 4619, 1000}, 24, Scales::kEqual, true},
      {{"add, UINT8, second scaled", 8850, 1000}, 32, Scales::kSecond, false},
      {{"add, INT8, second scaled", 8554, 1000}, 32, Scales::kSecond, true},
      {{"add, UINT8, first scaled", 8853, 1000}, 32, Scales::kFirst, false},
      {{"add, INT8, first scaled", 8566, 1000}, 32, Scales::kFirst, true},
      {{"add, UINT8, both scaled", 8253, 1000}, 32, Scales::kBoth, false},
      {{"add, INT8, both scaled", 9158, 1000}, 32, Scales::kBoth, true},
      {{"subtract, INT8, equal", 4619, 1000}, 24, Scales::kEqual, true, true},
      {{"subtract, INT8, second", 8554, 1000}, 32, Scales::kSecond, true, true},
      {{"subtract, INT8, first", 8566, 1000}, 32, Scales::kFirst, true, true},
      {{"subtract, UINT8, both", 9450, 1000}, 32, Scales::kBoth, false, true},
      {{"subtract, INT8, both", 9168, 1000}, 32, Scales::kBoth, true, true},
      {{"add an element to all", 2601, 1000},
       32,
       Scales::kSecond,
       true,
       false,
       Stretch::kElement},
      {{"add a row of 24 to all, equal scales", 5239, 1000},
       24,
       Scales::kEqual,
       true,
       false,
       Stretch::kRow},
      {{"add a row of 24 to all, second scaled", 9306, 1000},
       32,
       Scales::kSecond,
       true,
       false,
       Stretch::kRow},
  };
  constexpr int32_t kVectors = 300;
  bool all = true;
  for (const Shape& shape : kShapes) {
    Random random(3);
    const CaseResult result =
        RunBinary(arena, random,
                  {BinaryForm8::kSum, shape.is_signed, shape.scales,
                   shape.subtract, shape.stretch},
                  kVectors * 128);
    all = IsWithin(shape.record, {result.packets, shape.packets * kVectors},
                   result.is_right) &&
          all;
  }
  return all;
}

// A lookup instruction serves 32 of 256 entries.
bool CheckMap(Arena& arena) {
  constexpr int32_t kVectors = 100;
  Random random(3);
  const CaseResult result = RunMap(arena, random, kVectors * 128);
  return IsWithin({"any function of one operand", 822, 1050},
                  {result.packets, 8 * kVectors}, result.is_right);
}

}  // namespace

bool CheckPackets(Arena& arena) {
  const bool layers = CheckLayers(arena);
  const bool rows = CheckFullyConnected(arena);
  const bool networks = CheckNetworks(arena);
  const bool map = CheckMap(arena);
  const bool odd = CheckOddShapes(arena);
  const bool any = CheckRandomShapes(arena);
  const bool sweep = CheckSweep(arena);
  return CheckSums(arena) && map && layers && rows && networks && odd && any &&
         sweep;
}

}  // namespace tflite::dsp::bench
