#include "delegates/dsp/skel/kernels/hvx/strip.h"

namespace tflite::dsp {
namespace {

void FillRow(uint8_t* to, int32_t bytes, Vec value) {
  Vec* __restrict out = reinterpret_cast<Vec*>(to);
  for (int32_t i = 0; i < bytes / kVectorBytes; ++i) out[i] = value;
}

// Fills [to, to + bytes), and may write behind it, in whole vectors from `to`.
void FillFrom(uint8_t* to, int32_t bytes, Vec value) {
  for (int32_t i = 0; i < bytes; i += kVectorBytes) {
    StoreUnaligned(to + i, value);
  }
}

// `to` is aligned. Writes whole vectors.
void CopyRow(const uint8_t* from, int32_t bytes, uint8_t* to) {
  Vec* __restrict out = reinterpret_cast<Vec*>(to);
  const int32_t count = RoundUpTo(bytes, kVectorBytes) / kVectorBytes;
  const uint8_t* __restrict in = from;
  if ((reinterpret_cast<uintptr_t>(from) & (kVectorBytes - 1)) == 0) {
    const Vec* __restrict aligned = reinterpret_cast<const Vec*>(from);
    for (int32_t i = 0; i < count; ++i) out[i] = aligned[i];
    return;
  }
  for (int32_t i = 0; i < count; ++i, in += kVectorBytes) {
    out[i] = LoadUnaligned(in);
  }
}

// Copies pixels of `channels` bytes and pads them to whole words.
void SpreadPixels(const uint8_t* from, int32_t pixels, int32_t channels,
                  int32_t pitch, uint8_t* to, int32_t to_pitch) {
  for (int32_t x = 0; x < pixels; ++x, from += pitch, to += to_pitch) {
    for (int32_t c = 0; c < channels; c += kVectorBytes) {
      StoreUnaligned(to + c, LoadUnaligned(from + c));
    }
  }
}

// Controls for Q6_V_vdelta_VV that move byte channels * i + j to 4 * i + j, for
// adjacent pixels of 1 to 3 channels. Other bytes are undefined.
struct SpreadControls {
  alignas(kVectorBytes) uint8_t bytes[kVectorBytes];
};
constexpr SpreadControls MakeSpread(int32_t channels) {
  SpreadControls controls = {};
  for (int32_t to = 0; to < kVectorBytes; ++to) {
    if (to % 4 >= channels) continue;
    const int32_t from = to / 4 * channels + to % 4;
    // Step `bit` settles that bit of the place.
    int32_t place = from;
    for (int32_t bit = kVectorBytes / 2; bit > 0; bit /= 2) {
      const int32_t next = (place & ~bit) | (to & bit);
      if (next != place) controls.bytes[next] |= bit;
      place = next;
    }
  }
  return controls;
}
constexpr SpreadControls kSpread[3] = {MakeSpread(1), MakeSpread(2),
                                       MakeSpread(3)};

void SpreadDense(const uint8_t* from, int32_t pixels, int32_t channels,
                 uint8_t* to) {
  Vec* __restrict out = reinterpret_cast<Vec*>(to);
  const uint8_t* __restrict in = from;
  const Vec control =
      *reinterpret_cast<const Vec*>(kSpread[channels - 1].bytes);
  const Vec used = SplatWord((1 << (8 * channels)) - 1);
  for (int32_t x = 0; x < pixels; x += kVectorWords) {
    *out++ = Q6_V_vand_VV(Q6_V_vdelta_VV(LoadUnaligned(in), control), used);
    in += kVectorWords * channels;
  }
}

}  // namespace

void PlacePieces(const StripPlan& plan, const Window& w, int32_t* pieces) {
  for (int32_t fy = 0; fy < w.filter_height; ++fy) {
    const int32_t row = fy * w.dilation_height * plan.row_bytes;
    if (plan.merged) {
      *pieces++ = row;
      continue;
    }
    for (int32_t fx = 0; fx < w.filter_width; ++fx) {
      *pieces++ = row + fx * w.dilation_width * plan.pixel_bytes;
    }
  }
}

void CopyStrip(const StripPlan& plan, const Window& w, const uint8_t* image,
               int32_t out_y, int32_t zero_point, uint8_t* copy) {
  const Vec zero = SplatByte(zero_point);
  const int32_t first = out_y * w.stride_height - w.pad_top;
  for (int32_t r = 0; r < plan.in_rows; ++r, copy += plan.row_bytes) {
    const int32_t y = first + r;
    if (y < 0 || y >= w.in_height) {
      FillRow(copy, plan.row_bytes, zero);
      continue;
    }
    const uint8_t* from = image + y * w.in_width * w.in_channels;
    uint8_t* inside = copy + plan.left;
    FillRow(copy, plan.left, zero);
    if (plan.channels == w.in_channels && plan.pixel_bytes == plan.channels) {
      CopyRow(from, w.in_width * w.in_channels, inside);
    } else if (plan.channels == w.in_channels && plan.channels < 4) {
      SpreadDense(from, w.in_width, plan.channels, inside);
    } else {
      SpreadPixels(from, w.in_width, plan.channels, w.in_channels, inside,
                   plan.pixel_bytes);
    }
    uint8_t* right = inside + w.in_width * plan.pixel_bytes;
    FillFrom(right,
             static_cast<int32_t>(copy + plan.row_bytes - kVectorBytes - right),
             zero);
  }
}

void PlaceWindows(const StripPlan& plan, const Window& w, const uint8_t* strip,
                  int32_t out_y, int32_t rows, const uint8_t** windows) {
  const int32_t first_row = plan.copy ? 0 : out_y * w.stride_height - w.pad_top;
  const int32_t first_column =
      plan.copy ? plan.left - w.pad_left * plan.pixel_bytes : 0;
  const int32_t step = w.stride_width * plan.pixel_bytes;
  const Vec steps = Q6_Vw_vmpyi_VwRh(Iota(), (step << 16) | (step & 0xffff));
  for (int32_t r = 0; r < rows; ++r) {
    const uint8_t* at = strip +
                        (first_row + r * w.stride_height) * plan.row_bytes +
                        first_column;
    for (int32_t x = 0; x < w.out_width; x += kVectorWords) {
      StoreUnaligned(
          windows + x,
          Q6_Vw_vadd_VwVw(steps, SplatWord(reinterpret_cast<intptr_t>(at))));
      at += kVectorWords * step;
    }
    windows += w.out_width;
  }
}

}  // namespace tflite::dsp
