// What the runtime itself costs: a chain of ADDs of tiny tensors, time a node.
//
//   invoke_overhead [nodes] [elements]

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "kernels/register/builtin_registrations.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/core/interpreter.h"

namespace {

constexpr int kRounds = 200;

std::unique_ptr<tflite::Interpreter> MakeChain(int nodes, int elements) {
  auto interpreter = std::make_unique<tflite::Interpreter>();
  interpreter->AddTensors(nodes + 1);
  for (int i = 0; i <= nodes; ++i) {
    interpreter->SetTensorParametersReadWrite(i, kTfLiteFloat32, "", {elements},
                                              TfLiteQuantization{});
  }
  interpreter->SetInputs({0});
  interpreter->SetOutputs({nodes});
  for (int i = 0; i < nodes; ++i) {
    auto* params = static_cast<TfLiteAddParams*>(std::calloc(1, sizeof(TfLiteAddParams)));
    interpreter->AddNodeWithParameters({i, i}, {i + 1}, nullptr, 0, params,
                                       tflite::ops::builtin::Register_ADD());
  }
  return interpreter;
}

}  // namespace

int main(int argc, char** argv) {
  const int nodes = argc > 1 ? std::atoi(argv[1]) : 1000;
  const int elements = argc > 2 ? std::atoi(argv[2]) : 4;
  const auto interpreter = MakeChain(nodes, elements);
  if (interpreter->AllocateTensors() != kTfLiteOk) return 1;
  std::fill_n(interpreter->typed_input_tensor<float>(0), elements, 0.0f);
  std::vector<double> times;
  for (int i = 0; i < kRounds; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    if (interpreter->Invoke() != kTfLiteOk) return 1;
    const auto end = std::chrono::steady_clock::now();
    times.push_back(std::chrono::duration<double, std::nano>(end - begin).count());
  }
  std::sort(times.begin(), times.end());
  std::printf("%d ADDs of %d elements: %.1f ns a node (median of %d runs), least %.1f\n",
              nodes, elements, times[kRounds / 2] / nodes, kRounds, times[0] / nodes);
  return 0;
}
