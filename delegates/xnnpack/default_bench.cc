// Measures models on the CPU's fast kernels and on the XNNPACK delegate, for
// the table in left_to_kernels.cc.
//
//   default_bench [--allow=OPERATORS] [ROUNDS] MODEL...
//
// If OPERATORS are given, e.g. CONV_2D,MUL, the delegate takes only these. Uses
// one thread and alternates between the two. Each figure is the minimum CPU
// time of the process over the rounds, in microseconds, so that other programs
// have little influence. The last lines are the geometric means, by type of
// model, of the ratio of the kernels' time to the delegate's.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <memory>
#include <string>

#include "delegates/xnnpack/xnnpack_options.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"

namespace tflite::xnnpack {
namespace {

double CpuMicroseconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

// The type of most of the model's constant bytes, which is the type of its
// matrix products.
std::string TypeOf(Interpreter& interpreter) {
  std::map<std::string, size_t> bytes;
  for (size_t i = 0; i < interpreter.tensors_size(); ++i) {
    const TfLiteTensor& t = *interpreter.tensor(static_cast<int>(i));
    if (t.allocation_type == kTfLiteMmapRo && t.type != kTfLiteInt32) {
      bytes[TfLiteTypeGetName(t.type)] += t.bytes;
    }
  }
  std::string best = "none";
  for (const auto& [name, count] : bytes) {
    if (best == "none" || count > bytes[best]) best = name;
  }
  return best;
}

void FillInputs(Interpreter& interpreter) {
  for (const int i : interpreter.inputs()) {
    TfLiteTensor* t = interpreter.tensor(i);
    if (t->type == kTfLiteString || t->data.raw == nullptr) continue;
    std::memset(t->data.raw, 0, t->bytes);
  }
}

struct Runtime {
  std::unique_ptr<Interpreter> interpreter;
  double least = INFINITY;

  bool Run(int repeat) {
    const double begin = CpuMicroseconds();
    for (int i = 0; i < repeat; ++i) {
      if (interpreter->Invoke() != kTfLiteOk) return false;
    }
    least = std::min(least, (CpuMicroseconds() - begin) / repeat);
    return true;
  }
};

bool Prepare(const FlatBufferModel& model, const OpResolver& resolver,
             TfLiteDelegate* delegate, Runtime* out) {
  InterpreterBuilder builder(model, resolver);
  builder.SetNumThreads(1);
  if (builder(&out->interpreter) != kTfLiteOk) return false;
  if (delegate != nullptr &&
      out->interpreter->ModifyGraphWithDelegate(delegate) != kTfLiteOk) {
    return false;
  }
  if (out->interpreter->AllocateTensors() != kTfLiteOk) return false;
  FillInputs(*out->interpreter);
  return out->Run(1);
}

struct Mean {
  double logarithms = 0;
  int count = 0;
};

void Measure(const char* path, const XnnpackOptions& options, int rounds,
             std::map<std::string, Mean>* means) {
  const auto model = FlatBufferModel::BuildFromFile(path);
  if (model == nullptr) return;
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  const std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)> delegate(
      CreateXnnpackDelegate(options), TfLiteXNNPackDelegateDelete);
  Runtime kernels, xnnpack;
  if (!Prepare(*model, resolver, nullptr, &kernels) ||
      !Prepare(*model, resolver, delegate.get(), &xnnpack)) {
    std::printf("%-90s does not run\n", path);
    return;
  }
  const int repeat = std::max(1, static_cast<int>(2000 / kernels.least));
  for (int i = 0; i < rounds; ++i) {
    if (!kernels.Run(repeat) || !xnnpack.Run(repeat)) return;
  }
  const std::string type = TypeOf(*kernels.interpreter);
  const double ratio = kernels.least / xnnpack.least;
  std::printf("%-90s %-8s %10.1f %10.1f %6.2f  %zu of %zu nodes left\n", path,
              type.c_str(), kernels.least, xnnpack.least, ratio,
              xnnpack.interpreter->execution_plan().size(),
              kernels.interpreter->execution_plan().size());
  std::fflush(stdout);
  Mean& mean = (*means)[type];
  mean.logarithms += std::log(ratio);
  ++mean.count;
}

}  // namespace
}  // namespace tflite::xnnpack

int main(int argc, char** argv) {
  int first = 1, rounds = 20;
  tflite::xnnpack::XnnpackOptions options;
  constexpr char kAllow[] = "--allow=";
  if (argc > 1 && std::strncmp(argv[1], kAllow, std::strlen(kAllow)) == 0) {
    options.nodes.allow = argv[first++] + std::strlen(kAllow);
  }
  if (argc > first && std::atoi(argv[first]) > 0)
    rounds = std::atoi(argv[first++]);
  std::map<std::string, tflite::xnnpack::Mean> means;
  for (int i = first; i < argc; ++i) {
    tflite::xnnpack::Measure(argv[i], options, rounds, &means);
  }
  for (const auto& [type, mean] : means) {
    std::printf("%-8s %6.2f over %d models\n", type.c_str(),
                std::exp(mean.logarithms / mean.count), mean.count);
  }
}
