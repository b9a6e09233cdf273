#include "delegates/dsp/wire/check_steps.h"

#include "delegates/dsp/layout/weights.h"

namespace tflite::dsp {
namespace {

constexpr int64_t kMost = INT32_MAX;

// The product of positive factors; -1 if a factor is not positive or the
// product does not fit in 31 bits. Kernels count in 32 bits.
template <typename... Ints>
int64_t Product(Ints... factors) {
  const int64_t all[] = {static_cast<int64_t>(factors)...};
  int64_t product = 1;
  for (const int64_t f : all) {
    if (f <= 0 || f > kMost) return -1;
    product *= f;
    if (product > kMost) return -1;
  }
  return product;
}

bool IsFlag(int32_t x) { return x == 0 || x == 1; }

// Zero points and bounds of stored integers.
template <typename... Ints>
bool AreBytes(Ints... stored) {
  const int32_t all[] = {stored...};
  for (const int32_t x : all) {
    if (x < -255 || x > 255) return false;
  }
  return true;
}

bool IsFactor(const Factor& f) { return f.shift >= -31 && f.shift <= 30; }

// Checks pieces. A size of -1 is invalid.
class Pieces {
 public:
  explicit Pieces(const CheckedMemory& memory) : memory_(memory) {}

  Pieces& Holds(const Piece& piece, int64_t bytes) {
    if (bytes < 0) {
      Note(Fault::kParams);
    } else if (!IsInside(piece, memory_) || piece.bytes < bytes) {
      Note(Fault::kBounds);
    }
    return *this;
  }
  // The same, but the piece may be absent.
  Pieces& MayHold(const Piece& piece, int64_t bytes) {
    return piece.bytes == 0 ? *this : Holds(piece, bytes);
  }
  Pieces& Wants(bool condition) {
    if (!condition) Note(Fault::kParams);
    return *this;
  }
  // The pieces may not overlap: kernels read indices from one while they write
  // to the other.
  Pieces& Apart(const Piece& a, const Piece& b) {
    const uint64_t a_end = uint64_t{a.offset} + a.bytes + kPieceAlignment;
    const uint64_t b_end = uint64_t{b.offset} + b.bytes + kPieceAlignment;
    return Wants(a_end <= b.offset || b_end <= a.offset);
  }
  Fault fault() const { return fault_; }

 private:
  void Note(Fault fault) {
    if (fault_ == Fault::kNone) fault_ = fault;
  }

  const CheckedMemory& memory_;
  Fault fault_ = Fault::kNone;
};

int64_t InputBytes(const Window& w) {
  return Product(w.batch, w.in_height, w.in_width, w.in_channels);
}
int64_t OutputBytes(const Window& w) {
  return Product(w.batch, w.out_height, w.out_width, w.out_channels);
}

// Kernels compute coordinates of taps in 32 bits.
bool IsWindow(const Window& w) {
  constexpr int64_t kFar = int64_t{1} << 28;
  const auto reach = [](int64_t extent, int64_t stride, int64_t filter,
                        int64_t dilation, int64_t pad) {
    return stride > 0 && dilation > 0 && pad >= 0 && pad < kFar &&
           extent * stride < kFar && filter * dilation < kFar;
  };
  return Product(w.filter_height, w.filter_width) > 0 &&
         reach(w.out_height, w.stride_height, w.filter_height,
               w.dilation_height, w.pad_top) &&
         reach(w.out_width, w.stride_width, w.filter_width, w.dilation_width,
               w.pad_left);
}

int64_t DenseBytes(int32_t channels, int64_t taps, int32_t in_channels) {
  return Product(channels, taps, RoundUp(in_channels, kTaps));
}

Pieces& CheckFinish(const Finish& f, int64_t padded, Pieces& pieces) {
  return pieces
      .Wants(f.channels == padded && f.pitch == padded && f.min <= f.max &&
             AreBytes(f.zero_point, f.min, f.max))
      .Holds(f.planes, Product(f.channels, 3, sizeof(int32_t)));
}

template <typename Params>
Pieces& CheckBorder(const Params& p, int64_t in, int64_t out, Pieces& pieces) {
  return pieces.Wants(IsFlag(p.is_signed))
      .Holds(p.input, in)
      .Holds(p.output, out);
}

template <typename Params>
void CheckZeros(const Params& p, Pieces& pieces) {
  pieces.Wants(AreBytes(p.input_zero_point, p.weights_zero_point));
}

// The number of elements of the box; -1 if it is invalid.
int64_t BoxCount(int32_t rank, const int32_t* extents) {
  if (rank < 1 || rank > kMostDims) return -1;
  int64_t count = 1;
  for (int32_t d = 0; d < rank; ++d) count = Product(count, extents[d]);
  return count;
}

// The lowest and the highest element that strides reach from `first`.
struct Reach {
  Reach(int64_t first, int32_t rank, const int32_t* extents,
        const int32_t* strides)
      : low(first), high(first) {
    for (int32_t d = 0; d < rank; ++d) {
      const int64_t way = int64_t{extents[d] - 1} * strides[d];
      (way < 0 ? low : high) += way;
    }
  }
  // The number of bytes up to the last element; -1 if the first one is
  // negative.
  int64_t Bytes(int64_t element_bytes) const {
    return low < 0 || high >= kMost ? -1 : (high + 1) * element_bytes;
  }
  int64_t low, high;
};

}  // namespace

Fault CheckStep(const Conv2dParams& p, const CheckedMemory& memory) {
  const Window& w = p.window;
  Pieces pieces(memory);
  if (!IsWindow(w) || p.groups <= 0 || w.in_channels % p.groups != 0 ||
      w.out_channels % p.groups != 0) {
    return Fault::kParams;
  }
  CheckBorder(p, InputBytes(w), OutputBytes(w), pieces);
  CheckZeros(p, pieces);
  if (pieces.fault() != Fault::kNone) return pieces.fault();
  const int64_t padded =
      int64_t{RoundUp(w.out_channels / p.groups, kLanes)} * p.groups;
  return CheckFinish(p.finish, padded, pieces)
      .Holds(p.weights, DenseBytes(p.finish.channels,
                                   Product(w.filter_height, w.filter_width),
                                   w.in_channels / p.groups))
      .fault();
}

Fault CheckStep(const DepthwiseConv2dParams& p, const CheckedMemory& memory) {
  const Window& w = p.window;
  Pieces pieces(memory);
  if (!IsWindow(w) || Product(w.in_channels, p.multiplier) != w.out_channels) {
    return Fault::kParams;
  }
  CheckBorder(p, InputBytes(w), OutputBytes(w), pieces);
  CheckZeros(p, pieces);
  if (pieces.fault() != Fault::kNone) return pieces.fault();
  return CheckFinish(p.finish, RoundUp(w.out_channels, kLanes), pieces)
      .Holds(p.weights, Product(p.finish.channels, w.filter_height,
                                RoundUp(w.filter_width, kTaps)))
      .fault();
}

Fault CheckStep(const FullyConnectedParams& p, const CheckedMemory& memory) {
  Pieces pieces(memory);
  CheckBorder(p, Product(p.rows, p.depth), Product(p.rows, p.units), pieces);
  CheckZeros(p, pieces);
  if (pieces.fault() != Fault::kNone) return pieces.fault();
  return CheckFinish(p.finish, RoundUp(p.units, kLanes), pieces)
      .Holds(p.weights, DenseBytes(p.finish.channels, 1, p.depth))
      .fault();
}

Fault CheckStep(const TransposeConvParams& p, const CheckedMemory& memory) {
  const Window& w = p.window;
  Pieces pieces(memory);
  if (!IsWindow(w)) return Fault::kParams;
  CheckBorder(p, InputBytes(w), OutputBytes(w), pieces);
  CheckZeros(p, pieces);
  if (pieces.fault() != Fault::kNone) return pieces.fault();
  return CheckFinish(p.finish, RoundUp(w.out_channels, kLanes), pieces)
      .Holds(p.weights, DenseBytes(p.finish.channels,
                                   Product(w.filter_height, w.filter_width),
                                   w.in_channels))
      .fault();
}

Fault CheckStep(const PoolParams& p, const CheckedMemory& memory) {
  const Window& w = p.window;
  Pieces pieces(memory);
  return CheckBorder(p, InputBytes(w), OutputBytes(w), pieces)
      .Wants(IsWindow(w) && w.in_channels == w.out_channels && p.min <= p.max &&
             AreBytes(p.min, p.max))
      .fault();
}

Fault CheckStep(const BinaryParams& p, const CheckedMemory& memory) {
  const int64_t count = BoxCount(p.rank, p.extents);
  if (count < 0) return Fault::kParams;
  const Reach x(0, p.rank, p.extents, p.x_strides);
  const Reach y(0, p.rank, p.extents, p.y_strides);
  Pieces pieces(memory);
  pieces
      .Wants(IsFlag(p.is_signed) && p.shift >= 0 && p.shift < 22 &&
             AreBytes(p.x_zero_point, p.y_zero_point, p.zero_point, p.min,
                      p.max) &&
             IsFactor(p.x_factor) && IsFactor(p.y_factor) && IsFactor(p.factor))
      .Holds(p.x, x.Bytes(1))
      .Holds(p.y, y.Bytes(1))
      .Holds(p.output, count);
  if (p.form == BinaryForm8::kTable) pieces.Holds(p.table, 65536);
  return pieces.fault();
}

Fault CheckStep(const MapParams& p, const CheckedMemory& memory) {
  const int64_t count = Product(p.count);
  return Pieces(memory)
      .Holds(p.input, count)
      .Holds(p.output, count)
      .Holds(p.table, 256)
      .fault();
}

Fault CheckStep(const CopyParams& p, const CheckedMemory& memory) {
  const int32_t e = p.element_bytes;
  if (BoxCount(p.rank, p.extents) < 0 ||
      (e != 1 && e != 2 && e != 4 && e != 8)) {
    return Fault::kParams;
  }
  const Reach in(p.in_offset, p.rank, p.extents, p.in_strides);
  const Reach out(p.out_offset, p.rank, p.extents, p.out_strides);
  return Pieces(memory)
      .Holds(p.input, in.Bytes(e))
      .Holds(p.output, out.Bytes(e))
      .fault();
}

Fault CheckStep(const FillParams& p, const CheckedMemory& memory) {
  return Pieces(memory).Holds(p.output, 1).fault();
}

Fault CheckStep(const TakeParams& p, const CheckedMemory& memory) {
  const int64_t count = BoxCount(p.rank, p.extents);
  int64_t entries = 0;
  for (int32_t d = 0; count > 0 && d < p.rank; ++d) entries += p.extents[d];
  Pieces pieces(memory);
  pieces.Holds(p.output, Product(count, p.inner))
      .Holds(p.tables, Product(entries, sizeof(int32_t)))
      .Holds(p.input, Product(p.inner))
      .Apart(p.tables, p.output);
  if (pieces.fault() != Fault::kNone) return pieces.fault();
  const auto* offsets =
      reinterpret_cast<const int32_t*>(memory.base + p.tables.offset);
  int64_t low = 0, high = 0;
  for (int32_t d = 0; d < p.rank; offsets += p.extents[d++]) {
    int32_t least = offsets[0], greatest = offsets[0];
    for (int32_t i = 1; i < p.extents[d]; ++i) {
      const int32_t offset = offsets[i];
      least = offset < least ? offset : least;
      greatest = offset > greatest ? offset : greatest;
    }
    low += least;
    high += greatest;
  }
  return low < 0 || high + p.inner > p.input.bytes ? Fault::kBounds
                                                   : Fault::kNone;
}

Fault CheckStep(const ResizeBilinearParams& p, const CheckedMemory& memory) {
  Pieces pieces(memory);
  CheckBorder(p, Product(p.batch, p.in_height, p.in_width, p.channels),
              Product(p.batch, p.out_height, p.out_width, p.channels), pieces)
      .Holds(p.taps, Product(int64_t{p.out_height} + p.out_width, sizeof(Tap)))
      .Apart(p.taps, p.output);
  if (pieces.fault() != Fault::kNone) return pieces.fault();
  const auto* taps = reinterpret_cast<const Tap*>(memory.base + p.taps.offset);
  for (int32_t i = 0; i < p.out_height + p.out_width; ++i) {
    const int32_t extent = i < p.out_height ? p.in_height : p.in_width;
    const Tap& tap = taps[i];
    // Outside the image both are equal, and the weight does not matter.
    pieces.Wants(tap.lower >= 0 && tap.lower < extent && tap.upper >= 0 &&
                 tap.upper < extent && tap.fixed_upper >= -1024 &&
                 tap.fixed_upper <= 1024 && tap.weight >= -1.0f &&
                 tap.weight <= 2.0f);
  }
  return pieces.fault();
}

Fault CheckStep(const ReduceParams& p, const CheckedMemory& memory) {
  const int64_t count = BoxCount(p.rank, p.extents);
  if (count < 0) return Fault::kParams;
  int64_t kept = 1;
  for (int32_t d = 0; d < p.rank; ++d) {
    if ((p.reduced >> d & 1) == 0) kept *= p.extents[d];
  }
  // Sums of differences of bytes fit 32 bits.
  Pieces pieces(memory);
  return CheckBorder(p, count, kept, pieces)
      .Wants(count / kept <= kMost / 512 && IsFactor(p.factor) &&
             AreBytes(p.input_zero_point, p.zero_point, p.min, p.max))
      .fault();
}

Fault CheckStep(const SoftmaxParams& p, const CheckedMemory& memory) {
  const int64_t count = Product(p.rows, p.depth);
  Pieces pieces(memory);
  return CheckBorder(p, count, count, pieces)
      .Holds(p.exps, 256 * 256 * sizeof(float))
      .Wants(AreBytes(p.zero_point))
      .fault();
}

Fault CheckStep(const L2NormalizationParams& p, const CheckedMemory& memory) {
  const int64_t count = Product(p.rows, p.depth);
  const int32_t least = p.is_signed != 0 ? -128 : 0;
  const int64_t below = int64_t{p.input_zero_point} - least;
  const int64_t above = 255 - below;
  const int64_t most = below > above ? below : above;
  Pieces pieces(memory);
  return CheckBorder(p, count, count, pieces)
      .Wants(AreBytes(p.input_zero_point, p.zero_point) &&
             most * most * p.depth <= kMost)
      .fault();
}

Fault CheckStep(const ArgMinMaxParams& p, const CheckedMemory& memory) {
  Pieces pieces(memory);
  return CheckBorder(p, Product(p.outer, p.extent, p.inner),
                     Product(p.outer, p.inner, p.out_bytes), pieces)
      .Wants(p.out_bytes == 4 || p.out_bytes == 8)
      .fault();
}

Fault CheckStep(const SvdfParams& p, const CheckedMemory& memory) {
  return Pieces(memory)
      .Wants(Product(p.units, p.rank) == p.filters &&
             AreBytes(p.input_zero_point, p.zero_point) &&
             IsFactor(p.feature_factor) && IsFactor(p.time_factor))
      .Holds(p.input, Product(p.batch, p.inputs))
      .Holds(p.features, Product(p.filters, p.inputs))
      .Holds(p.time, Product(p.filters, p.memory, sizeof(int16_t)))
      .MayHold(p.bias, Product(p.units, sizeof(int32_t)))
      .Holds(p.state, Product(p.batch, p.filters, p.memory, sizeof(int16_t)))
      .Holds(p.output, Product(p.batch, p.units))
      .fault();
}

Fault CheckStep(const LstmParams& p, const CheckedMemory& memory) {
  const int64_t words = Product(p.cells, sizeof(int32_t));
  const int64_t shorts = Product(p.cells, sizeof(int16_t));
  Pieces pieces(memory);
  for (int g = 0; g < 4; ++g) {
    const LstmGateParams& gate = p.gates[g];
    if (g == 0 && gate.weights.bytes == 0) continue;
    pieces.Holds(gate.weights, Product(p.cells, p.inputs))
        .Holds(gate.recurrent, Product(p.cells, p.outputs))
        .Holds(gate.input_bias, words)
        .Holds(gate.recurrent_bias, words)
        .MayHold(gate.peephole, Product(p.batch, p.cells, sizeof(int16_t)))
        .MayHold(gate.norm, shorts);
    if (gate.norm.bytes != 0) pieces.Holds(gate.bias, words);
    pieces.Wants(IsFactor(gate.weights_factor) &&
                 IsFactor(gate.recurrent_factor) &&
                 IsFactor(gate.peephole_factor) && IsFactor(gate.norm_factor));
  }
  if (p.projection.bytes == 0) {
    pieces.Wants(p.outputs == p.cells);
  } else {
    pieces.Holds(p.projection, Product(p.outputs, p.cells))
        .Holds(p.projection_bias, Product(p.outputs, sizeof(int32_t)));
  }
  const int64_t rows = Product(p.steps, p.batch);
  return pieces
      .Wants(p.cell_bits >= 0 && p.cell_bits <= 6 &&
             IsFactor(p.hidden_factor) && IsFactor(p.projection_factor) &&
             AreBytes(p.state_zero_point, p.hidden_zero_point))
      .Holds(p.input, Product(rows, p.inputs))
      .Holds(p.output, Product(rows, p.outputs))
      .Holds(p.hidden_state, Product(p.batch, p.outputs))
      .Holds(p.cell_state, Product(p.batch, p.cells, sizeof(int16_t)))
      .fault();
}

}  // namespace tflite::dsp
