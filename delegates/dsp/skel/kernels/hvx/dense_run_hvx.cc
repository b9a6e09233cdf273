#include "delegates/dsp/skel/kernels/hvx/dense_run.h"
#include "delegates/dsp/skel/kernels/hvx/dense_tile.h"
#include "delegates/dsp/skel/kernels/hvx/few_channels/compress.h"

namespace tflite::dsp {
namespace {

using TileFunction = void (*)(DenseJob&, int32_t tiles);

constexpr int32_t kMostPixels = 12;

// A tile of so many pixels. Tables list the widest one first and end with a
// tile of one pixel.
struct Tile {
  int32_t pixels;
  TileFunction run;
};
template <bool kSigned, kernels::Halves kHalves>
constexpr Tile kTiles[8][6] = {
    {{12, DenseTiles<12, 1, kSigned, kHalves, DenseLoad::kWords,
                     DenseStore::kAnywhere>},
     {6, DenseTiles<6, 1, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>},
     {4, DenseTiles<4, 1, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>},
     {2, DenseTiles<2, 1, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>},
     {1, DenseTiles<1, 1, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>}},
    {{10, DenseTiles<10, 2, kSigned, kHalves, DenseLoad::kWords,
                     DenseStore::kAnywhere>},
     {8, DenseTiles<8, 2, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>},
     {6, DenseTiles<6, 2, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>},
     {4, DenseTiles<4, 2, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>},
     {2, DenseTiles<2, 2, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>},
     {1, DenseTiles<1, 2, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>}},
    {{6, DenseTiles<6, 3, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>},
     {4, DenseTiles<4, 3, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>},
     {2, DenseTiles<2, 3, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>},
     {1, DenseTiles<1, 3, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>}},
    {{6, DenseTiles<6, 4, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>},
     {5, DenseTiles<5, 4, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>},
     {4, DenseTiles<4, 4, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>},
     {3, DenseTiles<3, 4, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>},
     {2, DenseTiles<2, 4, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>},
     {1, DenseTiles<1, 4, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>}},
    // Four groups, outputs aligned.
    {{6, DenseTiles<6, 4, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAligned>},
     {5, DenseTiles<5, 4, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAligned>},
     {4, DenseTiles<4, 4, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAligned>},
     {3, DenseTiles<3, 4, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAligned>},
     {2, DenseTiles<2, 4, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAligned>},
     {1, DenseTiles<1, 4, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAligned>}},
    // 32 and 64 channels, outputs aligned. Tiles that fill no vector store
    // anywhere.
    {{12, DenseTiles<12, 1, kSigned, kHalves, DenseLoad::kWords,
                     DenseStore::kTogether>},
     {4, DenseTiles<4, 1, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kTogether>},
     {2, DenseTiles<2, 1, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>},
     {1, DenseTiles<1, 1, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>}},
    {{10, DenseTiles<10, 2, kSigned, kHalves, DenseLoad::kWords,
                     DenseStore::kTogether>},
     {8, DenseTiles<8, 2, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kTogether>},
     {6, DenseTiles<6, 2, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kTogether>},
     {4, DenseTiles<4, 2, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kTogether>},
     {2, DenseTiles<2, 2, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kTogether>},
     {1, DenseTiles<1, 2, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>}},
    // Less than 32 channels.
    {{12, DenseTiles<12, 1, kSigned, kHalves, DenseLoad::kWords,
                     DenseStore::kCompressed>},
     {4, DenseTiles<4, 1, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kCompressed>},
     {2, DenseTiles<2, 1, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>},
     {1, DenseTiles<1, 1, kSigned, kHalves, DenseLoad::kWords,
                    DenseStore::kAnywhere>}}};
// The widest tile of each kind above, for windows of one piece.
template <bool kSigned, kernels::Halves kHalves>
constexpr TileFunction kOnePieceTiles[8] = {
    DenseTiles<12, 1, kSigned, kHalves, DenseLoad::kOnePiece,
               DenseStore::kAnywhere>,
    DenseTiles<10, 2, kSigned, kHalves, DenseLoad::kOnePiece,
               DenseStore::kAnywhere>,
    DenseTiles<6, 3, kSigned, kHalves, DenseLoad::kOnePiece,
               DenseStore::kAnywhere>,
    DenseTiles<6, 4, kSigned, kHalves, DenseLoad::kOnePiece,
               DenseStore::kAnywhere>,
    DenseTiles<6, 4, kSigned, kHalves, DenseLoad::kOnePiece,
               DenseStore::kAligned>,
    DenseTiles<12, 1, kSigned, kHalves, DenseLoad::kOnePiece,
               DenseStore::kTogether>,
    DenseTiles<10, 2, kSigned, kHalves, DenseLoad::kOnePiece,
               DenseStore::kTogether>,
    DenseTiles<12, 1, kSigned, kHalves, DenseLoad::kOnePiece,
               DenseStore::kCompressed>};

// kMostPixels pixels and one group, read by 8 bytes.
template <bool kSigned, kernels::Halves kHalves>
constexpr TileFunction kDoubleTiles[3] = {
    DenseTiles<kMostPixels, 1, kSigned, kHalves, DenseLoad::kDoubles,
               DenseStore::kAnywhere>,
    DenseTiles<kMostPixels, 1, kSigned, kHalves, DenseLoad::kDoubles,
               DenseStore::kTogether>,
    DenseTiles<kMostPixels, 1, kSigned, kHalves, DenseLoad::kDoubles,
               DenseStore::kCompressed>};
constexpr int kCompressedKind = 7;

// The tables above, and DenseAcross, for one way to load and to round.
struct Tables {
  const Tile (*tiles)[6];
  const TileFunction* one_piece;
  const TileFunction* doubles;
  void (*across)(const DenseJob&, int32_t sets);
};
template <bool kSigned, kernels::Halves kHalves>
constexpr Tables kTables = {
    kTiles<kSigned, kHalves>, kOnePieceTiles<kSigned, kHalves>,
    kDoubleTiles<kSigned, kHalves>, DenseAcross<kSigned, kHalves>};

const Tables& TablesOf(const DenseRun& run) {
  constexpr auto kUp = kernels::Halves::kUp;
  constexpr auto kAway = kernels::Halves::kAwayFromZero;
  if (run.halves_up) {
    return run.is_signed ? kTables<true, kUp> : kTables<false, kUp>;
  }
  return run.is_signed ? kTables<true, kAway> : kTables<false, kAway>;
}

// True if all windows can be read by 8 bytes at aligned addresses.
bool AreDoubles(const DenseRun& run) {
  uintptr_t bits = run.piece_quads * 4;
  for (int32_t t = 0; t < run.piece_count; ++t) bits |= run.pieces[t];
  for (int32_t p = 0; p < 2 && p < run.count; ++p) {
    bits |= reinterpret_cast<uintptr_t>(run.windows[p]);
  }
  return bits % 8 == 0;
}

// A tile of one group that stores anywhere.
TileFunction AnywhereTile(const DenseRun& run, int32_t pixels) {
  const Tile* tile = TablesOf(run).tiles[0];
  while (tile->pixels != pixels) ++tile;
  return tile->run;
}

// Runs the last tiles of a run, which must not write behind the channels: they
// store to run.spill, from where the channels are copied.
void RunExactly(const DenseRun& run, const DenseJob& first, const Tile& tile,
                int32_t tiles, int32_t width) {
  DenseJob job = first;
  uint8_t* out = job.out;
  job.pitch = kVectorBytes;
  for (; tiles > 0; --tiles) {
    job.out = reinterpret_cast<uint8_t*>(run.spill);
    tile.run(job, 1);
    for (int32_t i = 0; i < tile.pixels; ++i, out += run.pitch) {
      StoreFirst(out, run.spill[i], width);
    }
  }
}

// Sets `job` to the first pixel and the groups from `first` on.
void StartGroups(const DenseRun& run, int32_t first, DenseJob& job) {
  job.weights = run.weights + first * run.group_bytes;
  job.finish = run.finish + first;
  job.windows = run.windows;
  job.sums = run.sums;
  job.out = run.out + first * kVectorWords;
  job.pitch = run.pitch;
}

// Computes all pixels for up to four groups, from group `first` on.
void RunGroups(const DenseRun& run, DenseJob& job, int32_t first,
               int32_t groups) {
  const bool doubles = groups == 1 && AreDoubles(run);
  const int32_t left = run.channels - first * kVectorWords;
  const int32_t width = left < kVectorBytes ? left : kVectorBytes;
  StartGroups(run, first, job);
  const bool aligned =
      ((reinterpret_cast<uintptr_t>(job.out) | run.pitch) % kVectorBytes) == 0;
  const bool together =
      run.quick && run.pitch == groups * kVectorWords && groups < 3 &&
      run.channels == run.pitch &&
      reinterpret_cast<uintptr_t>(job.out) % kVectorBytes == 0;
  const bool compressed = run.quick && groups == 1 && !run.exact &&
                          run.pitch == width && width < kVectorWords;
  if (compressed) job.compress = CompressControl(width);
  const int32_t kind = compressed               ? kCompressedKind
                       : together               ? 4 + groups
                       : groups == 4 && aligned ? 4
                                                : groups - 1;
  const Tables& tables = TablesOf(run);
  const Tile* tile = tables.tiles[kind];
  const Tile* widest = tile;
  const bool one_piece = run.piece_count == 1 && run.pieces[0] == 0;
  for (int32_t pixels = run.count; pixels > 0; ++tile) {
    if (pixels < tile->pixels) continue;
    // A division takes some hundred packets.
    const int32_t tiles = pixels < 2 * tile->pixels ? 1 : pixels / tile->pixels;
    Tile use = *tile;
    if (one_piece && tile == widest) {
      use.run = tables.one_piece[kind];
    }
    if (doubles && use.pixels == kMostPixels) {
      const int form = compressed ? 2 : together;
      use.run = tables.doubles[form];
    }
    int32_t direct = tiles;
    // Whole vectors of adjacent pixels: stores end with the last pixel.
    const bool exact = together && use.pixels * run.pitch % kVectorBytes == 0;
    while (!exact && direct > 0 &&
           ((run.exact && width < kVectorBytes) ||
            job.out + (direct * use.pixels - 1) * run.pitch + kVectorBytes >
                run.end)) {
      --direct;
    }
    if (direct > 0) use.run(job, direct);
    const int32_t rest = tiles - direct;
    if (rest > 0) {
      // A tile of as many pixels that stores them one by one.
      if (compressed) use.run = AnywhereTile(run, use.pixels);
      RunExactly(run, job, use, rest, width);
    }
    job.windows += rest * use.pixels;
    job.sums += rest * use.pixels;
    job.out += rest * use.pixels * run.pitch;
    pixels -= tiles * use.pixels;
  }
}

}  // namespace

void DenseGeneralFinish(const DenseJob& job, int32_t pixels, int32_t groups,
                        bool is_signed) {
  const Vec zero_point = SplatWord(job.zero_point);
  Vec* __restrict sums = job.spill;
  for (int32_t p = 0; p < pixels; ++p, sums += groups) {
    for (int32_t g = 0; g < groups; ++g) {
      sums[g] = GeneralFinish(sums[g], job.finish[g], zero_point);
    }
    const int32_t last = groups - 1;
    const Vec low = Q6_Vh_vpack_VwVw_sat(sums[last < 1 ? last : 1], sums[0]);
    const Vec high = Q6_Vh_vpack_VwVw_sat(sums[last < 3 ? last : 3],
                                          sums[last < 2 ? last : 2]);
    StoreUnaligned(job.out + p * job.pitch,
                   is_signed ? ClampBytes<true>(PackBytes<true>(high, low),
                                                job.low, job.high)
                             : ClampBytes<false>(PackBytes<false>(high, low),
                                                 job.low, job.high));
  }
}

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
  job.lane_sums = HasSpareLane(run.channels);
  // The last groups, if less than four, come first: what they write behind
  // their channels is overwritten with the next pixel's channels afterwards.
  if (job.lane_sums && whole == groups) whole -= 4;
  job.keep_sums = whole > 0;
  if (whole < groups) RunGroups(run, job, whole, groups - whole);
  job.lane_sums = false;
  if (run.count == 1 && whole > 0 && run.piece_count == 1 &&
      run.pieces[0] == 0) {
    job.weights = run.weights;
    job.finish = run.finish;
    job.windows = run.windows;
    job.sums = run.sums;
    job.out = run.out;
    job.pitch = run.pitch;
    TablesOf(run).across(job, whole / 4);
    return;
  }
  for (int32_t g = 0; g < whole; g += 4) RunGroups(run, job, g, 4);
}

}  // namespace tflite::dsp
