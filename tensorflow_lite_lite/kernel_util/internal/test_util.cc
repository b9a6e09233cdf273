#include "tensorflow_lite_lite/kernel_util/internal/test_util.h"

#include <random>

namespace tflite {
namespace {

std::mt19937& Engine() {
  static auto* engine = new std::mt19937;
  return *engine;
}

}  // namespace

float UniformRandomFloat(float min, float max) {
  return std::uniform_real_distribution<float>(min, max)(Engine());
}

int UniformRandomInt(int min, int max) {
  return std::uniform_int_distribution<int>(min, max)(Engine());
}

int RandomElement(const std::vector<int>& v) {
  return v[UniformRandomInt(0, static_cast<int>(v.size()) - 1)];
}

}  // namespace tflite
