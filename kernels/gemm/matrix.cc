#include "kernels/gemm/matrix.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/base/pages.h"

namespace tflite::kernels {
namespace {

constexpr size_t kAlignment = 64;
constexpr int64_t kFullPanel = 32;  // columns of the widest panels of floats
constexpr int64_t kMostWidth = kGemmMaxColumns;
// The columns of one panel to be packed.
struct Columns {
  const GemmIsa& isa;
  GemmSource source;
  int64_t count, width, k;
};

void PackFloats(const Columns& c, float* panel) {
  const auto* data = static_cast<const float*>(c.source.data);
  if (c.count < c.width) std::fill_n(panel, c.width * c.k, 0.0f);
  if (c.source.depth_stride == 1) {
    c.isa.pack_words({static_cast<const uint8_t*>(c.source.data),
                      c.source.column_stride * int64_t{sizeof(float)}, c.count,
                      c.k, 0, reinterpret_cast<uint32_t*>(panel), c.width});
    return;
  }
  for (int64_t d = 0; d < c.k; ++d) {
    const float* from = data + d * c.source.depth_stride;
    if (c.source.column_stride == 1 && c.count == kFullPanel) {
      // A known size, so that no function is called.
      std::memcpy(panel + d * kFullPanel, from, kFullPanel * sizeof(float));
      continue;
    }
    if (c.source.column_stride == 1) {
      std::memcpy(panel + d * c.width, from,
                  static_cast<size_t>(c.count) * sizeof(float));
      continue;
    }
    for (int64_t j = 0; j < c.count; ++j) {
      panel[d * c.width + j] = from[j * c.source.column_stride];
    }
  }
}

// Words of four bytes as two groups of two, first all low halves.
void SplitWords(const uint32_t* words, int64_t n, uint8_t* out) {
  uint16_t halves[2][kMostWidth];
  for (int64_t j = 0; j < n; ++j) {
    halves[0][j] = static_cast<uint16_t>(words[j]);
    halves[1][j] = static_cast<uint16_t>(words[j] >> 16);
  }
  const auto bytes = static_cast<size_t>(n) * sizeof(uint16_t);
  std::memcpy(out, halves[0], bytes);
  std::memcpy(out + bytes, halves[1], bytes);
}

// Whole words of solid columns, in groups of two.
void PackPairs(const Columns& c, PackWordsArgs args, uint8_t* panel) {
  // A run of words goes through memory that stays in the cache.
  constexpr int64_t kRun = 64;
  uint32_t words[kRun * kMostWidth] = {};  // padding stays 0
  args.out = words;
  for (int64_t left = args.words; left > 0; left -= args.words) {
    args.words = std::min(kRun, left);
    c.isa.pack_words(args);
    for (int64_t w = 0; w < args.words; ++w, panel += 4 * c.width) {
      SplitWords(words + w * c.width, c.width, panel);
    }
    args.in += args.words * 4;
  }
}

// Bytes whose columns are solid.
template <int kGroup>
void PackSolidBytes(const Columns& c, uint8_t* panel, int32_t* sums) {
  const uint8_t flip = c.source.is_unsigned ? 0x80 : 0;
  const auto* data = static_cast<const uint8_t*>(c.source.data);
  const int64_t words = c.k / 4;
  const PackWordsArgs args = {
      data,   c.source.column_stride,      c.count,
      words,  flip * uint32_t{0x01010101}, reinterpret_cast<uint32_t*>(panel),
      c.width};
  if (kGroup == 4) {
    c.isa.pack_words(args);
  } else {
    PackPairs(c, args, panel);
  }
  for (int64_t j = 0; j < c.count; ++j) {
    const uint8_t* column = data + j * c.source.column_stride;
    for (int64_t d = words * 4; d < c.k; ++d) {
      panel[d / kGroup * kGroup * c.width + j * kGroup + d % kGroup] =
          column[d] ^ flip;
    }
    // As unsigned bytes each is 128 larger.
    sums[j] += static_cast<int32_t>(c.isa.sum_bytes(column, c.k, flip ^ 0x80) -
                                    static_cast<uint32_t>(c.k) * 128);
  }
}

// Bytes one depth after another.
template <int kGroup>
void PackBytesByDepth(const Columns& c, uint8_t* panel, int32_t* sums) {
  const uint8_t flip = c.source.is_unsigned ? 0x80 : 0;
  for (int64_t d = 0; d < c.k; ++d) {
    const uint8_t* from =
        static_cast<const uint8_t*>(c.source.data) + d * c.source.depth_stride;
    uint8_t* to = panel + d / kGroup * kGroup * c.width + d % kGroup;
    for (int64_t j = 0; j < c.count; ++j) {
      const uint8_t v = from[j * c.source.column_stride] ^ flip;
      to[j * kGroup] = v;
      sums[j] += static_cast<int8_t>(v);
    }
  }
}

void PackBytes(const Columns& c, int group, uint8_t* panel, int32_t* sums) {
  if (c.count < c.width || c.k % group != 0) {
    std::memset(
        panel, 0,
        static_cast<size_t>((c.k + group - 1) / group * group * c.width));
  }
  if (c.source.depth_stride == 1) {
    return group == 2 ? PackSolidBytes<2>(c, panel, sums)
                      : PackSolidBytes<4>(c, panel, sums);
  }
  if (group == 2) {
    PackBytesByDepth<2>(c, panel, sums);
  } else {
    PackBytesByDepth<4>(c, panel, sums);
  }
}

}  // namespace

GemmMatrix::GemmMatrix(GemmType type, int64_t n, int64_t k, const GemmIsa& isa,
                       int64_t run)
    : isa_(&isa), type_(type), n_(n), k_(k) {
  const bool is_float = type == GemmType::kFloat;
  nr_ = is_float ? isa.float_nr : isa.int_nr;
  vector_ = is_float ? isa.float_vector : isa.int_vector;
  group_ = is_float ? 1 : type == GemmType::kByte && isa.bytes ? 4 : 2;
  if (group_ == 4) run_ = run;
}

bool GemmMatrix::CheckedBytes(size_t* bytes) const {
  int64_t elements = 0, total = 0, sums = 0;
  const int64_t size = type_ == GemmType::kFloat ? sizeof(float) : 1;
  if (!CheckedMul(padded_columns(), groups() * group_, &elements) ||
      !CheckedMul(elements, size, &total) ||
      !CheckedMul(padded_columns(), int64_t{sizeof(int32_t)}, &sums) ||
      !CheckedAdd(total, sums, &total) ||
      !CheckedAdd(total, int64_t{kAlignment}, &total)) {
    return false;
  }
  return CheckedCast(total, bytes);
}

int64_t GemmMatrix::PanelWidth(int64_t p) const {
  const int64_t columns = std::min<int64_t>(nr_, n_ - p * nr_);
  if (type_ == GemmType::kFloat && columns <= isa_->float_narrow) {
    return isa_->float_narrow;
  }
  return (columns + vector_ - 1) / vector_ * vector_;
}

void GemmMatrix::SetMemory(void* memory) {
  // Sums first: they end on a multiple of the alignment.
  sums_ = static_cast<int32_t*>(memory);
  const size_t sum_bytes =
      (static_cast<size_t>(padded_columns()) * sizeof(int32_t) + kAlignment -
       1) /
      kAlignment * kAlignment;
  panels_ = static_cast<char*>(memory) + sum_bytes;
}

void GemmMatrix::ClearPadding() {
  size_t bytes = 0;
  if (n_ == 0 || !CheckedBytes(&bytes)) return;
  const int64_t size = type_ == GemmType::kFloat ? sizeof(float) : 1;
  char* const end = reinterpret_cast<char*>(sums_) + bytes;
  const auto clear = [](void* from, void* to) {
    std::memset(from, 0, static_cast<char*>(to) - static_cast<char*>(from));
  };
  clear(type_ == GemmType::kFloat ? sums_ : sums_ + padded_columns(), panels_);
  clear(static_cast<char*>(panels_) +
            (num_panels() - 1) * nr_ * groups() * group_ * size,
        end);
}

void GemmMatrix::Pack(const GemmSource& source, void* memory) {
  SetMemory(memory);
  PackPanels(source, 0, num_panels());
}

void GemmMatrix::PackPanels(const GemmSource& source, int64_t begin,
                            int64_t end) {
  const int64_t size = type_ == GemmType::kFloat ? sizeof(float) : 1;
  for (int64_t p = begin; p < end; ++p) {
    GemmSource panel = source;
    panel.data = static_cast<const char*>(source.data) +
                 p * nr_ * source.column_stride * size;
    PackPanel(panel, p);
  }
}

void GemmMatrix::PackPanel(const GemmSource& source, int64_t p) {
  const int64_t first = p * nr_;
  Columns columns = {*isa_, source, std::min<int64_t>(nr_, n_ - first),
                     PanelWidth(p), k_};
  if (type_ == GemmType::kFloat) {
    PackFloats(columns, const_cast<float*>(float_panel(p)));
    return;
  }
  std::fill_n(sums_ + first, nr_, 0);
  auto* panel = reinterpret_cast<uint8_t*>(const_cast<int8_t*>(int_panel(p)));
  if (run_ == 0) return PackBytes(columns, group_, panel, sums_ + first);
  columns.k = run_;
  for (int64_t d = 0; d < k_; d += run_) {
    columns.source.data =
        static_cast<const char*>(source.data) + d * source.depth_stride;
    PackBytes(columns, group_, panel, sums_ + first);
    panel += GroupsOf(run_) * group_ * columns.width;
  }
}

GemmBuffer::~GemmBuffer() { base::FreePages(data_, size_); }

GemmBuffer::GemmBuffer(GemmBuffer&& other) noexcept {
  *this = std::move(other);
}

GemmBuffer& GemmBuffer::operator=(GemmBuffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

bool GemmBuffer::Allocate(size_t bytes) {
  if (bytes <= size_) return true;
  base::FreePages(data_, size_);
  size_ = 0;
  data_ = base::AllocatePages(bytes);
  if (data_ == nullptr) return false;
  size_ = bytes;
  return true;
}

}  // namespace tflite::kernels
