#ifndef DELEGATES_EDGETPU_ISA_INSTRUCTION_H_
#define DELEGATES_EDGETPU_ISA_INSTRUCTION_H_

#include <cstdint>
#include <variant>

// The instruction set. Operands are addresses of bytes; sizes and distances are
// in bytes unless a field says otherwise. An instruction stream is executed as
// if one instruction after the other; which ones may overlap in time is said by
// Sync. docs/EDGETPU.md explains each instruction.
namespace tflite::edgetpu {

enum class Space : uint16_t {
  kInput,       // of the host; unit: which input
  kOutput,      // of the host; unit: which output
  kParameters,  // of the host: the executable's parameters
  kScratch,     // of the host: values that do not fit in tile memories
  kStore,       // the chip's parameter store
  kTile,        // tile memory; unit: which tile
};
constexpr int kNumSpaces = 6;

struct Address {
  Space space = Space::kInput;
  uint16_t unit = 0;
  uint32_t offset = 0;
};

// Copies `planes` x `rows` rows. Each of `copies` consecutive tiles, the first
// of which is to.unit, receives the same bytes; 1 for other spaces.
struct Dma {
  Address from, to;
  uint32_t row_bytes = 0, rows = 1, planes = 1;
  uint32_t from_row = 0, from_plane = 0;  // distances
  uint32_t to_row = 0, to_plane = 0;
  uint32_t copies = 1;
};

// Which bytes a window visits: for position (y, x) and tap (fy, fx), those at
//   iy * row_bytes + ix * column_bytes
//   iy = first_row + y * stride_rows + fy * dilation_rows, ix likewise.
// Taps with iy outside [0, height) or ix outside [0, width) are skipped.
struct Window {
  uint32_t rows = 1, columns = 1;  // positions
  uint32_t kernel_rows = 1, kernel_columns = 1;
  uint32_t stride_rows = 1, stride_columns = 1;
  uint32_t dilation_rows = 1, dilation_columns = 1;
  int32_t first_row = 0, first_column = 0;
  uint32_t height = 1, width = 1;
  uint32_t row_bytes = 0, column_bytes = 0;
};

// In the flags of instructions.
constexpr uint32_t kSigned = 1;         // input bytes are signed
constexpr uint32_t kSignedWeights = 2;  // Multiply
constexpr uint32_t kStart = 4;     // Multiply: accumulators start with the bias
constexpr uint32_t kLanewise = 8;  // Multiply: see there
constexpr uint32_t kAverage = 16;  // Pool: the average, else the maximum
constexpr uint32_t kMaximum = 32;  // Extreme: the larger, else the smaller
constexpr uint32_t kNegative = 64;  // Add: y is subtracted
constexpr uint32_t kReal = 128;     // Blend, Unitize: in floating point
constexpr uint32_t kTangent = 256;  // Curve: tanh, else the logistic function
constexpr uint32_t kRest = 512;     // Mix: 32767 - c in place of c

// For each position p and lane l, in 32 bits, modulo 2^32:
//   acc[p][l] = (kStart ? bias[l] : acc[p][l]) + sum over taps t of
//     kLanewise: (in[l] - iz) * (w[t][l] - wz)
//     else: sum over d < depth, i < block of
//       (in[d * block + i] - iz) * (w[t][d][l][i] - wz)
// where block is the target's depth_block and `in` what the window visits.
// Accumulators and biases are 32-bit integers.
struct Multiply {
  uint32_t tile = 0;
  uint32_t input = 0, weights = 0, bias = 0, accumulators = 0;
  Window window;
  uint32_t depth = 1;  // in blocks
  uint32_t lanes = 0;
  uint32_t flags = 0;
  int32_t input_zero_point = 0, weights_zero_point = 0;
};

// out[y][x][l] = clamp(zero_point + M(acc[y * columns + x][l], scales[l])),
// M as in arithmetic.h. A scale is a pair of 32-bit integers: factor, shift.
struct Requantize {
  uint32_t tile = 0;
  uint32_t accumulators = 0, scales = 0, output = 0;
  uint32_t rows = 1, columns = 1, lanes = 0;
  uint32_t row_bytes = 0, column_bytes = 0;  // of the output
  int32_t zero_point = 0, min = 0, max = 0;
};

// The same with ScaleUpBy of arithmetic.h in place of M.
struct RequantizeUp : Requantize {};

// The maximum, or the average rounded to the nearest with halves away from
// zero, of the taps that are not skipped; 0 if there are none. Then clamped.
struct Pool {
  uint32_t tile = 0;
  uint32_t input = 0, output = 0;
  Window window;
  uint32_t lanes = 0;
  uint32_t output_row_bytes = 0, output_column_bytes = 0;
  uint32_t flags = 0;
  int32_t min = 0, max = 0;
};

// Element by element, a = x - x_zero_point, b = y - y_zero_point:
//   clamp(zero_point + M(M(a << shift, x_scale) + M(b << shift, y_scale),
//   scale))
// with - in place of + if kNegative is set.
struct Add {
  uint32_t tile = 0;
  uint32_t x = 0, y = 0, output = 0, count = 0;
  uint32_t flags = 0;
  uint32_t shift = 0;
  int32_t x_zero_point = 0, x_factor = 0, x_shift = 0;
  int32_t y_zero_point = 0, y_factor = 0, y_shift = 0;
  int32_t zero_point = 0, factor = 0, factor_shift = 0;
  int32_t min = 0, max = 0;
};

// Element by element: clamp(zero_point + M((x - x_zero_point) *
// (y - y_zero_point), scale)).
struct Product {
  uint32_t tile = 0;
  uint32_t x = 0, y = 0, output = 0, count = 0;
  uint32_t flags = 0;
  int32_t x_zero_point = 0, y_zero_point = 0;
  int32_t zero_point = 0, factor = 0, factor_shift = 0;
  int32_t min = 0, max = 0;
};

// Element by element, the larger or the smaller of x and y, clamped.
struct Extreme {
  uint32_t tile = 0;
  uint32_t x = 0, y = 0, output = 0, count = 0;
  uint32_t flags = 0;
  int32_t min = 0, max = 0;
};

// Rows of `count` bytes that represent numbers: r(x) is entry x, as an unsigned
// byte, of 256 binary32 numbers at `reals`. With e(x) = exp((r(x) - largest r
// of the row) * beta) and the sum of all e of the row in order, each operation
// in binary32,
//   output = clamp(zero_point + round(e(x) / sum / scale))
// with halves away from zero. beta and scale are the bits of binary32 numbers.
struct Normalize {
  uint32_t tile = 0;
  uint32_t input = 0, output = 0, reals = 0;
  uint32_t rows = 1, count = 0;
  uint32_t input_row_bytes = 0, output_row_bytes = 0;
  uint32_t beta = 0, scale = 0;
  int32_t zero_point = 0, min = 0, max = 0;
};

// Mixes four positions of the input for each position of the output. A tap is
// three 32-bit integers: lower, upper, and the weight of upper in 2^-10, inside
// [0, 1024]; there is one per output row and one per output column. With
// lower and upper minus first_row inside [0, height), columns likewise,
//   output = (sum of the four bytes * weight of row * weight of column) / 2^20
// rounded to the nearest, halves away from zero. With kReal, weights are
// binary32 numbers, the other ones 1 - weight, and so are the products and the
// sum of the upper left, upper right, lower left and lower right byte, in this
// order, each with its row's times its column's weight;
//   output = floor(sum + 1/2)
// within the type.
struct Blend {
  uint32_t tile = 0;
  uint32_t input = 0, output = 0;
  uint32_t row_taps = 0, column_taps = 0;
  uint32_t rows = 1, columns = 1, lanes = 0;
  int32_t first_row = 0, first_column = 0;
  uint32_t height = 1, width = 1;
  uint32_t row_bytes = 0, column_bytes = 0;
  uint32_t output_row_bytes = 0, output_column_bytes = 0;
  uint32_t flags = 0;
};

// output[i] = table[input[i]], bytes as unsigned indices into 256 entries.
struct Lookup {
  uint32_t tile = 0;
  uint32_t input = 0, output = 0, table = 0, count = 0;
};

// Scales rows of `count` bytes to length 1. With a = x - input_zero_point and
// the sum s of all a * a of the row, modulo 2^32,
//   output = clamp(zero_point + M(a << shift_before, r << shift_after))
// where r is 1 / sqrt(s) as in curves.h. With kReal, in binary64,
//   output = clamp(zero_point + round(binary32(a / max(sqrt(s), 1)) / scale))
// with halves away from zero; scale are the bits of a binary32 number.
struct Unitize {
  uint32_t tile = 0;
  uint32_t input = 0, output = 0;
  uint32_t rows = 1, count = 0;
  uint32_t input_row_bytes = 0, output_row_bytes = 0;
  uint32_t flags = 0;
  uint32_t shift_before = 0, shift_after = 0;
  uint32_t scale = 0;
  int32_t input_zero_point = 0, zero_point = 0, min = 0, max = 0;
};

// From here on, numbers have 16 bits and are signed; S(x) is the nearest of
// them to x, and R(x, n) is x / 2^n rounded, halves away from zero. Addresses
// need no alignment.

// Accumulators to numbers, for each row r and position p in columns:
//   output[r][p][l] = S((kStart ? 0 : base[r][p][l]) + M(acc[r][p][l], scale))
// where the inner sum is modulo 2^32. Rows of the output begin row_bytes apart.
struct Narrow {
  uint32_t tile = 0;
  uint32_t accumulators = 0, base = 0, output = 0;
  uint32_t rows = 1, columns = 1, lanes = 0;
  uint32_t row_bytes = 0;  // of the output
  uint32_t flags = 0;
  int32_t factor = 0, factor_shift = 0;
};

// output[i] is the logistic function or the hyperbolic tangent of input[i] /
// 2^(15 - integer_bits), in units of 2^-15; curves.h has the bits.
struct Curve {
  uint32_t tile = 0;
  uint32_t input = 0, output = 0, count = 0;
  uint32_t integer_bits = 0;  // at most 6
  uint32_t flags = 0;
};

// Number by number, clamped to [-limit, limit]:
//   output = S(S(R(a * b, first_shift)) + S(R(c * d, second_shift)))
struct Mix {
  uint32_t tile = 0;
  uint32_t a = 0, b = 0, c = 0, d = 0, output = 0, count = 0;
  uint32_t first_shift = 0, second_shift = 0;  // at most 31
  uint32_t flags = 0;
  int32_t limit = 32768;
};

// Products of numbers to bytes: position p begins p * row_bytes behind
// `output`.
//   output[p][l] = clamp(zero_point + M(x[p][l] * y[p][l], scale))
// where the sum is modulo 2^32.
struct Finish {
  uint32_t tile = 0;
  uint32_t x = 0, y = 0, output = 0;
  uint32_t positions = 1, lanes = 0, row_bytes = 0;
  int32_t zero_point = 0, factor = 0, factor_shift = 0;
  int32_t min = 0, max = 0;
};

// Sets `rows` rows of `row_bytes` to a byte.
struct Fill {
  uint32_t tile = 0;
  uint32_t output = 0, row_bytes = 0, rows = 1, stride = 0;
  uint32_t value = 0;
};

// Engines run at the same time, each executing its instructions in order. Bit
// t of a set is tile t, for t below 30.
constexpr int kLink = 30, kRing = 31;
constexpr uint32_t kLinkEngine = 1u << kLink;  // transfers from and to the host
constexpr uint32_t kRingEngine = 1u << kRing;  // transfers on the chip

// The engines `waiting` start nothing that follows before `awaited` have
// finished everything that precedes.
struct Sync {
  uint32_t waiting = 0, awaited = 0;
};

using Instruction =
    std::variant<Dma, Sync, Multiply, Requantize, Pool, Add, Lookup, Fill,
                 Product, Extreme, Normalize, Blend, Unitize, Narrow, Curve,
                 Mix, Finish, RequantizeUp>;
constexpr const char* kMnemonics[] = {
    "dma",       "sync",   "multiply",     "requantize", "pool",
    "add",       "lookup", "fill",         "product",    "extreme",
    "normalize", "blend",  "unitize",      "narrow",     "curve",
    "mix",       "finish", "requantize_up"};
static_assert(sizeof(kMnemonics) / sizeof(kMnemonics[0]) ==
              std::variant_size_v<Instruction>);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_ISA_INSTRUCTION_H_
