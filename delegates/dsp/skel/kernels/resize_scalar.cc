#include "delegates/dsp/skel/kernels/common/bilinear.h"
#include "delegates/dsp/skel/kernels/resize.h"

namespace tflite::dsp {
namespace {

template <typename T>
void Resize(const ResizeBilinearParams& p, const Memory& memory) {
  const T* image = memory.At<const T>(p.input);
  const Tap* rows = memory.At<const Tap>(p.taps);
  const Tap* columns = rows + p.out_height;
  T* out = memory.At<T>(p.output);
  for (int32_t b = 0; b < p.batch; ++b) {
    for (int32_t y = 0; y < p.out_height; ++y) {
      const T* upper = image + rows[y].lower * p.in_width * p.channels;
      const T* lower = image + rows[y].upper * p.in_width * p.channels;
      for (int32_t x = 0; x < p.out_width; ++x) {
        const int32_t left = columns[x].lower * p.channels;
        const int32_t right = columns[x].upper * p.channels;
        const Corners<T> corners = {upper + left, upper + right, lower + left,
                                    lower + right};
        for (int32_t c = 0; c < p.channels; ++c) {
          *out++ = Mix(corners, rows[y], columns[x], c);
        }
      }
    }
    image += p.in_height * p.in_width * p.channels;
  }
}

}  // namespace

void ResizeBilinearScalar(const ResizeBilinearParams& p, const Memory& memory,
                          const Scratch&) {
  if (p.is_signed != 0) {
    Resize<int8_t>(p, memory);
  } else {
    Resize<uint8_t>(p, memory);
  }
}

}  // namespace tflite::dsp
