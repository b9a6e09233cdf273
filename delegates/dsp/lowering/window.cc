#include "delegates/dsp/lowering/window.h"

namespace tflite::dsp {
namespace {

struct Axis {
  int64_t extent, stride, filter, dilation;
};

// All of them are positive. Padding is less than the greater product.
Status CheckAxis(const Axis& axis) {
  constexpr int64_t kMost = int64_t{1} << 24;
  if (axis.extent * axis.stride < kMost &&
      axis.filter * axis.dilation < kMost) {
    return OkStatus();
  }
  return Unsupported("windows of more than 2^24 elements are not supported");
}

}  // namespace

Window ToWindow(const ConvWindow& w) {
  return {w.batch,          w.in_height,     w.in_width,     w.in_channels,
          w.out_height,     w.out_width,     w.out_channels, w.filter_height,
          w.filter_width,   w.stride_height, w.stride_width, w.dilation_height,
          w.dilation_width, w.pad_top,       w.pad_left};
}

Window ToWindow(const Pool2d& op) {
  return {op.batch,
          op.in_height,
          op.in_width,
          op.channels,
          op.out_height,
          op.out_width,
          op.channels,
          op.filter_height,
          op.filter_width,
          op.stride_height,
          op.stride_width,
          1,
          1,
          op.pad_top,
          op.pad_left};
}

Status CheckWindow(const ConvWindow& w) {
  TFLL_RETURN_IF_ERROR(CheckAxis(
      {w.out_height, w.stride_height, w.filter_height, w.dilation_height}));
  return CheckAxis(
      {w.out_width, w.stride_width, w.filter_width, w.dilation_width});
}

Status CheckWindow(const Pool2d& op) {
  TFLL_RETURN_IF_ERROR(
      CheckAxis({op.out_height, op.stride_height, op.filter_height, 1}));
  return CheckAxis({op.out_width, op.stride_width, op.filter_width, 1});
}

}  // namespace tflite::dsp
