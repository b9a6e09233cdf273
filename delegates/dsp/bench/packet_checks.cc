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
      {{"convolution 1x1 14x14x256 to 256", 58093, 1150},
       {false, 1, SameWindow(14, 14, 256, 256, 1, 1)}},
      {{"convolution 1x1 28x28x128 to 128", 64103, 1150},
       {false, 1, SameWindow(28, 28, 128, 128, 1, 1)}},
      {{"convolution 3x3 14x14x64 to 64", 33337, 1150},
       {false, 1, SameWindow(14, 14, 64, 64, 3, 1)}},
      {{"depthwise 3x3 28x28x128", 18542, 1400},
       {true, 1, SameWindow(28, 28, 128, 128, 3, 1)}},
      {{"convolution 3x3 stride 2 224x224x3 to 32", 134081, 2000},
       {false, 1, SameWindow(224, 224, 3, 32, 3, 2)},
       false},
      {{"convolution 1x1 56x56x96 to 24", 65470, 2000},
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
      {{"depthwise 3x3 stride 2 112x112x96", 85101, 2000},
       {true, 1, SameWindow(112, 112, 96, 96, 3, 2)},
       false},
      {{"depthwise 3x3 stride 2 56x56x144", 34931, 2000},
       {true, 1, SameWindow(56, 56, 144, 144, 3, 2)},
       false},
      {{"depthwise 3x3 stride 2 28x28x192", 10665, 2000},
       {true, 1, SameWindow(28, 28, 192, 192, 3, 2)}},
      {{"depthwise 3x3 stride 2 14x14x576", 8804, 2000},
       {true, 1, SameWindow(14, 14, 576, 576, 3, 2)}},
      {{"depthwise 3x3 7x7x1024", 15236, 2000},
       {true, 1, SameWindow(7, 7, 1024, 1024, 3, 1)}},
      {{"depthwise 3x3 7x7x960", 14489, 2000},
       {true, 1, SameWindow(7, 7, 960, 960, 3, 1)}},
      {{"depthwise 3x3 13x13x64, multiplier 2", 6116, 2000},
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
  return IsWithin({"fully connected 1024 to 1001", 9277, 1150},
                  {result.packets, FullyConnectedBound(c)}, result.is_right);
}

bool CheckNetworks(Arena& arena) {
  const Sum v1 = RunNetwork(arena, 1, false);
  const Sum v2 = RunNetwork(arena, 2, false);
  const bool first = IsWithin({"MobileNet v1", 3045966, 0}, v1, true);
  const bool second = IsWithin({"MobileNet v2", 2527887, 0}, v2, true);
  return IsWithin({"MobileNet v1 and v2", 5573853, 1350},
                  {v1.packets + v2.packets, v1.bound + v2.bound}, true) &&
         first && second;
}

bool CheckOddShapes(Arena& arena) {
  const OddSum odd = RunOddShapes(arena, false);
  return IsWithin({"odd shapes", 698621, 0}, odd.sum, odd.is_right);
}

// Sums of 128 elements, against 24 packets with equal scales and 32 otherwise.
bool CheckSums(Arena& arena) {
  struct Shape {
    Record record;
    Scales scales;
    bool is_signed;
    int32_t packets;  // of the bound, 128 elements
  };
  const Shape kShapes[] = {
      {{"add, UINT8, equal scales", 1403, 1000}, Scales::kEqual, false, 24},
      {{"add, INT8, equal scales", 1603, 1000}, Scales::kEqual, true, 24},
      {{"add, UINT8, second scaled", 3033, 1000}, Scales::kSecond, false, 32},
      {{"add, INT8, second scaled", 2937, 1000}, Scales::kSecond, true, 32},
      {{"add, UINT8, first scaled", 3035, 1000}, Scales::kFirst, false, 32},
      {{"add, INT8, first scaled", 2948, 1000}, Scales::kFirst, true, 32},
      {{"add, INT8, both scaled", 4395, 0}, Scales::kBoth, true, 32},
  };
  constexpr int32_t kVectors = 100;
  bool all = true;
  for (const Shape& shape : kShapes) {
    Random random(3);
    const CaseResult result = RunBinary(
        arena, random, {BinaryForm8::kSum, shape.is_signed, shape.scales},
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
  return CheckSums(arena) && map && layers && rows && networks && odd;
}

}  // namespace tflite::dsp::bench
