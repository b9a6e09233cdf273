#include "delegates/dsp/bench/networks.h"

#include <stddef.h>

namespace tflite::dsp::bench {
namespace {

// `count` convolutions of an image of extent x extent. With out_channels 0 they
// are depthwise.
struct Row {
  int32_t extent, in_channels, out_channels, stride, count;
};

constexpr Row kMobileNetV1[] = {
    {224, 3, 32, 2, 1},   {112, 32, 0, 1, 1},   {112, 32, 64, 1, 1},
    {112, 64, 0, 2, 1},   {56, 64, 128, 1, 1},  {56, 128, 0, 1, 1},
    {56, 128, 128, 1, 1}, {56, 128, 0, 2, 1},   {28, 128, 256, 1, 1},
    {28, 256, 0, 1, 1},   {28, 256, 256, 1, 1}, {28, 256, 0, 2, 1},
    {14, 256, 512, 1, 1}, {14, 512, 0, 1, 5},   {14, 512, 512, 1, 5},
    {14, 512, 0, 2, 1},   {7, 512, 1024, 1, 1}, {7, 1024, 0, 1, 1},
    {7, 1024, 1024, 1, 1}};

constexpr Row kMobileNetV2[] = {
    {224, 3, 32, 2, 1},  {112, 32, 0, 1, 1},  {112, 32, 16, 1, 1},
    {112, 16, 96, 1, 1}, {112, 96, 0, 2, 1},  {56, 96, 24, 1, 1},
    {56, 24, 144, 1, 2}, {56, 144, 0, 1, 1},  {56, 144, 24, 1, 1},
    {56, 144, 0, 2, 1},  {28, 144, 32, 1, 1}, {28, 32, 192, 1, 3},
    {28, 192, 0, 1, 2},  {28, 192, 32, 1, 2}, {28, 192, 0, 2, 1},
    {14, 192, 64, 1, 1}, {14, 64, 384, 1, 4}, {14, 384, 0, 1, 4},
    {14, 384, 64, 1, 3}, {14, 384, 96, 1, 1}, {14, 96, 576, 1, 3},
    {14, 576, 0, 1, 2},  {14, 576, 96, 1, 2}, {14, 576, 0, 2, 1},
    {7, 576, 160, 1, 1}, {7, 160, 960, 1, 3}, {7, 960, 0, 1, 3},
    {7, 960, 160, 1, 2}, {7, 960, 320, 1, 1}, {7, 320, 1280, 1, 1}};

Layer MakeLayer(const Row& row) {
  const bool is_depthwise = row.out_channels == 0;
  const int32_t filter = is_depthwise || row.in_channels == 3 ? 3 : 1;
  return {is_depthwise, row.count,
          SameWindow(row.extent, row.extent, row.in_channels,
                     is_depthwise ? row.in_channels : row.out_channels, filter,
                     row.stride)};
}

void PrintCounts(const CaseResult& result, int64_t bound, int64_t weights) {
  Print(" | ");
  Print(result.packets);
  Print(" | ");
  Print(bound);
  Print(" |");
  PrintRatio(result.packets, bound);
  Print(" | ");
  Print(weights);
  Print(result.is_right ? " |\n" : " | WRONG |\n");
}

}  // namespace

CaseResult MeasureLayer(Arena& arena, const Layer& layer, bool compare,
                        bool print, Sum* sum) {
  Random random(7);
  CaseResult result;
  int64_t bound, weights;
  if (layer.is_depthwise) {
    DepthwiseCase c;
    c.window = layer.window;
    result = RunDepthwise(arena, random, c, compare);
    bound = DepthwiseBound(c);
    weights = DepthwiseWeightBytes(c);
  } else {
    DenseCase c;
    c.window = layer.window;
    c.groups = layer.groups;
    result = RunConv2d(arena, random, c, compare);
    bound = Conv2dBound(c);
    weights = Conv2dWeightBytes(c);
  }
  if (print) {
    Print(layer.is_depthwise ? "| depthwise " : "| convolution ");
    PrintWindow(layer.window);
    if (layer.window.batch > 1) {
      Print(", batch ");
      Print(layer.window.batch);
    }
    if (layer.groups > 1) {
      Print(", groups ");
      Print(layer.groups);
    }
    PrintCounts(result, bound, weights);
  }
  sum->packets += int64_t{layer.count} * result.packets;
  sum->bound += layer.count * bound;
  return result;
}

Sum RunNetwork(Arena& arena, int version, bool print) {
  const bool first = version == 1;
  const Row* rows = first ? kMobileNetV1 : kMobileNetV2;
  const size_t count =
      (first ? sizeof(kMobileNetV1) : sizeof(kMobileNetV2)) / sizeof(Row);
  Sum sum;
  for (size_t i = 0; i < count; ++i) {
    MeasureLayer(arena, MakeLayer(rows[i]), false, print, &sum);
  }
  return sum;
}

namespace {

Window Dilated(Window w, int32_t by) {
  const int32_t more = (by - 1) * (w.filter_height - 1) / 2;
  w.dilation_height = w.dilation_width = by;
  w.pad_top += more;
  w.pad_left += more;
  return w;
}
Window Batched(Window w, int32_t batch) {
  w.batch = batch;
  return w;
}

}  // namespace

OddSum RunOddShapes(Arena& arena, bool print) {
  OddSum all;
  const auto run = [&](const Layer& layer) {
    const CaseResult result = MeasureLayer(arena, layer, true, print, &all.sum);
    all.is_right = all.is_right && result.is_right;
  };
  static constexpr int32_t kChannels[] = {17, 40, 64, 100};
  for (const int32_t c : kChannels) {
    for (int32_t filter = 1; filter <= 5; filter += 2) {
      const Window w = SameWindow(15, 15, c, c, filter, 1);
      if (filter < 5) run({false, 1, w});
      if (filter > 1) run({true, 1, w});
    }
  }
  const Layer kLayers[] = {
      {false, 1, SameWindow(32, 32, 16, 16, 3, 1)},
      {false, 1, SameWindow(32, 32, 3, 16, 3, 1)},
      {false, 1, SameWindow(16, 16, 32, 32, 3, 1)},
      {false, 1, SameWindow(14, 14, 64, 64, 3, 1)},
      {false, 1, SameWindow(49, 10, 1, 64, 4, 2)},
      {false, 1, SameWindow(7, 7, 100, 40, 1, 1)},
      {false, 1, SameWindow(13, 13, 17, 100, 1, 1)},
      {false, 1, SameWindow(27, 27, 40, 17, 3, 2)},
      {false, 1, Dilated(SameWindow(13, 13, 40, 40, 3, 1), 2)},
      {false, 1, Batched(SameWindow(7, 7, 40, 100, 3, 1), 2)},
      {false, 1, SameWindow(13, 13, 80, 80, 3, 1), 2},
      {true, 1, SameWindow(7, 7, 100, 100, 3, 1)},
      {true, 1, SameWindow(13, 13, 100, 100, 3, 2)},
      {true, 1, SameWindow(27, 27, 40, 40, 3, 2)},
      {true, 1, SameWindow(27, 27, 128, 128, 5, 1)},
      {true, 1, SameWindow(27, 27, 128, 128, 5, 2)},
      {true, 1, Dilated(SameWindow(27, 27, 128, 128, 3, 1), 2)},
      {true, 1, Batched(SameWindow(13, 13, 128, 128, 3, 1), 2)},
      {true, 1, SameWindow(13, 13, 64, 128, 3, 1)},  // multiplier 2
  };
  for (const Layer& layer : kLayers) run(layer);
  return all;
}

void PrintFullyConnected(Arena& arena) {
  const RowsCase kCases[] = {RowsCase{1, 1024, 1001}, RowsCase{1, 1280, 1001},
                             RowsCase{8, 1024, 1001}};
  for (const RowsCase& c : kCases) MeasureRows(arena, c, true, true);
}

Sum MeasureRows(Arena& arena, const RowsCase& c, bool compare, bool print) {
  Random random(7);
  const CaseResult result = RunFullyConnected(arena, random, c, compare);
  const int64_t bound = FullyConnectedBound(c);
  if (print) {
    Print("| fully connected ");
    Print(c.rows);
    Print("x");
    Print(c.depth);
    Print(" to ");
    Print(c.units);
    PrintCounts(result, bound, FullyConnectedWeightBytes(c));
  }
  return {result.packets, bound};
}

void PrintBinary(Arena& arena) {
  constexpr BinaryForm8 kSum = BinaryForm8::kSum;
  struct Row {
    const char* name;
    BinaryCase of;
  };
  static constexpr Row kRows[] = {
      {"add, UINT8, equal scales", {kSum, false, Scales::kEqual}},
      {"add, INT8, equal scales", {kSum, true, Scales::kEqual}},
      {"add, UINT8, second scaled", {kSum, false, Scales::kSecond}},
      {"add, INT8, second scaled", {kSum, true, Scales::kSecond}},
      {"add, UINT8, first scaled", {kSum, false, Scales::kFirst}},
      {"add, INT8, first scaled", {kSum, true, Scales::kFirst}},
      {"add, UINT8, both scaled", {kSum, false, Scales::kBoth}},
      {"add, INT8, both scaled", {kSum, true, Scales::kBoth}},
      {"subtract, UINT8, both scaled", {kSum, false, Scales::kBoth, true}},
      {"subtract, INT8, both scaled", {kSum, true, Scales::kBoth, true}},
      {"add an element to all, INT8, second scaled",
       {kSum, true, Scales::kSecond, false, Stretch::kElement}},
      {"add a row of 24 to all, INT8, equal scales",
       {kSum, true, Scales::kEqual, false, Stretch::kRow}},
      {"add a row of 24 to all, INT8, second scaled",
       {kSum, true, Scales::kSecond, false, Stretch::kRow}},
      {"multiply, INT8", {BinaryForm8::kProduct, true, Scales::kEqual}},
  };
  constexpr int32_t kCount = 38400;
  const auto print = [](const char* name, const CaseResult& result) {
    Print("| ");
    Print(name);
    Print(" |");
    PrintRatio(int64_t{result.packets} * 128, kCount);
    Print(result.is_right ? " |\n" : " | WRONG |\n");
  };
  for (const Row& row : kRows) {
    Random random(3);
    print(row.name, RunBinary(arena, random, row.of, kCount));
  }
  Random random(3);
  print("any function of one operand", RunMap(arena, random, kCount));
}

}  // namespace tflite::dsp::bench
