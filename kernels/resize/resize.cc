#include "kernels/resize/resize.h"

#include <algorithm>
#include <cmath>

#include "tensorflow_lite_lite/base/element_types.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

constexpr int32_t kMaxExtent = 1 << 24;
constexpr int64_t kFixedOne = 1 << 10;

struct Centers {
  bool align_corners, half_pixel;
};

float Scale(Centers centers, int32_t in, int32_t out) {
  return centers.align_corners && out > 1
             ? static_cast<float>(in - 1) / static_cast<float>(out - 1)
             : static_cast<float>(in) / static_cast<float>(out);
}

int64_t FixedScale(Centers centers, int32_t in, int32_t out) {
  return centers.align_corners && out > 1
             ? (kFixedOne * (in - 1) + (out - 1) / 2) / (out - 1)
             : (kFixedOne * in + out / 2) / out;
}

// Inside [0, extent).
int32_t Clamp(int64_t position, int32_t extent) {
  return static_cast<int32_t>(
      std::max<int64_t>(0, std::min<int64_t>(position, extent - 1)));
}

// Beyond the edge both pixels are the same. `keep_weight`: their weights then
// still say how far beyond, which shows where sums are rounded to integers.
template <bool keep_weight>
std::vector<ResizeTap> FloatTaps(Centers centers, int32_t in, int32_t out) {
  const float scale = Scale(centers, in, out);
  std::vector<ResizeTap> taps(out);
  for (int32_t i = 0; i < out; ++i) {
    const float source = centers.half_pixel
                             ? (static_cast<float>(i) + 0.5f) * scale - 0.5f
                             : static_cast<float>(i) * scale;
    ResizeTap& tap = taps[i];
    tap.lower = Clamp(static_cast<int64_t>(std::floor(source)), in);
    tap.upper = Clamp(static_cast<int64_t>(std::ceil(source)), in);
    tap.weight = tap.lower == tap.upper && !keep_weight
                     ? 0.0f
                     : source - static_cast<float>(tap.lower);
  }
  return taps;
}

std::vector<ResizeTap> FixedTaps(Centers centers, int32_t in, int32_t out) {
  const int64_t scale = FixedScale(centers, in, out);
  std::vector<ResizeTap> taps(out);
  for (int32_t i = 0; i < out; ++i) {
    const int64_t source =
        i * scale + (centers.half_pixel ? scale / 2 - kFixedOne / 2 : 0);
    ResizeTap& tap = taps[i];
    tap.lower = Clamp(source / kFixedOne, in);
    tap.upper = Clamp((source + kFixedOne - 1) / kFixedOne, in);
    tap.fixed_upper =
        tap.lower == tap.upper
            ? 0
            : static_cast<int32_t>(source - kFixedOne * tap.lower);
  }
  return taps;
}

std::vector<int32_t> NearestSources(Centers centers, int32_t in, int32_t out) {
  const float scale = Scale(centers, in, out);
  const float offset = centers.half_pixel ? 0.5f : 0.0f;
  std::vector<int32_t> sources(out);
  for (int32_t i = 0; i < out; ++i) {
    const float source = (static_cast<float>(i) + offset) * scale;
    const float whole =
        centers.align_corners ? std::round(source) : std::floor(source);
    sources[i] = Clamp(static_cast<int64_t>(whole), in);
  }
  return sources;
}

Status CheckType(bool bilinear, const TensorView& input,
                 const TensorView& output) {
  const TfLiteType type = input.type();
  const bool integer = IsByteOrInt16(type);
  const int bits = ElementBits(type);
  TFLL_CONSTRAINT(C4,
                  bilinear
                      ? integer || type == kTfLiteFloat32
                      : bits == 8 || bits == 16 || bits == 32 || bits == 64,
                  "type ", TfLiteTypeGetName(type), " is not supported");
  TFLL_CONSTRAINT(C4, output.type() == type, "input is ", input.ToString(),
                  ", output ", output.ToString());
  TFLL_CONSTRAINT(C5,
                  !integer || (input.scale() == output.scale() &&
                               input.zero_point() == output.zero_point()),
                  "input and output differ in quantization");
  return OkStatus();
}

// Everything except the taps.
StatusOr<Resize> BindShape(bool bilinear, const NodeView& node) {
  const Status counts = node.CheckCounts(2, 2, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView size, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2, input.rank() == 4, "input is ", input.ToString());
  TFLL_RETURN_IF_ERROR(CheckType(bilinear, input, output));
  TFLL_CONSTRAINT(C3, size.type() == kTfLiteInt32 && size.num_elements() == 2,
                  "size is ", size.ToString());
  Resize op;
  op.type = input.type();
  op.element_bytes = ElementBits(op.type) / 8;
  op.batch = input.dim(0);
  op.in_height = input.dim(1);
  op.in_width = input.dim(2);
  op.channels = input.dim(3);
  if (!node.readable(size)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_ASSIGN_OR_RETURN(const auto extents, ReadIntegers(size));
  for (const int64_t extent : extents) {
    TFLL_CONSTRAINT(C3, extent > 0 && extent <= kMaxExtent, "size is ",
                    extents[0], "x", extents[1]);
  }
  op.out_height = static_cast<int32_t>(extents[0]);
  op.out_width = static_cast<int32_t>(extents[1]);
  const bool no_elements = op.batch == 0 || op.channels == 0;
  TFLL_CONSTRAINT(C7, no_elements || (op.in_height > 0 && op.in_width > 0),
                  "input is ", input.ToString());
  op.outputs.push_back(
      OutputSpec::Known({op.batch, op.out_height, op.out_width, op.channels}));
  return op;
}

bool HasElements(const Resize& op) {
  return op.outputs[0].known && op.batch > 0 && op.channels > 0;
}

}  // namespace

StatusOr<Resize> BindResizeBilinear(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(Resize op, BindShape(true, node));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteResizeBilinearParams>());
  TFLL_CONSTRAINT(C6, !params->align_corners || !params->half_pixel_centers,
                  "align_corners and half_pixel_centers are both set");
  if (!HasElements(op)) return op;
  const Centers centers{params->align_corners, params->half_pixel_centers};
  const bool fixed = op.type == kTfLiteInt8 || op.type == kTfLiteInt16;
  const auto taps = fixed                     ? FixedTaps
                    : op.type == kTfLiteUInt8 ? FloatTaps<true>
                                              : FloatTaps<false>;
  op.rows = taps(centers, op.in_height, op.out_height);
  op.columns = taps(centers, op.in_width, op.out_width);
  return op;
}

StatusOr<Resize> BindResizeNearestNeighbor(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(Resize op, BindShape(false, node));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteResizeNearestNeighborParams>());
  if (!HasElements(op)) return op;
  const Centers centers{params->align_corners, params->half_pixel_centers};
  op.nearest_rows = NearestSources(centers, op.in_height, op.out_height);
  op.nearest_columns = NearestSources(centers, op.in_width, op.out_width);
  return op;
}

}  // namespace tflite::kernels
