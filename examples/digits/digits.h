#ifndef EXAMPLES_DIGITS_DIGITS_H_
#define EXAMPLES_DIGITS_DIGITS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/schema/model_builder.h"

namespace tflite {
namespace digits {

// The demo's data: handwritten digits and two networks for them.
constexpr int kSide = 8;
constexpr int kPixels = kSide * kSide;
constexpr int kClasses = 10;

struct Network {
  std::string name;
  std::shared_ptr<FlatBufferModel> model;
};
std::vector<Network> Networks();
// A network from a file, named by its path.
base::StatusOr<Network> LoadNetwork(const std::string& path);

struct Image {
  const uint8_t* pixels;  // kPixels values, row by row, 0 to 16
  int label;
};
std::vector<Image> TestImages();

// Checks that the allocated tensors of a network hold an image and the classes.
base::Status CheckTensors(const Interpreter& interpreter);

// Writes an image into an input tensor, FLOAT32 (0 to 1) or quantized INT8.
void SetInput(const Image& image, TfLiteTensor* input);
// Reads the probabilities of the classes from an output tensor.
std::vector<float> GetOutput(const TfLiteTensor* output);

}  // namespace digits
}  // namespace tflite

#endif  // EXAMPLES_DIGITS_DIGITS_H_
