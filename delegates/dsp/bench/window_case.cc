#include "delegates/dsp/bench/kernel_case.h"

namespace tflite::dsp::bench {
namespace {

// Padding before the first element where the output has
// ceil(extent / stride).
int32_t SamePadding(int32_t in, int32_t out, int32_t stride, int32_t reach) {
  const int32_t padding = (out - 1) * stride + reach - in;
  return padding > 0 ? padding / 2 : 0;
}

void PadSame(Window* w) {
  w->out_height = (w->in_height + w->stride_height - 1) / w->stride_height;
  w->out_width = (w->in_width + w->stride_width - 1) / w->stride_width;
  w->pad_top = SamePadding(w->in_height, w->out_height, w->stride_height,
                           (w->filter_height - 1) * w->dilation_height + 1);
  w->pad_left = SamePadding(w->in_width, w->out_width, w->stride_width,
                            (w->filter_width - 1) * w->dilation_width + 1);
}

void PrintPair(const char* before, int32_t a, int32_t b) {
  Print(before);
  Print(a);
  Print("x");
  Print(b);
}

}  // namespace

Window SameWindow(int32_t height, int32_t width, int32_t in_channels,
                  int32_t out_channels, int32_t filter, int32_t stride) {
  Window w = {};
  w.batch = 1;
  w.in_height = height;
  w.in_width = width;
  w.in_channels = in_channels;
  w.out_channels = out_channels;
  w.filter_height = w.filter_width = filter;
  w.stride_height = w.stride_width = stride;
  w.dilation_height = w.dilation_width = 1;
  PadSame(&w);
  return w;
}

Window RandomWindow(Random& random, int32_t in_channels, int32_t out_channels,
                    int32_t most_filter_width) {
  Window w = {};
  w.in_channels = in_channels;
  w.out_channels = out_channels;
  w.filter_height = random.OneIn(2) ? 1 + 2 * random.In(0, 1) : random.In(1, 5);
  w.filter_width =
      random.OneIn(2) ? w.filter_height : random.In(1, most_filter_width);
  w.stride_height = random.In(1, 2);
  w.stride_width = random.OneIn(4) ? 3 : w.stride_height;
  w.dilation_height = random.OneIn(5) ? 2 : 1;
  w.dilation_width = random.OneIn(5) ? random.In(1, 3) : 1;
  w.batch = random.OneIn(4) ? 2 : 1;
  const int32_t reach_height = (w.filter_height - 1) * w.dilation_height + 1;
  const int32_t reach_width = (w.filter_width - 1) * w.dilation_width + 1;
  w.in_height = random.In(1, 12);
  w.in_width = random.In(1, 40);
  if (random.OneIn(2) || w.in_height < reach_height ||
      w.in_width < reach_width) {
    PadSame(&w);
  } else {
    w.out_height = (w.in_height - reach_height) / w.stride_height + 1;
    w.out_width = (w.in_width - reach_width) / w.stride_width + 1;
  }
  return w;
}

Window WildWindow(Random& random, int32_t in_channels, int32_t out_channels) {
  Window w = {};
  w.in_channels = in_channels;
  w.out_channels = out_channels;
  w.batch = random.In(1, 3);
  w.in_height = random.In(1, 9);
  w.in_width = random.In(1, 37);
  w.filter_height = random.In(1, 6);
  w.filter_width = random.In(1, 9);
  w.stride_height = random.In(1, 4);
  w.stride_width = random.In(1, 4);
  w.dilation_height = random.OneIn(2) ? 1 : random.In(1, 4);
  w.dilation_width = random.OneIn(2) ? 1 : random.In(1, 4);
  // No window lies wholly beyond the image's end, as no model has it.
  const auto axis = [&random](int32_t in, int32_t filter, int32_t dilation,
                              int32_t stride, int32_t* pad, int32_t* out) {
    const int32_t reach = (filter - 1) * dilation + 1;
    *pad = random.OneIn(3) ? 0 : random.In(0, reach - 1);
    *out = random.In(1, (in - 1 + *pad) / stride + 1);
  };
  axis(w.in_height, w.filter_height, w.dilation_height, w.stride_height,
       &w.pad_top, &w.out_height);
  axis(w.in_width, w.filter_width, w.dilation_width, w.stride_width,
       &w.pad_left, &w.out_width);
  return w;
}

void PrintWindow(const Window& w) {
  PrintPair("", w.filter_height, w.filter_width);
  PrintPair(" stride ", w.stride_height, w.stride_width);
  if (w.dilation_height * w.dilation_width > 1) {
    PrintPair(" dilation ", w.dilation_height, w.dilation_width);
  }
  PrintPair(" ", w.in_height, w.in_width);
  Print("x");
  Print(w.in_channels);
  PrintPair(" to ", w.out_height, w.out_width);
  Print("x");
  Print(w.out_channels);
}

int64_t Outputs(const Window& w) {
  return int64_t{w.batch} * w.out_height * w.out_width * w.out_channels;
}

}  // namespace tflite::dsp::bench
