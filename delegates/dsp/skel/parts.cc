#include "delegates/dsp/skel/parts.h"

#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/wire/program.h"

namespace tflite::dsp {
namespace {

// Handing a part to another thread and waiting for it costs some ten
// microseconds. Smaller steps than these take a few times that.
constexpr int64_t kLeastDenseProducts = 1 << 19;
constexpr int64_t kLeastWindowElements = 1 << 17;
constexpr int64_t kLeastSums = 1 << 15;
constexpr int64_t kLeastMapped = 1 << 17;

constexpr auto kAlignment = static_cast<int32_t>(kPieceAlignment);

struct Range {
  int32_t begin, count;
};

// Items come in units, so that each unit's output is a multiple of 128 bytes.
class Units {
 public:
  Units(int32_t items, int32_t item_bytes) : items_(items), size_(1) {
    while (size_ < kAlignment && item_bytes % 2 == 0) {
      item_bytes /= 2;
      size_ *= 2;
    }
    size_ = kAlignment / size_;
    count_ = (items + size_ - 1) / size_;
  }

  uint32_t Parts(uint32_t most) const {
    const auto count = static_cast<uint32_t>(count_);
    return count < most ? count : most;
  }
  Range At(uint32_t part, uint32_t parts) const {
    const int32_t begin = Begin(part, parts), end = Begin(part + 1, parts);
    return {begin, end - begin};
  }

 private:
  int32_t Begin(uint32_t part, uint32_t parts) const {
    const auto unit = static_cast<int32_t>(int64_t{count_} * part / parts);
    return unit == count_ ? items_ : unit * size_;
  }

  int32_t items_, size_, count_;
};

Piece Within(const Piece& piece, int64_t offset, int64_t bytes) {
  return {piece.offset + static_cast<uint32_t>(offset),
          static_cast<uint32_t>(bytes)};
}

int32_t RowBytes(const Window& w) { return w.out_width * w.out_channels; }

Units RowUnits(const Window& w) { return Units(w.out_height, RowBytes(w)); }

// Rows of one image.
uint32_t RowParts(const Window& w, uint32_t most) {
  // Each part has a row of the input: the windows of the first and of the last
  // row of the output reach one.
  const bool has_rows =
      w.pad_top <= (w.filter_height - 1) * w.dilation_height &&
      (w.out_height - 1) * w.stride_height - w.pad_top < w.in_height;
  return w.batch == 1 && has_rows ? RowUnits(w).Parts(most) : 1;
}

// The window of some rows of the output, with their input and output.
void TakeRows(const Range& rows, Window* w, Piece* input, Piece* output) {
  const int32_t first = rows.begin * w->stride_height - w->pad_top;
  const int32_t end = first + (rows.count - 1) * w->stride_height +
                      (w->filter_height - 1) * w->dilation_height + 1;
  const int32_t begin = first < 0 ? 0 : first;
  const int64_t in_bytes = int64_t{w->in_width} * w->in_channels;
  w->pad_top = begin - first;
  w->in_height = (end < w->in_height ? end : w->in_height) - begin;
  w->out_height = rows.count;
  *input = Within(*input, begin * in_bytes, w->in_height * in_bytes);
  *output = Within(*output, int64_t{rows.begin} * RowBytes(*w),
                   int64_t{rows.count} * RowBytes(*w));
}

template <typename Params>
Params RowsOf(const Params& p, uint32_t part, uint32_t parts) {
  Params rows = p;
  TakeRows(RowUnits(p.window).At(part, parts), &rows.window, &rows.input,
           &rows.output);
  return rows;
}

// Some channels of one pixel, whose weights begin with a block.
Range TakeChannels(int32_t channels, int32_t block_bytes, uint32_t part,
                   uint32_t parts, Finish* finish, Piece* weights,
                   Piece* output) {
  const Range range = Units(channels, 1).At(part, parts);
  const int32_t padded = RoundUp(range.count, kLanes);
  finish->planes.offset += static_cast<uint32_t>(range.begin) * sizeof(int32_t);
  finish->channels = padded;
  *weights = Within(*weights, int64_t{range.begin / kLanes} * block_bytes,
                    int64_t{padded / kLanes} * block_bytes);
  *output = Within(*output, range.begin, range.count);
  return range;
}

bool IsOnePixel(const Conv2dParams& p) {
  const Window& w = p.window;
  return w.batch == 1 && p.groups == 1 && w.out_height == 1 && w.out_width == 1;
}

int64_t WindowElements(const Window& w) {
  return int64_t{w.out_height} * RowBytes(w) * w.filter_height * w.filter_width;
}

}  // namespace

uint32_t PartsOf(const Conv2dParams& p, uint32_t most) {
  const Window& w = p.window;
  if (p.groups != 1 ||
      WindowElements(w) * w.in_channels < kLeastDenseProducts) {
    return 1;
  }
  return IsOnePixel(p) ? Units(w.out_channels, 1).Parts(most)
                       : RowParts(w, most);
}
Conv2dParams PartOf(const Conv2dParams& p, uint32_t part, uint32_t parts) {
  if (!IsOnePixel(p)) return RowsOf(p, part, parts);
  const DenseLayout layout = {p.window.filter_height * p.window.filter_width,
                              p.window.in_channels};
  Conv2dParams some = p;
  some.window.out_channels =
      TakeChannels(p.window.out_channels, layout.BlockBytes(), part, parts,
                   &some.finish, &some.weights, &some.output)
          .count;
  return some;
}

uint32_t PartsOf(const DepthwiseConv2dParams& p, uint32_t most) {
  return WindowElements(p.window) < kLeastWindowElements
             ? 1
             : RowParts(p.window, most);
}
DepthwiseConv2dParams PartOf(const DepthwiseConv2dParams& p, uint32_t part,
                             uint32_t parts) {
  return RowsOf(p, part, parts);
}

uint32_t PartsOf(const FullyConnectedParams& p, uint32_t most) {
  if (int64_t{p.rows} * p.depth * p.units < kLeastDenseProducts) return 1;
  return (p.rows == 1 ? Units(p.units, 1) : Units(p.rows, p.units)).Parts(most);
}
FullyConnectedParams PartOf(const FullyConnectedParams& p, uint32_t part,
                            uint32_t parts) {
  FullyConnectedParams some = p;
  if (p.rows == 1) {
    const DenseLayout layout = {1, p.depth};
    some.units = TakeChannels(p.units, layout.BlockBytes(), part, parts,
                              &some.finish, &some.weights, &some.output)
                     .count;
    return some;
  }
  const Range rows = Units(p.rows, p.units).At(part, parts);
  some.rows = rows.count;
  some.input = Within(p.input, int64_t{rows.begin} * p.depth,
                      int64_t{rows.count} * p.depth);
  some.output = Within(p.output, int64_t{rows.begin} * p.units,
                       int64_t{rows.count} * p.units);
  return some;
}

uint32_t PartsOf(const PoolParams& p, uint32_t most) {
  return WindowElements(p.window) < kLeastWindowElements
             ? 1
             : RowParts(p.window, most);
}
PoolParams PartOf(const PoolParams& p, uint32_t part, uint32_t parts) {
  return RowsOf(p, part, parts);
}

// Only operands in one run: lowering merges dimensions.
uint32_t PartsOf(const BinaryParams& p, uint32_t most) {
  const bool is_run =
      p.rank == 1 && (p.x_strides[0] & ~1) == 0 && (p.y_strides[0] & ~1) == 0;
  return is_run && p.extents[0] >= kLeastSums
             ? Units(p.extents[0], 1).Parts(most)
             : 1;
}
BinaryParams PartOf(const BinaryParams& p, uint32_t part, uint32_t parts) {
  const Range range = Units(p.extents[0], 1).At(part, parts);
  BinaryParams some = p;
  some.extents[0] = range.count;
  if (p.x_strides[0] != 0) some.x = Within(p.x, range.begin, range.count);
  if (p.y_strides[0] != 0) some.y = Within(p.y, range.begin, range.count);
  some.output = Within(p.output, range.begin, range.count);
  return some;
}

uint32_t PartsOf(const MapParams& p, uint32_t most) {
  return p.count < kLeastMapped ? 1 : Units(p.count, 1).Parts(most);
}
MapParams PartOf(const MapParams& p, uint32_t part, uint32_t parts) {
  const Range range = Units(p.count, 1).At(part, parts);
  MapParams some = p;
  some.count = range.count;
  some.input = Within(p.input, range.begin, range.count);
  some.output = Within(p.output, range.begin, range.count);
  return some;
}

}  // namespace tflite::dsp
