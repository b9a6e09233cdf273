#include "kernels/gemm/nibbles/nibble_sum.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "kernels/gemm/arm/arm_isa.h"
#include "kernels/math/packed.h"
#include "kernels/math/vector/vector.h"
#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/base/cpu_features.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {
namespace {

using Table = base::RowsOfProcessor<NibbleIsa, 2>;

// Weights of the depth in a word.
constexpr int64_t kWord = 8;
// With more of them, 32 bits might not hold a sum of products by 240 and -128.
constexpr int64_t kMostDepth = 1 << 16;
// With more of them, 16 bits might not hold the sum of a block's weights.
constexpr int64_t kMostInBlock = 1 << 12;

Table Detect() {
  Table table;
#if defined(__x86_64__)
  const base::X86Features x86 = base::DetectX86();
  if (x86.avx512 && __builtin_cpu_supports("avx512vnni")) {
    table.Add(NibblesAvx512Vnni());
  }
  if (x86.avx2 && __builtin_cpu_supports("f16c")) table.Add(NibblesAvx2());
#endif
  if (DetectArmFeatures().dotprod) table.Add(NibblesDotprod());
  table.Add(NibblesNeon());
  return table;
}

const Table& Detected() {
  static const Table table = Detect();
  return table;
}

// The lowest four half bytes of a word, each as a byte.
uint32_t Spread(uint32_t halves) {
  halves = (halves | halves << 8) & 0x00FF00FF;
  return (halves | halves << 4) & 0x0F0F0F0F;
}

// A word of nibble_isa.h. `stored`: 8 weights as models store them, the first
// one in the lowest half byte.
uint32_t PackWord(uint32_t stored) {
  stored ^= 0x88888888;  // plus 8
  return Spread(stored & 0xFFFF) | Spread(stored >> 16) << 4;
}

bool IsHalf(float x) { return static_cast<float>(half(x)) == x; }

// -8 times the sum of each block.
TFLL_VECTOR_CLONES
void SetRowStarts(const int8_t* row, int64_t blocks, int64_t block,
                  int32_t* starts) {
  for (int64_t b = 0; b < blocks; ++b, row += block) {
    int32_t sum = 0;
    for (int64_t k = 0; k < block; ++k) sum += row[k];
    starts[b] = -8 * sum;
  }
}

}  // namespace

// Where the parts of a packed panel are.
struct NibbleSum::Panel {
  uint8_t* words;
  // Of blocks, [blocks][columns]. None without blocks, or of the other type.
  float* scales;
  uint16_t* half_scales;
  // Of rows with zero points: of blocks, [blocks][columns], or of columns.
  int16_t* block_sums;
  int32_t* column_sums;
};

const NibbleIsa* const* NibbleIsas(int* count) {
  *count = Detected().count;
  return Detected().rows;
}

bool NibbleSum::Supports(const WeightedSum& sum, int64_t depth) {
  const int64_t block = sum.blocks ? sum.blocks.size : depth;
  return Detected().count > 0 && &BestGemmIsa() != GemmPortable() &&
         sum.kind == WeightedSum::Kind::kHybrid &&
         sum.weights_type == kTfLiteInt4 && sum.weights_constant &&
         sum.bias_constant && depth > 0 && depth <= kMostDepth &&
         block % kWord == 0 && (!sum.blocks || block <= kMostInBlock);
}

NibbleSum::NibbleSum() : NibbleSum(*Detected().rows[0]) {}

Status NibbleSum::Init(const WeightedSum& sum, int32_t n, int64_t depth) {
  const int64_t block = sum.blocks ? sum.blocks.size : depth;
  if (n != n_ || depth != depth_ || block != block_ ||
      sum.asymmetric_inputs != asymmetric_) {
    packed_ = nullptr;
  }
  n_ = n;
  depth_ = depth;
  block_ = block;
  in_blocks_ = static_cast<bool>(sum.blocks);
  asymmetric_ = sum.asymmetric_inputs;
  if (packed_ == nullptr) halves_ = false;  // the most memory
  range_ = sum.float_range;
  int64_t bytes = 0;
  size_t size = 0;
  if (!CheckedMul(num_panels(), PanelBytes(), &bytes) ||
      !CheckedCast(bytes, &size)) {
    return Internal("not enough memory for ", n, " x ", depth,
                    " packed weights");
  }
  const auto padded = static_cast<size_t>(num_panels() * isa_->columns);
  bias_.assign(padded, 0.0f);
  channel_scales_.assign(in_blocks_ ? 0 : padded, 0.0f);
  for (size_t j = 0; !in_blocks_ && j < static_cast<size_t>(n); ++j) {
    channel_scales_[j] = HybridScale(sum, 0.0f, static_cast<int32_t>(j));
  }
  return OkStatus();
}

int64_t NibbleSum::num_panels() const {
  return (n_ + isa_->columns - 1) / isa_->columns;
}

int64_t NibbleSum::PanelBytes() const {
  const int64_t scale = !in_blocks_ ? 0 : halves_ ? 2 : 4;
  const int64_t sum = !asymmetric_ ? 0 : in_blocks_ ? 2 : 4;
  return (depth_ / kWord * 4 + blocks() * (scale + sum)) * isa_->columns;
}

NibbleSum::Panel NibbleSum::PanelAt(const void* packed, int64_t p) const {
  Panel panel{};
  panel.words =
      static_cast<uint8_t*>(const_cast<void*>(packed)) + p * PanelBytes();
  const int64_t numbers = blocks() * isa_->columns;
  uint8_t* at = panel.words + depth_ / kWord * isa_->columns * 4;
  if (in_blocks_ && halves_) {
    panel.half_scales = reinterpret_cast<uint16_t*>(at);
    at += numbers * 2;
  } else if (in_blocks_) {
    panel.scales = reinterpret_cast<float*>(at);
    at += numbers * 4;
  }
  if (asymmetric_ && in_blocks_) {
    panel.block_sums = reinterpret_cast<int16_t*>(at);
  } else if (asymmetric_) {
    panel.column_sums = reinterpret_cast<int32_t*>(at);
  }
  return panel;
}

// Column j of the panel, whose weights are at `from` and scales of blocks at
// `scales`.
void NibbleSum::PackColumn(const uint8_t* from, const float* scales, int64_t j,
                           const Panel& panel) const {
  const int64_t columns = isa_->columns, words = depth_ / kWord;
  for (int64_t w = 0; w < words; ++w) {
    uint32_t word;
    std::memcpy(&word, from + 4 * w, sizeof(word));
    word = PackWord(word);
    std::memcpy(panel.words + (w * columns + j) * 4, &word, sizeof(word));
  }
  for (int64_t b = 0; b < blocks(); ++b) {
    const int64_t at = b * columns + j;
    if (panel.scales != nullptr) panel.scales[at] = scales[b];
    if (panel.half_scales != nullptr)
      panel.half_scales[at] = half(scales[b]).to_bits();
    if (!asymmetric_) continue;
    int32_t sum = 0;
    for (int64_t k = b * block_; k < (b + 1) * block_; ++k) {
      sum += PackedInt4At(from, k);
    }
    if (in_blocks_) {
      panel.block_sums[at] = static_cast<int16_t>(sum);
    } else {
      panel.column_sums[at] = sum;
    }
  }
}

void NibbleSum::PackPanel(const uint8_t* stored,
                          const std::vector<float>& scales, int64_t p,
                          void* packed) const {
  const Panel panel = PanelAt(packed, p);
  for (int64_t j = 0; j < isa_->columns; ++j) {
    // Padding repeats the last column, which needs no branch for null columns.
    const int64_t column = std::min<int64_t>(p * isa_->columns + j, n_ - 1);
    PackColumn(stored + column * depth_ / 2,
               in_blocks_ ? scales.data() + column * blocks() : nullptr, j,
               panel);
  }
}

Status NibbleSum::SetWeights(const uint8_t* stored,
                             const std::vector<float>& scales,
                             ThreadPool* threads) {
  halves_ = in_blocks_ && isa_->halves &&
            std::all_of(scales.begin(), scales.end(), IsHalf);
  GemmBuffer buffer;
  if (!buffer.Allocate(static_cast<size_t>(num_panels() * PanelBytes()))) {
    return Internal("not enough memory for ", n_, " x ", depth_,
                    " packed weights");
  }
  const auto pack = [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) {
      PackPanel(stored, scales, p, buffer.data());
    }
  };
  constexpr int64_t kLeastWeights = 1 << 16;
  if (threads == nullptr) {
    pack(0, num_panels());
  } else {
    threads->ParallelFor(
        num_panels(), LeastItems(kLeastWeights, {isa_->columns, depth_}), pack);
  }
  packed_ = ShareBuffer(std::move(buffer));
  return OkStatus();
}

void NibbleSum::SetBias(const TensorView& bias) {
  if (bias) std::copy_n(bias.data<float>(), n_, bias_.begin());
}

StatusOr<size_t> NibbleSum::ScratchBytes(int64_t rows) const {
  int64_t starts = 0, bytes = 0;
  size_t size = 0;
  if (!CheckedMul(rows, blocks(), &starts) ||
      !CheckedMul(starts, int64_t{sizeof(int32_t)}, &bytes) ||
      !CheckedCast(bytes, &size)) {
    return Invalid(rows, " rows of ", depth_, " elements are too many");
  }
  return size;
}

void NibbleSum::SetStarts(const int8_t* rows, int64_t begin, int64_t end,
                          int32_t* starts) const {
  for (int64_t i = begin; i < end; ++i) {
    SetRowStarts(rows + i * depth_, blocks(), block_, starts + i * blocks());
  }
}

void NibbleSum::Run(int64_t rows, const PackedSumRows& in, float* out,
                    void* scratch, ThreadPool& threads) const {
  auto* const starts = static_cast<int32_t*>(scratch);
  constexpr int64_t kValues = 1 << 16, kProducts = 200000;
  threads.ParallelFor(rows, LeastItems(kValues, {depth_}),
                      [&](int64_t begin, int64_t end) {
                        SetStarts(in.values, begin, end, starts);
                      });
  const int64_t columns = isa_->columns;
  const auto run = [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) {
      const Panel panel = PanelAt(packed_->data(), p);
      NibbleRows r;
      r.rows = rows;
      r.n = static_cast<int>(std::min<int64_t>(columns, n_ - p * columns));
      r.blocks = blocks();
      r.words = block_ / kWord;
      r.left = in.values;
      r.left_stride = depth_;
      r.starts = starts;
      r.right = panel.words;
      r.scales = panel.scales;
      r.half_scales = panel.half_scales;
      r.column_scales =
          in_blocks_ ? nullptr : channel_scales_.data() + p * columns;
      r.row_offsets = asymmetric_ ? in.zero_points : nullptr;
      r.block_sums = panel.block_sums;
      r.column_sums = panel.column_sums;
      r.row_scales = in.scales;
      r.bias = bias_.data() + p * columns;
      r.min = range_.min;
      r.max = range_.max;
      r.out = out + p * columns;
      r.out_stride = n_;
      isa_->rows(r);
    }
  };
  threads.ParallelFor(num_panels(),
                      LeastItems(kProducts, {columns, depth_, rows}), run);
}

size_t NibbleSum::MemoryBytes() const {
  return (packed_ == nullptr ? 0 : packed_->size()) +
         (bias_.size() + channel_scales_.size()) * sizeof(float);
}

}  // namespace tflite::kernels
