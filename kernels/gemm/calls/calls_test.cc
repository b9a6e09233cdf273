// Which functions of the instruction set's table the matrix engine calls, with
// which tiles and operands, and how it plans and packs: for many products, and
// for tables that differ in what makes it choose (recording_isa.h), also those
// that this machine cannot run. Results show little of that, so that
// calls.golden has digests.
//
// If calls were changed on purpose, run
// ./bazelw run //kernels/gemm:calls_test -- --update_golden
#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/calls/recording_isa.h"
#include "kernels/gemm/depthwise.h"
#include "kernels/gemm/gemm.h"
#include "kernels/gemm/winograd/winograd.h"
#include "testing/digest.h"

namespace tflite::kernels {
namespace {

constexpr char kGolden[] = "kernels/gemm/calls/calls.golden";
constexpr int kProducts = 40;  // of each kind

// Memory with the same contents in each run.
struct alignas(64) Line {
  uint8_t bytes[64];
};
class Memory {
 public:
  explicit Memory(uint64_t bytes) : bytes_(bytes), lines_(bytes / 64 + 2) {
    for (size_t i = 0; i < lines_.size() * 64; ++i) {
      lines_[i / 64].bytes[i % 64] = static_cast<uint8_t>(i * 37 + i / 64);
    }
  }
  void* data() { return lines_.data(); }
  uint64_t bytes() const { return bytes_; }

 private:
  const uint64_t bytes_;
  std::vector<Line> lines_;
};

// Whether sinks let kernels keep their sums: no, for bytes, for floats.
enum class Keeps { kNothing, kBytes, kFloats };

// Notes the tiles that it gets.
class Sink : public GemmSink, public GemmBlockSink, public GemmWideSink {
 public:
  Sink(CallLog& log, Keeps keeps, bool fits, const float* scales)
      : log_(log), keeps_(keeps), fits_(fits), scales_(scales) {}

  void Store(const int32_t* sums, int64_t pitch, int64_t m, int64_t rows,
             int64_t n, int64_t columns) const override {
    Tile("store", sums, pitch, m, rows, n, columns);
  }
  void Store(const int64_t* sums, int64_t pitch, int64_t m, int64_t rows,
             int64_t n, int64_t columns) const override {
    Tile("store wide", sums, pitch, m, rows, n, columns);
  }
  void Add(const int32_t* sums, int64_t pitch, int64_t m, int64_t rows,
           int64_t n, int64_t columns, int64_t block,
           float* partial) const override {
    Tile("add", sums, pitch, m, rows, n, columns);
    log_.Number(block);
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns; ++j) partial[i * pitch + j] += block + 1;
    }
  }
  void Finish(const float* partial, int64_t pitch, int64_t m, int64_t rows,
              int64_t n, int64_t columns) const override {
    Tile("finish", partial, pitch, m, rows, n, columns);
  }
  bool Results(int64_t m, int64_t end, int64_t n, int32_t* start,
               GemmIntRows* rows) const override {
    if (keeps_ == Keeps::kNothing) return false;
    rows->rows = std::min<int64_t>(end - m, 5);
    rows->to = {};
    rows->to.first_column = n;
    rows->to.floats_fit = fits_;
    rows->to.out_stride = 100;
    if (keeps_ == Keeps::kFloats) {
      rows->to.column_scale = scales_ + n;
      rows->to.row_scale = static_cast<float>(m);
      for (int j = 0; j < rows->n; ++j) start[j] += 5;
    }
    return true;
  }

 private:
  template <typename T>
  void Tile(const char* name, const T* sums, int64_t pitch, int64_t m,
            int64_t rows, int64_t n, int64_t columns) const {
    log_.Call(name);
    log_.Number(pitch, m, rows, n, columns);
    for (int64_t i = 0; i < rows; ++i) log_.Values(sums + i * pitch, columns);
  }

  CallLog& log_;
  const Keeps keeps_;
  const bool fits_;
  const float* const scales_;
};

// Draws products among those where the engine's choices change.
class Products {
 public:
  explicit Products(const GemmIsa& isa) : isa_(isa) {}

  template <typename T>
  T Among(const std::vector<T>& values) {
    return values[random_() % values.size()];
  }
  int64_t Number(const std::vector<int64_t>& values) { return Among(values); }

  GemmWindow Window() {
    ConvWindow g;
    g.batch = static_cast<int32_t>(Number({1, 1, 2}));
    g.in_height = static_cast<int32_t>(Number({3, 4, 5, 9}));
    g.in_width = static_cast<int32_t>(Number({3, 5, 6, 11}));
    g.filter_height = static_cast<int32_t>(Number({1, 2, 3, 3, 3}));
    g.filter_width = static_cast<int32_t>(Number({1, 2, 3, 3, 3}));
    g.stride_height = static_cast<int32_t>(Number({1, 1, 2}));
    g.stride_width = static_cast<int32_t>(Number({1, 1, 2}));
    g.dilation_height = static_cast<int32_t>(Number({1, 1, 1, 2}));
    g.dilation_width = static_cast<int32_t>(Number({1, 1, 1, 2}));
    const bool fits = (g.filter_height - 1) * g.dilation_height < g.in_height &&
                      (g.filter_width - 1) * g.dilation_width < g.in_width;
    const bool padded = Number({0, 1, 1}) != 0 || !fits;
    EXPECT_TRUE(
        PlaceConvWindow(padded ? kTfLitePaddingSame : kTfLitePaddingValid, &g)
            .ok());
    g.in_channels = static_cast<int32_t>(Number({1, 2, 3, 3, 4, 8, 9, 16}));
    const int64_t more = Number({0, 0, 0, 4});
    return {g, g.in_channels, g.in_channels + more};
  }
  // Of the kind that GemmFloatLine has.
  GemmWindow LineWindow() {
    GemmWindow window = Window();
    ConvWindow& g = window.geometry;
    g.filter_height = g.filter_width = 3;
    g.dilation_width = 1;
    g.in_channels = 3;
    EXPECT_TRUE(PlaceConvWindow(kTfLitePaddingSame, &g).ok());
    return {g, 3, 3};
  }
  GemmRowLayout Layout(int64_t n, const GemmWindow* window) {
    GemmRowLayout layout;
    layout.row_stride = n + Number({0, 3});
    if (window == nullptr || Number({0, 1}) != 0) return layout;
    layout.width = window->geometry.out_width;
    layout.line_stride = layout.row_stride * layout.width + Number({0, 7});
    layout.height = window->geometry.out_height;
    layout.image_stride = layout.line_stride * layout.height + 11;
    return layout;
  }
  int64_t Rows() { return Number({1, 1, 2, 4, 6, 7, 13, 48, 97}); }
  int64_t Columns() {
    return Number({1, 4, 5, 8, 9, 16, 17, 32, 33, 63, 64, 65, 100});
  }
  int64_t Depth() { return Number({1, 3, 4, 7, 8, 16, 31, 64, 130}); }
  int Threads() { return static_cast<int>(Number({1, 1, 2, 5})); }

  const GemmIsa& isa() const { return isa_; }

 private:
  const GemmIsa& isa_;
  std::mt19937 random_{7};
};

void Note(const GemmPlan& plan, CallLog& log) {
  log.Number(plan.m, plan.block_rows, plan.block_panels, plan.gather,
             plan.block_depth, plan.slots, plan.slot_bytes, plan.copies_offset);
}

// A right operand, packed and noted.
class Right {
 public:
  Right(GemmType type, int64_t n, int64_t k, Products& products, CallLog& log)
      : source_(static_cast<uint64_t>(n * k * 4 + 64)),
        matrix_(type, n, k, products.isa()) {
    size_t bytes = 0;
    EXPECT_TRUE(matrix_.CheckedBytes(&bytes));
    packed_ = std::make_unique<Memory>(bytes);
    GemmSource source = {source_.data(), k, 1, products.Number({0, 1}) != 0};
    if (type == GemmType::kFloat) {
      float* const values = static_cast<float*>(source_.data());
      for (int64_t i = 0; i < n * k; ++i)
        values[i] = static_cast<float>(i % 19);
    }
    if (products.Number({0, 0, 1}) != 0) {
      source.column_stride = 1;
      source.depth_stride = n;
    }
    matrix_.SetMemory(packed_->data());
    matrix_.ClearPadding();
    matrix_.PackPanels(source, 0, matrix_.num_panels());
    log.Number(bytes);
    log.Values(static_cast<const uint8_t*>(packed_->data()), bytes);
    log.Name(packed_->data(), bytes);
  }
  const GemmMatrix& matrix() const { return matrix_; }

 private:
  Memory source_;
  GemmMatrix matrix_;
  std::unique_ptr<Memory> packed_;
};

// One product; its left operand is a matrix or, with `of_window`, windows.
struct Product {
  Product(Products& products, GemmType type, bool of_window, CallLog& log)
      : window(of_window && type == GemmType::kFloat &&
                       products.Number({0, 1}) != 0
                   ? products.LineWindow()
                   : products.Window()),
        m(of_window ? window.rows() : products.Rows()),
        k(of_window ? window.depth() : products.Depth()),
        right(type, products.Columns(), k, products, log),
        threads(products.Threads()),
        stride(k + products.Number({0, 4})),
        in(static_cast<uint64_t>(
            4 * std::max(m * stride, int64_t{window.geometry.batch} *
                                         window.geometry.in_height *
                                         window.geometry.in_width *
                                         window.pixel_stride) +
            64)) {
    left = {in.data(), m, stride, nullptr, nullptr};
    if (type == GemmType::kFloat) {
      auto* const values = static_cast<float*>(in.data());
      for (uint64_t i = 0; i < in.bytes() / 4; ++i) {
        values[i] = static_cast<float>(i % 23);
      }
    }
    if (of_window) {
      left.window = &window;
      left.zeros = zeros.data();
    }
    plan = PlanGemm(right.matrix(), m, left.window, threads);
    scratch = std::make_unique<Memory>(plan.scratch_bytes());
    log.Name(in.data(), in.bytes());
    log.Name(scratch->data(), std::max<uint64_t>(1, scratch->bytes()));
    log.Name(zeros.data(), zeros.size() * sizeof(float));
    Note(plan, log);
  }

  GemmWindow window;
  int64_t m, k;
  Right right;
  int threads;
  int64_t stride;
  Memory in;
  std::vector<float> zeros = std::vector<float>(64);
  GemmLeft left;
  GemmPlan plan;
  std::unique_ptr<Memory> scratch;
};

void Floats(Products& products, bool of_window, CallLog& log) {
  ThreadPool pool(1);
  Product p(products, GemmType::kFloat, of_window, log);
  const int64_t n = p.right.matrix().n();
  std::vector<float> bias(static_cast<size_t>(n));
  for (int64_t j = 0; j < n; ++j) bias[j] = static_cast<float>(j);
  GemmFloatResult result;
  result.layout = products.Layout(n, p.left.window);
  Memory out(static_cast<uint64_t>(
      4 * (result.layout.Offset(p.m - 1) + result.layout.row_stride)));
  log.Name(out.data(), out.bytes());
  result.data = static_cast<float*>(out.data());
  result.bias = products.Number({0, 1}) != 0 ? bias.data() : nullptr;
  result.min = -3;
  result.max = 6;
  GemmFloats(p.plan, p.left, p.right.matrix(), result, p.scratch->data(), pool);
}

// The depths from which on products are divided by depth, and the bytes of
// panels up to which tiles of rows are the outer loop.
void DeepFloats(Products& products, CallLog& log) {
  ThreadPool pool(1);
  for (const int64_t k : {512, 513, 2047, 2048, 3000}) {
    for (const int64_t m : {31, 32, 40}) {
      log.ForgetNames();
      const Right right(GemmType::kFloat, products.Number({16, 20}), k,
                        products, log);
      const GemmPlan plan = PlanGemm(right.matrix(), m, nullptr, 1);
      Note(plan, log);
      std::vector<float> in(static_cast<size_t>(m * k), 1.0f), out(m * 20);
      log.Name(in.data(), in.size() * sizeof(float));
      log.Name(out.data(), out.size() * sizeof(float));
      GemmFloatResult result;
      result.data = out.data();
      result.layout.row_stride = 20;
      result.min = -1;
      result.max = 1;
      GemmFloats(plan, {in.data(), m, k, nullptr, nullptr}, right.matrix(),
                 result, nullptr, pool);
    }
  }
}

GemmLeftType LeftType(Products& products, GemmType type) {
  GemmLeftType left;
  if (type == GemmType::kInt16) return left;
  left.is_unsigned = products.Number({0, 1}) != 0;
  left.zero_point = static_cast<int32_t>(products.Number({0, 3, 100}));
  return left;
}

void Integers(Products& products, GemmType type, bool of_window, CallLog& log) {
  ThreadPool pool(1);
  Product p(products, type, of_window, log);
  const GemmMatrix& right = p.right.matrix();
  GemmIntegerArgs args;
  args.left = p.left;
  args.left_type = LeftType(products, type);
  std::vector<int32_t> zero_points;
  for (int64_t i = 0; i < p.m; ++i) {
    zero_points.push_back(static_cast<int32_t>(i % 7));
  }
  if (type == GemmType::kByte && products.Number({0, 0, 1}) != 0) {
    args.left_type.row_zero_points = zero_points.data();
    args.left_type.rows_per_zero_point = products.Number({1, 4, 1000});
  }
  args.right_zero_point = static_cast<int32_t>(products.Number({0, 0, 5}));
  const std::vector<int32_t> bias(static_cast<size_t>(right.n()), 9);
  std::vector<int32_t> start(static_cast<size_t>(right.padded_columns()) + 64);
  GemmStart(right, args.left_type, args.right_zero_point,
            products.Number({0, 1}) != 0 ? bias.data() : nullptr, start.data());
  log.Number(GemmRowOffset(right, args.left_type, 17));
  args.start = start.data();
  std::vector<float> scales(static_cast<size_t>(right.padded_columns()) + 64);
  const auto keeps =
      products.Among<Keeps>({Keeps::kNothing, Keeps::kBytes, Keeps::kBytes,
                             Keeps::kBytes, Keeps::kFloats});
  const Sink sink(log, keeps, products.Number({0, 1, 1}) != 0, scales.data());
  GemmIntegers(p.plan, args, right, sink, p.scratch->data(), pool);
}

void WideIntegers(Products& products, CallLog& log) {
  ThreadPool pool(1);
  Product p(products, GemmType::kInt16, products.Number({0, 1}) != 0, log);
  const Sink sink(log, Keeps::kNothing, false, nullptr);
  GemmWideIntegers(p.plan, p.left, p.right.matrix(), sink, p.scratch->data(),
                   pool);
}

void Blocks(Products& products, CallLog& log) {
  ThreadPool pool(1);
  const int64_t block = products.Number({4, 8, 32});
  const int64_t m = products.Rows(), k = block * products.Number({1, 2, 5});
  const Right right(GemmType::kByte, products.Columns(), k, products, log);
  const GemmPlan plan = PlanGemm(right.matrix(), m, nullptr, 1);
  Memory in(static_cast<uint64_t>(m * k)), scratch(plan.scratch_bytes());
  log.Name(in.data(), in.bytes());
  log.Name(scratch.data(), scratch.bytes());
  const int32_t zero_point = 3;
  GemmIntegerArgs args;
  args.left = {in.data(), m, k, nullptr, nullptr};
  args.left_type.row_zero_points = &zero_point;
  args.left_type.rows_per_zero_point = m;
  const Sink sink(log, Keeps::kNothing, false, nullptr);
  GemmBlockIntegers(plan, args, right.matrix(), block, sink, scratch.data(),
                    pool);
}

// Plans of products that are too large to be run here.
void Plans(Products& products, CallLog& log) {
  const auto type = products.Among<GemmType>(
      {GemmType::kFloat, GemmType::kByte, GemmType::kInt16});
  const int64_t m =
      products.Number({0, 1, 31, 32, 47, 48, 49, 95, 96, 256, 257, 5000});
  const int64_t k = products.Number({0, 1, 191, 192, 193, 768, 769, 1024, 2047,
                                     2048, 2049, 3072, 65536, 200000});
  const GemmMatrix matrix(type, products.Number({0, 1, 16, 100, 4096}), k,
                          products.isa());
  GemmWindow window = products.Window();
  window.channels = window.pixel_stride = products.Number({1, 2, 3, 7, 8, 9});
  for (const int threads : {0, 1, 2, 3, 8, 64, 65}) {
    Note(PlanGemm(matrix, m, nullptr, threads), log);
    Note(PlanGemm(matrix, window.rows(), &window, threads), log);
  }
}

ConvWindow ThreeByThree(Products& products, int64_t channels) {
  GemmWindow window = products.Window();
  ConvWindow& w = window.geometry;
  w.filter_height = w.filter_width = 3;
  w.stride_height = w.stride_width = 1;
  w.dilation_height = w.dilation_width = 1;
  EXPECT_TRUE(PlaceConvWindow(kTfLitePaddingSame, &w).ok());
  w.in_channels = static_cast<int32_t>(channels);
  w.out_channels = 32;
  return w;
}

void Winograd(Products& products, CallLog& log) {
  ThreadPool pool(1);
  const int edge = static_cast<int>(products.Number({2, 4}));
  const ConvWindow w = ThreeByThree(products, products.Number({16, 32}));
  const int64_t weights = int64_t{w.out_channels} * 9 * w.in_channels;
  std::vector<float> filters(static_cast<size_t>(weights), 0.5f);
  WinogradConv conv(edge, w.in_channels, w.out_channels, products.isa());
  EXPECT_TRUE(conv.SetFilters(filters.data(), nullptr).ok());
  for (const int threads : {0, 1, 2, 3, 65, 100}) {
    const WinogradPlan plan = conv.Plan(w, threads);
    log.Number(plan.block_tiles, plan.block_panels, plan.slots, plan.slot_bytes,
               plan.sums_offset);
  }
  const WinogradPlan plan = conv.Plan(w, products.Threads());
  Memory in(uint64_t{4} * w.batch * w.in_height * w.in_width * w.in_channels),
      out(uint64_t{4} * w.batch * w.out_height * w.out_width * w.out_channels),
      scratch(plan.scratch_bytes());
  const std::vector<float> zeros(w.in_channels), bias(w.out_channels, 0.25f);
  log.Name(in.data(), in.bytes());
  log.Name(out.data(), out.bytes());
  log.Name(scratch.data(), scratch.bytes());
  log.Name(zeros.data(), zeros.size() * sizeof(float));
  WinogradConv::Args args;
  args.plan = &plan;
  args.in = static_cast<const float*>(in.data());
  args.out = static_cast<float*>(out.data());
  args.zeros = zeros.data();
  args.bias = bias.data();
  args.min = -1;
  args.max = 1;
  args.scratch = scratch.data();
  conv.Run(args, pool);
}

void WinogradEdges(Products& products, CallLog& log) {
  ConvWindow w = ThreeByThree(
      products, products.Number({16, 31, 32, 48, 63, 64, 65, 80, 128}));
  w.out_height = static_cast<int32_t>(products.Number({4, 8, 11, 12, 16, 21}));
  w.out_width = static_cast<int32_t>(products.Number({4, 8, 10, 16, 23, 28}));
  w.out_channels = static_cast<int32_t>(products.Number({16, 31, 32, 64}));
  log.Number(WinogradConv::EdgeFor(w));
  for (int32_t* const field :
       {&w.filter_height, &w.filter_width, &w.stride_height, &w.stride_width,
        &w.dilation_height, &w.dilation_width}) {
    const int32_t kept = *field;
    *field = 2;
    log.Number(WinogradConv::EdgeFor(w));
    *field = kept;
  }
}

void Depthwise(Products& products, CallLog& log) {
  const int64_t taps = products.Number({1, 3, 4, 9, 12, 25});
  const int64_t channels = products.Number({1, 3, 4, 5, 8, 15, 16, 17, 40});
  const bool is_unsigned = products.Number({0, 1}) != 0;
  const auto zero_point =
      static_cast<int32_t>(products.Number({0, 0, 1, 5, 127, 128}));
  Memory weights(static_cast<uint64_t>(taps * channels));
  DepthwiseWeights packed(products.isa());
  packed.Pack(static_cast<const int8_t*>(weights.data()), is_unsigned,
              zero_point, taps, channels);
  const int64_t padded = packed.padded_channels();
  log.Number(packed.padded_taps(), padded, packed.MemoryBytes(),
             packed.has_line());
  const std::vector<int32_t> bias(static_cast<size_t>(channels), 11);
  std::vector<int32_t> start(static_cast<size_t>(padded)), sums(padded);
  const bool input_unsigned = products.Number({0, 1}) != 0;
  packed.Start(input_unsigned, 7,
               products.Number({0, 1}) != 0 ? bias.data() : nullptr,
               start.data());
  log.Values(start.data(), padded);
  const std::vector<const uint8_t*> in(packed.padded_taps());
  packed.Run(in.data(), input_unsigned, 7, start.data(), sums.data());
  if (packed.has_line()) packed.RunLine({}, input_unsigned);
}

using Notes = std::function<void(Products& products, CallLog& log)>;
const std::map<std::string, Notes>& Kinds() {
  static const auto* const kinds = new std::map<std::string, Notes>{
      {"floats", [](auto& p, auto& log) { Floats(p, false, log); }},
      {"floats of windows", [](auto& p, auto& log) { Floats(p, true, log); }},
      {"bytes",
       [](auto& p, auto& log) { Integers(p, GemmType::kByte, false, log); }},
      {"bytes of windows",
       [](auto& p, auto& log) { Integers(p, GemmType::kByte, true, log); }},
      {"int16",
       [](auto& p, auto& log) { Integers(p, GemmType::kInt16, false, log); }},
      {"int16 of windows",
       [](auto& p, auto& log) { Integers(p, GemmType::kInt16, true, log); }},
      {"wide", WideIntegers},
      {"blocks", Blocks},
      {"plans", Plans},
      {"winograd", Winograd},
      {"winograd edges", WinogradEdges},
      {"depthwise", Depthwise},
  };
  return *kinds;
}

std::string TextOf(const CallLog& log) {
  return std::to_string(log.calls()) + " calls, " + log.text();
}

std::map<std::string, std::string> All() {
  std::map<std::string, std::string> digests;
  for (const RecordingIsa& recording : RecordingIsas()) {
    Products products(recording.isa);
    for (const auto& [kind, notes] : Kinds()) {
      Digest all;
      int calls = 0;
      for (int i = 0; i < kProducts; ++i) {
        CallLog log;  // memory has names of its own in each
        RecordedCalls() = &log;
        notes(products, log);
        all.Add(log.text());
        calls += log.calls();
      }
      digests[std::string(recording.name) + ": " + kind] =
          std::to_string(calls) + " calls, " + all.text();
    }
    CallLog log;
    RecordedCalls() = &log;
    DeepFloats(products, log);
    digests[std::string(recording.name) + ": deep floats"] = TextOf(log);
    RecordedCalls() = nullptr;
  }
  return digests;
}

TEST(GemmCalls, AreTheRecordedOnes) {
  if (sizeof(void*) != 8) GTEST_SKIP() << "plans have room for pointers";
  const auto now = All();
  const auto kept = ReadDigests(kGolden);
  EXPECT_EQ(kept.size(), now.size());
  ExpectSameDigests(now, kept);
}

int UpdateGolden(const std::string& root) {
  return WriteDigests(root + "/" + kGolden,
                      "Digests of calls of tiles, see calls_test.cc.", All());
}

}  // namespace
}  // namespace tflite::kernels

int main(int argc, char** argv) {
  return tflite::TestOrUpdateDigests(argc, argv, tflite::kernels::UpdateGolden);
}
