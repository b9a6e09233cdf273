#include "examples/digits/digits.h"

#include <algorithm>
#include <cmath>

#include "examples/digits/digits_data.h"

namespace tflite {
namespace digits {

namespace {

Network Embedded(const std::string& name, const unsigned char* data,
                 size_t bytes) {
  return {name, FlatBufferModel::VerifyAndBuildFromBuffer(
                    reinterpret_cast<const char*>(data), bytes)};
}

base::Status CheckTensor(const TfLiteTensor* tensor, int elements,
                         const std::string& what) {
  const bool is_float = tensor != nullptr && tensor->type == kTfLiteFloat32;
  const bool is_int8 = tensor != nullptr && tensor->type == kTfLiteInt8 &&
                       tensor->params.scale > 0;
  const size_t bytes = is_float ? elements * sizeof(float) : elements;
  if ((is_float || is_int8) && tensor->bytes == bytes) return base::OkStatus();
  return base::Invalid("its ", what, " must be ", elements,
                       " elements of FLOAT32 or quantized INT8");
}

}  // namespace

std::vector<Network> Networks() {
  return {
      Embedded("float32", k_digits_float_tflite, k_digits_float_tflite_size),
      Embedded("int8", k_digits_int8_tflite, k_digits_int8_tflite_size),
  };
}

base::StatusOr<Network> LoadNetwork(const std::string& path) {
  Network network = {path,
                     FlatBufferModel::VerifyAndBuildFromFile(path.c_str())};
  if (network.model == nullptr) return base::Invalid("cannot load ", path);
  return network;
}

base::Status CheckTensors(const Interpreter& interpreter) {
  if (interpreter.inputs().size() != 1 || interpreter.outputs().size() != 1) {
    return base::Invalid("it must have one input and one output");
  }
  TFLL_RETURN_IF_ERROR(
      CheckTensor(interpreter.input_tensor(0), kPixels, "input"));
  return CheckTensor(interpreter.output_tensor(0), kClasses, "output");
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
