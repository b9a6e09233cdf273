#include "examples/digits/digits.h"

#include <algorithm>
#include <cmath>

#include "examples/digits/digits_data.h"

namespace tflite {
namespace digits {

std::vector<Network> Networks() {
  return {
      {"float32", reinterpret_cast<const char*>(k_digits_float_tflite),
       k_digits_float_tflite_size},
      {"int8", reinterpret_cast<const char*>(k_digits_int8_tflite),
       k_digits_int8_tflite_size},
  };
}

std::vector<Image> TestImages() {
  std::vector<Image> images;
  for (size_t i = 0; i < k_test_labels_bin_size; ++i) {
    images.push_back({k_test_images_bin + i * kPixels, k_test_labels_bin[i]});
  }
  return images;
}

void SetInput(const Image& image, TfLiteTensor* input) {
  for (int i = 0; i < kPixels; ++i) {
    const float value = image.pixels[i] / 16.0f;
    if (input->type == kTfLiteFloat32) {
      input->data.f[i] = value;
    } else {
      const float q =
          std::round(value / input->params.scale) + input->params.zero_point;
      input->data.int8[i] = static_cast<int8_t>(std::clamp(q, -128.0f, 127.0f));
    }
  }
}

std::vector<float> GetOutput(const TfLiteTensor* output) {
  std::vector<float> out(kClasses);
  for (int i = 0; i < kClasses; ++i) {
    out[i] = output->type == kTfLiteFloat32
                 ? output->data.f[i]
                 : (output->data.int8[i] - output->params.zero_point) *
                       output->params.scale;
  }
  return out;
}

}  // namespace digits
}  // namespace tflite
