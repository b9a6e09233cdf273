#ifndef KERNELS_GEMM_ISA_H_
#define KERNELS_GEMM_ISA_H_

#include <cstdint>

#include "kernels/gemm/depthwise_tiles.h"
#include "kernels/gemm/requant_tiles.h"
#include "kernels/gemm/tiles/unroll.h"
#include "kernels/gemm/winograd/winograd_tiles.h"

// The part of the matrix engine that depends on the instruction set: GemmIsa is
// a row of a table with one row per instruction set. Only plain structs: the
// files that fill a row are compiled for more instructions than the rest. If
// they shared an inline function with other files, the linker could choose the
// version that other processors cannot run.

namespace tflite::kernels {

// Tiles never exceed these, whatever the instruction set.
constexpr int kGemmMaxRows = 16;
constexpr int kGemmMaxColumns = 32;
constexpr int kGemmMaxRowColumns = 64;  // of GemmIntRows

// C[i][j] = clamp(start + sum over taps and depth of row value * rhs value).
// The start is the bias, or what C holds.
struct GemmFloatTile {
  int m, n;                  // rows and columns to store; 1 <= m <= float_mr
  int64_t taps, depth;       // a row is `taps` runs of `depth` floats each
  const float* const* rows;  // run t of row i is rows[t * row_pitch + i]
  int64_t row_pitch;
  const float* rhs;   // one panel, see GemmMatrix
  const float* bias;  // n values, or null for 0
  float min, max;
  float* const* out;  // m rows
  // Sums start from the contents of `out`; only for whole panels of float_nr
  // columns.
  bool adds = false;
};

// Any number of rows with adjacent panels, of more than float_narrow columns in
// all; what they give has the bits of the tiles'.
struct GemmFloatRows {
  int64_t rows, n;
  int64_t taps, depth;  // a row is `taps` runs of `depth` floats each
  // If not null, run t of row i is runs[t * run_pitch + i]. Otherwise rows have
  // one run each, row i at left + i * left_stride.
  const float* const* runs = nullptr;
  int64_t run_pitch = 0;
  const float* left = nullptr;
  int64_t left_stride = 0;
  const float* rhs;    // the first panel, see GemmMatrix
  int64_t panel_step;  // from a panel to the next one
  const float* bias;   // n values, or null for 0
  float min, max;
  float* out;
  int64_t out_stride;
  // The most rows that are multiplied with all columns before the next, unless
  // tiles have more; fewer than `rows` where all panels stay in the first-level
  // cache.
  int64_t block_rows;
  // Sums start from the contents of `out`; only for whole panels of rows that
  // have one run.
  bool adds = false;
};

// The convolution of adjacent results of one row by the filters of one panel,
// at most GemmIsa::float_line_columns, of 3 lines of 9 adjacent floats, such as
// 3 pixels of 3 channels, all inside the image:
//   out[p][j] = clamp(bias[j] + sum over l, i of
//       in[l][p * pixel_step + i] * rhs[(9 * l + i) * width + j])
// where `width` is the panel's, with padding.
struct GemmFloatLine {
  int64_t pixels;
  int n;  // columns to store
  const float* in[3];
  int64_t pixel_step;
  const float* rhs;   // one panel, see GemmMatrix
  const float* bias;  // n values, or null for 0
  float min, max;
  float* out;
  int64_t out_step;
};
constexpr int64_t kGemmLineRuns = 3, kGemmLineRun = 9;

// acc[i][j] = start[j] + sum over k of left * right, modulo 2^32. Writes whole
// vectors: all columns of the panel's width, rows `acc_pitch` apart.
struct GemmIntTile {
  int m, n;
  int64_t groups;       // steps of 4 bytes of the left operand
  const uint8_t* left;  // row i at left + i * left_stride bytes
  int64_t left_stride;
  const int8_t* rhs;     // one panel
  const int32_t* start;  // a value for each column of the panel
  int32_t* acc;
  int64_t acc_pitch;
  // The sums of the panel's columns; null if the tile is only a part of the
  // depth.
  const int32_t* column_sums = nullptr;
  bool left_signed = false;  // GemmLeftBytes::kEither: the bytes are INT8
  // Belongs to the kernel, for the tiles of one thread until `release`; 0
  // before the first tile.
  uint32_t* setup = nullptr;
};

// The results of any number of rows with one panel, or of one row with
// GemmIsa::row_panels adjacent panels: sums as of GemmIntTile, which do not
// leave the registers.
struct GemmIntRows {
  int64_t rows;
  int n;                // columns to store; more than a panel's: all of these
  int64_t groups;       // steps of 4 bytes of the left operand
  const uint8_t* left;  // row i at left + i * left_stride bytes
  int64_t left_stride;
  // Bits of each left byte to invert. Of byte_results and float_results: 0,
  // but for GemmIsa::flipped_columns.
  uint8_t flip;
  const int8_t* rhs;     // one panel
  const int32_t* start;  // a value for each column of the panel
  const int32_t* terms;  // added to a row's sums; null: nothing
  GemmResults to;        // out_stride: from row to row
  // Of byte_results and float_results, if not null: row i is not at `left` but
  // at left_rows[i], in `runs` runs of as many groups each, run_step bytes
  // apart.
  const uint8_t* const* left_rows = nullptr;
  int64_t runs = 1, run_step = 0;
  // Of byte_results and float_results: where as many bytes as at `rhs` are read
  // next, or null.
  const int8_t* ahead = nullptr;
};

// The sums of a single row with any number of adjacent panels, all but the last
// one whole: acc[j] = start[j] + sum over k of left * right, modulo 2^32.
// Writes whole vectors, as GemmIntTile does.
struct GemmByteRow {
  int64_t n;       // columns
  int64_t groups;  // steps of 4 bytes of the left operand
  const uint8_t* left;
  uint8_t flip;       // as of GemmIntRows, 0 or 0x80
  const int8_t* rhs;  // the first panel
  const int32_t* start;
  int32_t* acc;
};

// The smallest and the largest of n floats and 0; NaN is ignored.
struct FloatRange {
  float min, max;
};

// out[i] = round(offset + in[i] * inverse), halves away from zero, clamped to
// [low, high], integers within int8; NaN gives low. Then each bit set in `flip`
// is inverted.
struct QuantizeRowArgs {
  const float* in;
  int64_t n;
  float inverse, offset, low, high;
  int8_t* out;
  uint8_t flip = 0;
};

// Transposes 4-byte words: word w of column j goes to out[w * width + j], each
// bit set in `flip` inverted.
struct PackWordsArgs {
  const uint8_t* in;
  int64_t column_stride;  // bytes
  int64_t columns, words;
  uint32_t flip;
  uint32_t* out;
  int64_t width;
};

// out[i] = in[i] - zero_point, of UINT8 or INT8 bytes.
struct WidenArgs {
  const uint8_t* in;
  int64_t n;
  bool is_unsigned;
  int16_t zero_point;
  int16_t* out;
};

// out[i] = in[i] ^ flip, of at least kLeastFlipped bytes.
constexpr int64_t kLeastFlipped = 64;
struct FlipArgs {
  const uint8_t* in;
  int64_t n;
  uint8_t flip;
  uint8_t* out;
};

// out[i] = factor * (the sum of row i's bytes, each bit set in `flip` inverted,
// less `excess`), modulo 2^32.
struct GemmRowSums {
  const uint8_t* in;
  int64_t stride;
  int64_t rows, depth;
  uint8_t flip;
  uint32_t excess;
  int32_t factor;
  int32_t* out;
};

// Which bytes byte_tile takes as left operands: only unsigned or only signed
// ones, as depthwise_bytes does, too, or either.
enum class GemmLeftBytes : uint8_t { kUnsigned, kSigned, kEither };

struct GemmIsa {
  const char* name;

  // The rows of the highest tile, the columns of a panel, and those of a
  // vector. The last panel of a matrix has as many vectors as it needs, or
  // float_narrow columns if these are enough.
  int float_mr, float_nr, float_vector, float_narrow;
  void (*float_tile)(const GemmFloatTile& tile);
  void (*float_line)(const GemmFloatLine& line);  // null: there is none

  int int_mr, int_nr, int_vector;
  // True: 8-bit left operands stay bytes, four to a group, for byte_tile.
  // False: they are widened to int16, two to a group, for int16_tile.
  bool bytes;
  void (*byte_tile)(const GemmIntTile& tile);
  void (*int16_tile)(const GemmIntTile& tile);

  // Both give the same results, the first one for columns that have the float
  // form of requant_tiles.h, the second one for all.
  void (*requantize_floats)(const GemmRequantTile& tile);
  void (*requantize)(const GemmRequantTile& tile);
  void (*dequantize)(const GemmDequantTile& tile);

  void (*depthwise_float)(const DepthwiseFloatTile& tile);
  void (*depthwise_float_line)(
      const DepthwiseFloatLine& line);  // null: there is none
  // Multiplies bytes by int8. The input's zero point is in the start values.
  DepthwiseIntKernel depthwise_bytes;
  // Multiplies bytes minus their zero point by int16.
  DepthwiseIntKernel depthwise_int16;

  FloatRange (*float_range)(const float* in, int64_t n);
  void (*quantize_row)(const QuantizeRowArgs& args);

  void (*pack_words)(const PackWordsArgs& args);
  void (*widen)(const WidenArgs& args);
  // The sum of n bytes, each bit set in `flip` inverted, modulo 2^32.
  uint32_t (*sum_bytes)(const uint8_t* in, int64_t n, uint8_t flip);
  void (*sum_rows)(const GemmRowSums& args);
  // Adds terms[i] to row i of a tile's sums, modulo 2^32, in whole vectors.
  void (*add_row_terms)(int32_t* sums, int64_t pitch, int64_t rows,
                        int64_t columns, const int32_t* terms);

  void (*winograd_input)(const WinogradInput& tile);
  void (*winograd_output)(const WinogradOutput& tile);

  // The most rows of results of depthwise_float_line with 3 taps, by stride:
  // they share the lines that they read.
  int depthwise_line_rows[3] = {0, 1, 1};
  GemmLeftBytes left_bytes = GemmLeftBytes::kUnsigned;
  // Call after a thread's last byte_tile of a task. May be null.
  void (*release)() = nullptr;
  // 8-bit results of 8-bit left operands that stay bytes, of columns that have
  // the float form (floats_fit), any number of rows. May be null.
  void (*byte_results)(const GemmIntRows& rows) = nullptr;
  // May be null.
  void (*byte_rows)(const GemmIntRows& rows) = nullptr;
  // Whether the float form of requantization needs a right shift in each
  // column whose multiplier is not 0.
  bool floats_need_shift = false;
  // The most panels, all whole, of byte_rows' single rows.
  int row_panels = 1;
  // The sum of n values, modulo 2^32. May be null.
  int32_t (*sum_words)(const int16_t* in, int64_t n) = nullptr;
  // Null: no function of this row has a use for the exact form of
  // requant_tiles.h.
  void (*remainder_range)(const GemmRemainders& args) = nullptr;
  // The most filters of float_line; 0: float_narrow.
  int float_line_columns = 0;
  // May be null.
  void (*float_rows)(const GemmFloatRows& rows) = nullptr;
  // Whether depthwise_float_line takes 5 taps, too, of one row at a time.
  bool depthwise_five_taps = false;
  // Float results of any number of rows, else like byte_results. May be null.
  void (*float_results)(const GemmIntRows& rows) = nullptr;
  // Null: 8-bit convolutions are faster as sums of products.
  const WinogradByteIsa* winograd_bytes = nullptr;
  // The most columns of a matrix for which byte_results and float_results take
  // rows from where they are, with GemmIntRows::flip. With more, rows are
  // copied if bits of them have to be inverted.
  int64_t flipped_columns = 0;
  // May be null.
  void (*flip_bytes)(const FlipArgs& args) = nullptr;
  // Where left operands stay bytes. Null: byte_tile computes single rows.
  void (*byte_row)(const GemmByteRow& row) = nullptr;
  // Whether windows of bytes in place are worth the padding of their lines to
  // whole groups (GemmRunOf).
  bool pads_runs = false;
};

// The rows this machine can run, best first; the last is the portable one.
// Chosen once per process.
const GemmIsa* const* GemmIsas(int* count);
const GemmIsa& BestGemmIsa();

// The rows by instruction set; null where the build has no such code.
const GemmIsa* GemmPortable();
const GemmIsa* GemmAvx2();
const GemmIsa* GemmAvxVnni();
const GemmIsa* GemmAvx512();
const GemmIsa* GemmAvx512Vnni();
const GemmIsa* GemmAmx();

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_ISA_H_
