// How products are cut up. A plan changes no result, so that the other tests do
// not notice one that is slow or wastes memory.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/gemm.h"
#include "kernels/gemm/tasks.h"

namespace tflite::kernels {
namespace {

struct Product {
  GemmType type;
  int64_t m, n, k;
  int threads;
};

// What a plan is expected to be, for the portable instruction set: tiles of
// float_mr x float_nr or int_mr x int_nr, whose sizes the first test states.
struct Want {
  Product product;
  int64_t block_rows, block_panels;
  bool gather;
  int slots;
  // Where pointers have 64 bits.
  size_t slot_bytes, copies_offset;
};

// The same on this machine: copies follow pointers, on a multiple of 64 bytes.
size_t CopiesOffset(const Want& want) {
  return (want.copies_offset * sizeof(void*) / 8 + 63) / 64 * 64;
}

GemmPlan PlanOf(const Product& p, const GemmWindow* window = nullptr) {
  return PlanGemm(GemmMatrix(p.type, p.n, p.k, *GemmPortable()), p.m, window,
                  p.threads);
}

void Expect(const Want& want, const GemmPlan& plan) {
  EXPECT_EQ(plan.m, want.product.m);
  EXPECT_EQ(plan.block_rows, want.block_rows);
  EXPECT_EQ(plan.block_panels, want.block_panels);
  EXPECT_EQ(plan.gather, want.gather);
  EXPECT_EQ(plan.slots, want.slots);
  const size_t slot_bytes =
      want.slot_bytes - want.copies_offset + CopiesOffset(want);
  EXPECT_EQ(plan.slot_bytes, slot_bytes);
  EXPECT_EQ(plan.copies_offset, CopiesOffset(want));
  EXPECT_EQ(plan.scratch_bytes(), want.slots * slot_bytes);
}

std::string Name(const Want& w) {
  const Product& p = w.product;
  return std::to_string(p.m) + "x" + std::to_string(p.n) + "x" +
         std::to_string(p.k) + " on " + std::to_string(p.threads);
}

constexpr GemmType kFloat = GemmType::kFloat, kByte = GemmType::kByte,
                   kInt16 = GemmType::kInt16;

TEST(GemmPlan, DeepFloatsAreMultipliedInBlocksOfDepths) {
  EXPECT_EQ(PlanOf({kFloat, 512, 4096, 4096, 1}).block_depth, 1024);
  EXPECT_EQ(PlanOf({kFloat, 512, 4096, 4096, 1}).block_rows, 128);
  EXPECT_EQ(PlanOf({kFloat, 512, 4096, 1024, 1}).block_depth, 0);
  EXPECT_EQ(PlanOf({kFloat, 8, 4096, 4096, 1}).block_depth, 0);
  EXPECT_EQ(PlanOf({kByte, 512, 4096, 4096, 1}).block_depth, 0);
}

TEST(GemmPlan, SizesOfPortableTiles) {
  const GemmIsa& isa = *GemmPortable();
  EXPECT_EQ(isa.float_mr, 4);
  EXPECT_EQ(isa.float_nr, 8);
  EXPECT_EQ(isa.int_mr, 4);
  EXPECT_EQ(isa.int_nr, 8);
}

TEST(GemmPlan, OfMatrices) {
  const Want wants[] = {
      // One thread: equal blocks of about 192 KiB or 256 rows, in whole tiles.
      {{kFloat, 1000, 64, 64, 1}, 252, 8, false, 1, 0, 0},
      {{kFloat, 1000, 64, 1024, 1}, 60, 8, false, 1, 0, 0},
      {{kFloat, 3, 64, 100000, 1}, 4, 8, false, 1, 0, 0},
      {{kFloat, 0, 5, 3, 1}, 4, 1, false, 1, 0, 0},
      {{kFloat, 3, 0, 5, 2}, 4, 1, false, 2, 0, 0},
      {{kFloat, 4, 5, 0, 2}, 4, 1, false, 2, 0, 0},
      // No thread counts as one.
      {{kFloat, 1000, 64, 64, 0}, 252, 8, false, 1, 0, 0},
      // Several: as many blocks for each, of at least 48 rows.
      {{kFloat, 96, 64, 64, 2}, 48, 2, false, 2, 0, 0},
      {{kFloat, 95, 64, 64, 2}, 48, 2, false, 2, 0, 0},
      {{kFloat, 192, 64, 64, 2}, 48, 8, false, 2, 0, 0},
      {{kFloat, 191, 64, 64, 2}, 96, 2, false, 2, 0, 0},
      {{kFloat, 480, 64, 64, 2}, 60, 8, false, 2, 0, 0},
      {{kFloat, 5000, 640, 64, 4}, 313, 80, false, 4, 0, 0},
      {{kFloat, 5000, 640, 1024, 3}, 60, 80, false, 3, 0, 0},
      // Few rows: threads share the columns, if there are enough, in equal
      // parts if possible.
      {{kFloat, 49, 320, 64, 2}, 49, 5, false, 2, 0, 0},
      {{kFloat, 49, 304, 64, 2}, 49, 5, false, 2, 0, 0},
      {{kFloat, 49, 195, 64, 2}, 25, 25, false, 2, 0, 0},
      {{kFloat, 1, 1000, 64, 4}, 4, 8, false, 4, 0, 0},
      {{kFloat, 20, 1000, 64, 4}, 20, 8, false, 4, 0, 0},
      {{kFloat, 8, 8, 64, 4}, 4, 1, false, 4, 0, 0},
      // Integers are copied, with room for each row's sum.
      {{kByte, 1000, 64, 64, 1}, 252, 8, true, 1, 42240, 0},
      {{kByte, 1000, 64, 1023, 1}, 112, 8, true, 1, 246272, 0},
      {{kByte, 20, 1000, 64, 4}, 20, 8, true, 4, 2688, 0},
      {{kByte, 1, 1000, 64, 4}, 4, 8, true, 4, 576, 0},
      {{kInt16, 1000, 64, 65, 2}, 125, 8, true, 2, 43520, 0},
      {{kInt16, 7, 640, 65, 100}, 4, 1, true, 64, 960, 0},
  };
  for (const Want& want : wants) {
    SCOPED_TRACE(Name(want));
    Expect(want, PlanOf(want.product));
  }
}

// Callers allocate for the most rows and run with fewer.
TEST(GemmPlan, FewerRowsNeedNoMoreMemory) {
  const GemmWindow window = {
      {1, 400, 3, 8, 400, 3, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, 8, 8};
  for (const GemmType type : {kFloat, kByte}) {
    for (const int threads : {1, 2, 3, 5}) {
      for (const GemmWindow* w :
           {&window, static_cast<GemmWindow const*>(nullptr)}) {
        uint64_t before = 0;
        for (int64_t m = 1; m <= 1200; ++m) {
          const uint64_t bytes =
              PlanOf({type, m, 64, 72, threads}, w).scratch_bytes();
          EXPECT_GE(bytes, before) << m << " rows on " << threads;
          before = bytes;
        }
      }
    }
  }
}

TEST(GemmPlan, OfWindows) {
  // Lines of the filter are whole; short; dilated.
  const ConvWindow geometry = {2, 20, 30, 16, 20, 30, 0, 3, 3,
                               1, 1,  1,  1,  1,  1,  1, 1};
  ConvWindow dilated = geometry;
  dilated.dilation_width = 2;
  const ConvWindow deep_geometry = {1, 7, 7, 512, 7, 7, 0, 3, 3,
                                    1, 1, 1, 1,   1, 1, 1, 1},
                   pixel_geometry = {2, 40, 60, 16, 20, 30, 0, 1, 1,
                                     2, 2,  1,  1,  0,  0,  0, 0};
  const GemmWindow whole = {geometry, 16, 16}, narrow = {geometry, 2, 2},
                   least = {dilated, 8, 8}, below = {dilated, 7, 7},
                   deep = {deep_geometry, 512, 512},
                   pixel = {pixel_geometry, 16, 16};
  const struct {
    const GemmWindow& window;
    Want want;
  } cases[] = {
      {whole, {{kFloat, 1200, 64, 144, 1}, 300, 8, false, 1, 21504, 7680}},
      {whole, {{kFloat, 1200, 64, 144, 2}, 150, 8, false, 2, 21504, 7680}},
      {narrow, {{kFloat, 1200, 64, 18, 1}, 300, 8, true, 1, 23040, 0}},
      {least, {{kFloat, 1200, 64, 72, 2}, 150, 8, false, 2, 23040, 23040}},
      {below, {{kFloat, 1200, 64, 63, 2}, 150, 8, true, 2, 80640, 0}},
      {whole, {{kByte, 1200, 64, 144, 2}, 150, 8, true, 2, 93440, 0}},
      {whole, {{kByte, 1200, 64, 144, 16}, 75, 8, true, 16, 93440, 0}},
      // A ninth of each window is not in the window before.
      {deep, {{kFloat, 49, 64, 4608, 1}, 49, 8, false, 1, 332992, 1216}},
      // Pixels are copied for many columns.
      {pixel, {{kFloat, 1200, 63, 16, 1}, 300, 8, false, 1, 2560, 2560}},
      {pixel, {{kFloat, 1200, 64, 16, 1}, 300, 8, true, 1, 20480, 0}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(Name(c.want));
    Expect(c.want, PlanOf(c.want.product, &c.window));
  }
}

TEST(GemmRunOf, IsALineWhereItsPaddingPays) {
  GemmIsa pads = *GemmPortable();
  pads.pads_runs = true;
  pads.int_vector = 16;
  const ConvWindow g = {1, 9, 9, 0, 9, 9, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1};
  ConvWindow low = g, dilated = g;
  low.filter_height = 1;
  dilated.dilation_width = 2;
  const auto run = [&](const ConvWindow& of, int64_t channels, int64_t n) {
    return GemmRunOf({of, channels, channels}, n, pads);
  };
  EXPECT_EQ(run(g, 21, 16), 63);
  EXPECT_EQ(run(g, 21, 1000), 63);  // 48 groups, as before
  EXPECT_EQ(run(g, 19, 96), 57);    // 45 groups instead of 43
  EXPECT_EQ(run(g, 19, 97), 0);
  EXPECT_EQ(run(g, 3, 16), 9);  // 9 groups instead of 7
  EXPECT_EQ(run(g, 3, 17), 0);
  EXPECT_EQ(run(g, 4, 16), 0);
  EXPECT_EQ(run(low, 21, 16), 0);
  EXPECT_EQ(run(dilated, 21, 16), 0);
  EXPECT_EQ(GemmRunOf({g, 21, 42}, 16, pads), 0);
  pads.pads_runs = false;
  EXPECT_EQ(run(g, 21, 16), 0);
}

// ConvWindow's fields from the batch to the padding, without channels.
ConvWindow Geometry(int32_t batch, std::pair<int32_t, int32_t> in,
                    std::pair<int32_t, int32_t> out,
                    std::pair<int32_t, int32_t> filter,
                    std::pair<int32_t, int32_t> stride,
                    std::pair<int32_t, int32_t> dilation, int32_t pad_top,
                    int32_t pad_left) {
  ConvWindow g;
  g.batch = batch;
  std::tie(g.in_height, g.in_width) = in;
  std::tie(g.out_height, g.out_width) = out;
  std::tie(g.filter_height, g.filter_width) = filter;
  std::tie(g.stride_height, g.stride_width) = stride;
  std::tie(g.dilation_height, g.dilation_width) = dilation;
  g.pad_top = pad_top;
  g.pad_left = pad_left;
  return g;
}

const ConvWindow kSame =
    Geometry(1, {5, 6}, {5, 6}, {3, 3}, {1, 1}, {1, 1}, 1, 1);

// Whether all taps of row `row` along the axes are in the image.
bool IsInner(const ConvWindow& g, int64_t row) {
  const int64_t left = row % g.out_width * g.stride_width - g.pad_left;
  const int64_t top =
      row / g.out_width % g.out_height * g.stride_height - g.pad_top;
  return left >= 0 && top >= 0 &&
         left + (g.filter_width - 1) * g.dilation_width < g.in_width &&
         top + (g.filter_height - 1) * g.dilation_height < g.in_height;
}

// Numbers of rows, negative where they are not inner, of the pieces that rows
// [begin, end) are cut into. Every row of a piece must be what it says.
std::vector<int64_t> Pieces(const GemmWindow& w, int64_t begin, int64_t end) {
  const ConvWindow& g = w.geometry;
  std::vector<float> image(g.batch * g.in_height * g.in_width * w.pixel_stride);
  const GemmLeft left = {image.data(), w.rows(), 0, &w};
  std::vector<int64_t> pieces;
  for (int64_t at = begin; at < end;) {
    const float* first = nullptr;
    const int64_t rows = GemmInnerRows(left, at, end, &first);
    EXPECT_GT(rows, 0);
    EXPECT_LE(rows, end - at);
    if (rows <= 0 || rows > end - at) break;
    const int64_t line = at / g.out_width;
    for (int64_t row = at; row < at + rows; ++row) {
      EXPECT_EQ(IsInner(g, row), first != nullptr) << row;
      EXPECT_TRUE(first == nullptr || row / g.out_width == line) << row;
    }
    if (first != nullptr) {
      const int64_t y = line / g.out_height * g.in_height +
                        line % g.out_height * g.stride_height - g.pad_top;
      const int64_t x = at % g.out_width * g.stride_width - g.pad_left;
      EXPECT_EQ(first - image.data(), (y * g.in_width + x) * w.pixel_stride);
    }
    pieces.push_back(first != nullptr ? rows : -rows);
    at += rows;
  }
  return pieces;
}

TEST(GemmInnerRows, ArePiecesOfLines) {
  const struct {
    const char* name;
    ConvWindow geometry;
    std::vector<int64_t> pieces;
  } cases[] = {
      // The end of a line and the start of the next are one piece.
      {"padded", kSame, {-6, -1, 4, -2, 4, -2, 4, -2, -5}},
      {"not padded",
       Geometry(1, {3, 5}, {2, 4}, {2, 2}, {1, 1}, {1, 1}, 0, 0),
       {4, 4}},
      {"two images",
       Geometry(2, {3, 4}, {2, 3}, {2, 2}, {1, 1}, {1, 1}, 0, 0),
       {3, 3, 3, 3}},
      // Pixels -1, 1, 3 and 5, the last of which reaches beyond.
      {"strides",
       Geometry(1, {5, 7}, {2, 4}, {2, 3}, {2, 2}, {1, 1}, 0, 1),
       {-1, 2, -2, 2, -1}},
      {"dilated",
       Geometry(1, {5, 8}, {1, 8}, {2, 3}, {1, 1}, {3, 2}, 0, 2),
       {-2, 4, -2}},
      {"padded at the top only",
       Geometry(1, {4, 4}, {4, 3}, {2, 2}, {1, 1}, {1, 1}, 1, 0),
       {-3, 3, 3, 3}},
      {"padded on the right only",
       Geometry(1, {2, 4}, {2, 4}, {1, 2}, {1, 1}, {1, 1}, 0, 0),
       {3, -1, 3, -1}},
      {"wider than the image",
       Geometry(1, {2, 3}, {2, 3}, {1, 5}, {1, 1}, {1, 1}, 0, 2),
       {-1, -3, -2}},
      // Negative padding: the first pixels are not read.
      {"cropped",
       Geometry(1, {2, 6}, {2, 4}, {1, 2}, {1, 1}, {1, 1}, 0, -1),
       {4, 4}},
  };
  for (const auto& c : cases) {
    for (const int64_t stride : {1, 3}) {
      SCOPED_TRACE(c.name);
      const GemmWindow w = {c.geometry, 1, stride};
      EXPECT_EQ(Pieces(w, 0, w.rows()), c.pieces);
      for (int64_t begin = 0; begin < w.rows(); ++begin)
        for (int64_t end = begin; end <= w.rows(); ++end) Pieces(w, begin, end);
    }
  }
}

TEST(GemmWindow, MostCutRows) {
  const GemmWindow same = {kSame, 2, 2};
  // Two rows of each line, of lines that are begun, too.
  EXPECT_EQ(same.MostCutRows(0), 0);
  EXPECT_EQ(same.MostCutRows(1), 1);
  EXPECT_EQ(same.MostCutRows(5), 4);
  EXPECT_EQ(same.MostCutRows(6), 6);
  EXPECT_EQ(same.MostCutRows(11), 6);
  EXPECT_EQ(same.MostCutRows(60), 24);
  // Lines that are not whole and pixels are never cut.
  EXPECT_EQ((GemmWindow{kSame, 1, 2}.MostCutRows(60)), 0);
  ConvWindow dilated = kSame, pixel = kSame, pair = kSame, none = kSame;
  dilated.dilation_width = 2;
  pixel.filter_width = 1;
  pair.filter_width = 2;
  none.out_width = 0;
  EXPECT_EQ((GemmWindow{dilated, 2, 2}.MostCutRows(60)), 0);
  EXPECT_EQ((GemmWindow{pixel, 2, 2}.MostCutRows(60)), 0);
  EXPECT_EQ((GemmWindow{pair, 2, 2}.MostCutRows(60)), 12);
  EXPECT_EQ((GemmWindow{none, 2, 2}.MostCutRows(60)), 0);
}

TEST(GemmTapRange, TapsInTheImage) {
  for (const int64_t step : {1, 2, 3}) {
    for (const int64_t taps : {1, 2, 5}) {
      for (int64_t first = -17; first < 9; ++first) {
        const GemmTapRange range(first, step, taps, 6);
        for (int64_t tap = 0; tap < taps; ++tap) {
          const int64_t at = first + tap * step;
          EXPECT_EQ(tap >= range.begin && tap < range.end, at >= 0 && at < 6)
              << tap << " of " << taps << " from " << first << " by " << step;
        }
        EXPECT_LE(0, range.begin);
        EXPECT_LE(range.begin, range.end);
        EXPECT_LE(range.end, taps);
      }
    }
  }
}

// Slots in memory of zeros: one beyond the last would look free.
class ZeroedSlots {
 public:
  ZeroedSlots(int count, size_t bytes, void* scratch) {
    std::memset(room_, 0, sizeof room_);
    asm volatile("" ::"r"(room_) : "memory");  // the zeros are needed
    slots_ = new (room_) GemmSlots(count, bytes, scratch);
  }
  GemmSlots* get() { return slots_; }

 private:
  alignas(GemmSlots) unsigned char room_[sizeof(GemmSlots)];
  GemmSlots* slots_;
};

TEST(GemmSlots, AThreadGetsItsLastSlotAgain) {
  std::vector<uint8_t> memory(3 * 10);
  GemmSlots slots(3, 10, memory.data());
  const GemmSlot first(&slots);
  std::optional<GemmSlot> second(&slots);
  const GemmSlot third(&slots);
  const int number = second->number();
  EXPECT_EQ(first.memory(), memory.data() + first.number() * 10);
  EXPECT_EQ(second->memory(), memory.data() + number * 10);
  EXPECT_EQ(third.memory(), memory.data() + third.number() * 10);
  EXPECT_EQ((std::set<int>{first.number(), number, third.number()}),
            (std::set<int>{0, 1, 2}));
  for (int i = 0; i < 2; ++i) {
    second.reset();
    second.emplace(&slots);
    EXPECT_EQ(second->number(), number);
  }
}

TEST(GemmSlots, AFreeSlotIsFoundFromTheStart) {
  std::vector<uint8_t> memory(3 * 10);
  {
    ZeroedSlots slots(3, 10, memory.data());
    std::map<int, std::unique_ptr<GemmSlot>> all;
    for (int i = 0; i < 3; ++i) {
      auto slot = std::make_unique<GemmSlot>(slots.get());
      all[slot->number()] = std::move(slot);
    }
    EXPECT_EQ(all.size(), 3u);
    // The last one is this thread's then.
    for (const int free : {0, 1, 2, 0, 2}) {
      all[free].reset();
      all[free] = std::make_unique<GemmSlot>(slots.get());
      EXPECT_EQ(all[free]->number(), free);
    }
  }
  ZeroedSlots fewer(2, 10, memory.data());
  EXPECT_EQ(GemmSlot(fewer.get()).memory(), memory.data());
}

TEST(GemmSlots, WithoutMemoryThereAreNone) {
  GemmSlots slots(3, 0, nullptr);
  const GemmSlot slot(&slots);
  EXPECT_EQ(slot.memory(), nullptr);
  EXPECT_EQ(slot.number(), -1);
}

// The others would wait for ever for a slot that was not given back.
TEST(GemmTasks, GiveTheirSlotBackWhenTheyThrow) {
  ThreadPool threads(3);
  const GemmMatrix right(kFloat, 512, 64, *GemmPortable());
  GemmPlan plan;
  plan.m = 512;
  plan.block_rows = 8;
  plan.block_panels = 1;
  plan.slots = 1;
  plan.slot_bytes = 16;
  std::vector<uint8_t> memory(16);
  EXPECT_THROW(ForEachGemmTask(
                   plan, right, memory.data(), threads,
                   [](const GemmTask&, uint8_t*) { throw std::bad_alloc(); }),
               std::bad_alloc);
}

TEST(GemmTasks, CoverTheProductOnce) {
  for (const int threads : {1, 2, 3}) {
    ThreadPool pool(threads);
    for (const Product& p : {Product{kFloat, 300, 70, 40, threads},
                             Product{kByte, 5, 900, 40, threads},
                             Product{kInt16, 97, 33, 5, threads}}) {
      const GemmMatrix right(p.type, p.n, p.k, *GemmPortable());
      const GemmPlan plan = PlanOf(p);
      std::vector<std::atomic<int>> tiles(p.m * right.num_panels());
      std::vector<uint8_t> scratch(plan.scratch_bytes());
      ForEachGemmTask(
          plan, right, scratch.data(), pool,
          [&](const GemmTask& task, uint8_t*) {
            EXPECT_LE(task.row_end - task.row_begin, plan.block_rows);
            EXPECT_LE(task.panel_end - task.panel_begin, plan.block_panels);
            for (int64_t i = task.row_begin; i < task.row_end; ++i)
              for (int64_t j = task.panel_begin; j < task.panel_end; ++j)
                ++tiles[i * right.num_panels() + j];
          });
      for (const auto& count : tiles) EXPECT_EQ(count, 1);
    }
  }
}

TEST(GemmBuffer, KeepsMemoryThatIsLargeEnough) {
  GemmBuffer buffer;
  EXPECT_EQ(buffer.size(), 0u);
  ASSERT_TRUE(buffer.Allocate(100));
  EXPECT_EQ(buffer.size(), 100u);
  void* const data = buffer.data();
  EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % 64, 0u);
  ASSERT_TRUE(buffer.Allocate(99));
  EXPECT_EQ(buffer.size(), 100u);
  ASSERT_TRUE(buffer.Allocate(100));
  EXPECT_EQ(buffer.data(), data);
  ASSERT_TRUE(buffer.Allocate(101));
  EXPECT_EQ(buffer.size(), 101u);
  EXPECT_FALSE(buffer.Allocate(SIZE_MAX / 2));
  EXPECT_EQ(buffer.data(), nullptr);
  EXPECT_EQ(buffer.size(), 0u);
  ASSERT_TRUE(buffer.Allocate(8));
  GemmBuffer other(std::move(buffer));
  EXPECT_EQ(other.size(), 8u);
  EXPECT_NE(other.data(), nullptr);
}

}  // namespace
}  // namespace tflite::kernels
