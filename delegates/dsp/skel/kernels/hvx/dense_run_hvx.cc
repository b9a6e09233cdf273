#include "delegates/dsp/skel/kernels/hvx/dense_run.h"

#include "delegates/dsp/skel/kernels/hvx/dense_tile.h"
#include "delegates/dsp/skel/kernels/hvx/pixel_sums.h"

namespace tflite::dsp {
namespace {

using TileFunction = void (*)(const DenseJob&);

constexpr int32_t kMostPixels = 12;

// Tiles of 1 .. kMostPixels pixels; null: taken apart.
template <bool kSigned>
TileFunction TileOf(int32_t groups, int32_t pixels, bool doubles) {
  static const TileFunction kFour[] = {
      DenseWords<1, 4, kSigned>, DenseWords<2, 4, kSigned>,
      DenseWords<3, 4, kSigned>, DenseWords<4, 4, kSigned>,
      DenseWords<5, 4, kSigned>, DenseWords<6, 4, kSigned>};
  static const TileFunction kThree[] = {
      DenseWords<1, 3, kSigned>, DenseWords<2, 3, kSigned>, nullptr,
      DenseWords<4, 3, kSigned>, nullptr, DenseWords<6, 3, kSigned>};
  static const TileFunction kTwo[] = {
      DenseWords<1, 2, kSigned>, DenseWords<2, 2, kSigned>, nullptr,
      DenseWords<4, 2, kSigned>, nullptr, nullptr, nullptr,
      DenseWords<8, 2, kSigned>, nullptr, DenseWords<10, 2, kSigned>};
  static const TileFunction kOne[] = {
      DenseWords<1, 1, kSigned>, DenseWords<2, 1, kSigned>, nullptr,
      DenseWords<4, 1, kSigned>, nullptr, DenseWords<6, 1, kSigned>,
      nullptr, nullptr, nullptr, nullptr, nullptr,
      DenseWords<12, 1, kSigned>};
  switch (groups) {
    case 4:
      return kFour[pixels - 1];
    case 3:
      return kThree[pixels - 1];
    case 2:
      return kTwo[pixels - 1];
    default:
      return doubles && pixels == kMostPixels
                 ? DenseDoubles<kMostPixels, 1, kSigned>
                 : kOne[pixels - 1];
  }
}

// Pixels of the next tile where `left` are to be done.
int32_t TilePixels(int32_t groups, int32_t left) {
  switch (groups) {
    case 4:
      if (left == 5 || left == 6 || left < 4) return left;
      return left == 9 || left == 10 || left == 11 ? left - 5 : 4;
    case 3:
      return left >= 6 ? 6 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
    case 2:
      return left >= 10 && left != 16 ? 10
             : left >= 8              ? 8
             : left >= 4              ? 4
             : left >= 2              ? 2
                                      : 1;
    default:
      return left >= 12  ? 12
             : left >= 6 ? 6
             : left >= 4 ? 4
             : left >= 2 ? 2
                         : 1;
  }
}

// Whether all rows can be read by aligned double words.
bool AreDoubles(const DenseRun& run) {
  uintptr_t bits = run.piece_quads * 4;
  for (int32_t t = 0; t < run.piece_count; ++t) bits |= run.pieces[t];
  for (int32_t p = 0; p < 2 && p < run.count; ++p) {
    bits |= reinterpret_cast<uintptr_t>(run.windows[p]);
  }
  return bits % 8 == 0;
}

// All pixels for up to four groups from `first` on.
void RunGroups(const DenseRun& run, DenseJob job, int32_t first,
               int32_t groups) {
  const bool doubles = groups == 1 && AreDoubles(run);
  const int32_t channel = first * kVectorWords;
  const int32_t left = run.channels - channel;
  const int32_t width = left < kVectorBytes ? left : kVectorBytes;
  job.weights = run.weights + first * run.group_bytes;
  job.finish = run.finish + first;
  uint8_t* out = run.out + channel;
  for (int32_t p = 0; p < run.count;) {
    const int32_t pixels = TilePixels(groups, run.count - p);
    job.windows = run.windows + p;
    job.sums = run.sums + p;
    const TileFunction tile = run.is_signed
                                  ? TileOf<true>(groups, pixels, doubles)
                                  : TileOf<false>(groups, pixels, doubles);
    const bool direct =
        !run.exact || width == kVectorBytes
            ? out + (pixels - 1) * run.pitch + kVectorBytes <= run.end
            : false;
    job.out = direct ? out : reinterpret_cast<uint8_t*>(run.spill);
    job.pitch = direct ? run.pitch : kVectorBytes;
    tile(job);
    if (!direct) {
      for (int32_t i = 0; i < pixels; ++i) {
        StoreFirst(out + i * run.pitch, run.spill[i], width);
      }
    }
    p += pixels;
    out += pixels * run.pitch;
  }
}

}  // namespace

void RunDense(const DenseRun& run) {
  DenseJob job = {};
  job.pieces = run.pieces;
  job.piece_count = run.piece_count;
  job.quads = run.piece_quads;
  job.group_bytes = run.group_bytes;
  job.quick = run.quick;
  job.zero_point = run.zero_point;
  job.spill = run.spill + kMostPixels;
  job.low = SplatByte(run.min);
  job.high = SplatByte(run.max);
  const int32_t groups = RoundUpTo(run.channels, kVectorWords) / kVectorWords;
  int32_t whole = groups / 4 * 4;
  job.lane_sums = run.channels % kVectorWords != 0;
  if (!job.lane_sums) {
    PixelSums({run.windows, run.count, run.pieces, run.piece_count,
               run.piece_quads * 4, run.is_signed, -run.weights_zero_point,
               run.sums});
  }
  // Less than four groups come first: what they write behind their channels is
  // the next pixel's, written afterwards.
  if (job.lane_sums && whole == groups) whole -= 4;
  if (whole < groups) RunGroups(run, job, whole, groups - whole);
  job.lane_sums = false;
  for (int32_t g = 0; g < whole; g += 4) RunGroups(run, job, g, 4);
}

}  // namespace tflite::dsp
