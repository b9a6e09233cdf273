// Runs a model between marks of the counting plugin, and prints hashes of its
// outputs:
//
//   run_model [--default_delegates] MODEL [INPUTS]
//
// INPUTS holds the bytes of all inputs, one after the other; without it, inputs
// are a pattern. Of five runs, each but the first two, which pack weights, has
// mark 1 before it and mark 2 behind it. Delegates are only applied with the
// flag: those that applications get by default. One line for each output that
// is no float:
//
//   fingerprint N HASH
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/model.h"
#include "tools/fingerprint.h"

namespace tflite {
namespace {

constexpr int kMark = 77, kRuns = 5, kUncounted = 2;

int Fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  return 1;
}

// Values of a small magnitude, which no operator turns into infinity.
void FillWithPattern(TfLiteTensor* t) {
  uint32_t state = 1;
  const auto next = [&] {
    return (state = state * 1664525 + 1013904223) >> 24;
  };
  if (t->type == kTfLiteFloat32) {
    float* out = t->data.f;
    std::generate_n(out, t->bytes / sizeof(float),
                    [&] { return static_cast<float>(next()) / 256; });
  } else if (t->type == kTfLiteInt8 || t->type == kTfLiteUInt8) {
    std::generate_n(t->data.uint8, t->bytes,
                    [&] { return static_cast<uint8_t>(next()); });
  } else {
    std::memset(t->data.raw, 0, t->bytes);
  }
}

bool SetInputs(Interpreter& interpreter, const std::string& inputs) {
  size_t from = 0;
  for (const int index : interpreter.inputs()) {
    TfLiteTensor* t = interpreter.tensor(index);
    if (t->type == kTfLiteString || t->data.raw == nullptr) continue;
    if (inputs.empty()) {
      FillWithPattern(t);
      continue;
    }
    if (inputs.size() - from < t->bytes) return false;
    std::memcpy(t->data.raw, inputs.data() + from, t->bytes);
    from += t->bytes;
  }
  return true;
}

int Run(const OpResolver& resolver, const char* path,
        const std::string& inputs) {
  const auto model = FlatBufferModel::BuildFromFile(path);
  if (model == nullptr) return Fail("cannot load the model");
  std::unique_ptr<Interpreter> interpreter;
  if (InterpreterBuilder(*model, resolver)(&interpreter, 1) != kTfLiteOk ||
      interpreter->AllocateTensors() != kTfLiteOk) {
    return Fail("cannot prepare the model");
  }
  for (int run = 0; run < kRuns; ++run) {
    if (!SetInputs(*interpreter, inputs)) return Fail("too few inputs");
    if (run >= kUncounted) getpriority(static_cast<__priority_which>(kMark), 1);
    const TfLiteStatus status = interpreter->Invoke();
    if (run >= kUncounted) getpriority(static_cast<__priority_which>(kMark), 2);
    if (status != kTfLiteOk) return Fail("cannot run the model");
  }
  for (size_t i = 0; i < interpreter->outputs().size(); ++i) {
    const TfLiteTensor& t = *interpreter->output_tensor(i);
    if (t.type == kTfLiteFloat32) continue;
    std::printf("fingerprint %zu %s\n", i, tools::Fingerprint(t).c_str());
  }
  return 0;
}

}  // namespace
}  // namespace tflite

int main(int argc, char** argv) {
  const bool delegates =
      argc > 1 && std::strcmp(argv[1], "--default_delegates") == 0;
  if (delegates) {
    ++argv;
    --argc;
  }
  if (argc < 2) {
    return tflite::Fail(
        "usage: run_model [--default_delegates] MODEL [INPUTS]");
  }
  std::string inputs;
  if (argc > 2) {
    std::ifstream file(argv[2], std::ios::binary);
    if (!file) return tflite::Fail("cannot read the inputs");
    inputs.assign(std::istreambuf_iterator<char>(file), {});
  }
  if (delegates) {
    return tflite::Run(tflite::ops::builtin::BuiltinOpResolver(), argv[1],
                       inputs);
  }
  return tflite::Run(
      tflite::ops::builtin::BuiltinOpResolverWithoutDefaultDelegates(), argv[1],
      inputs);
}
