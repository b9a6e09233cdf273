// Prints for each model how long its compilation takes, and one inference on
// the simulator. Times are those of this process' processor time, which other
// programs do not lengthen much.
//
//   golden_times [MODEL.tflite ...]
//
// Without models, those of the recorded goldens. Fails if a compilation takes
// 2 s or more, or the inference of a MobileNet v2 with inputs of 224x224 5 s.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "delegates/edgetpu/edgetpu_options.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "testing/golden/shared_model.h"
#include "tools/callers_folder.h"
#include "tools/edgetpu_compiler/compile_model.h"

namespace tflite::edgetpu_compiler {
namespace {

constexpr double kMostCompilation = 2, kMostInference = 5;

class ProcessorTime {
 public:
  double seconds() const {
    return static_cast<double>(std::clock() - begin_) / CLOCKS_PER_SEC;
  }

 private:
  const std::clock_t begin_ = std::clock();
};

std::vector<std::string> GoldenPaths() {
  std::vector<std::string> paths;
  for (const std::string& name : golden::SharedModelNames()) {
    paths.push_back(golden::SharedModelFolder(name) + "/model.tflite");
  }
  return paths;
}

// "folder/name/model.tflite" -> "name"
std::string ShortName(const std::filesystem::path& path) {
  return path.filename() == "model.tflite"
             ? path.parent_path().filename().string()
             : path.filename().string();
}

// Seconds of one inference on zeros; below 0 if it failed.
double InferenceSeconds(const std::string& file) {
  const auto model =
      FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
  if (model == nullptr) return -1;
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  const auto delegate = edgetpu::CreateEdgeTpuDelegate({});
  if (!delegate.ok()) return -1;
  const std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)> owned(
      *delegate, edgetpu::DeleteEdgeTpuDelegate);
  std::unique_ptr<Interpreter> interpreter;
  InterpreterBuilder(*model, resolver)(&interpreter);
  if (interpreter == nullptr ||
      interpreter->ModifyGraphWithDelegate(*delegate) != kTfLiteOk ||
      interpreter->AllocateTensors() != kTfLiteOk) {
    return -1;
  }
  for (size_t i = 0; i < interpreter->inputs().size(); ++i) {
    TfLiteTensor* t = interpreter->input_tensor(i);
    if (t->data.raw != nullptr) std::memset(t->data.raw, 0, t->bytes);
  }
  const ProcessorTime time;
  return interpreter->Invoke() == kTfLiteOk ? time.seconds() : -1;
}

// False if a limit is exceeded.
bool Measure(const std::string& path) {
  const std::string name = ShortName(path);
  const auto model = FlatBufferModel::VerifyAndBuildFromFile(path.c_str());
  if (model == nullptr) {
    std::printf("%-40s is not a model\n", name.c_str());
    return true;
  }
  const ProcessorTime time;
  const auto compiled = CompileModel(*model, {});
  const double compilation = time.seconds();
  const bool compiles_fast = compilation < kMostCompilation;
  if (!compiled.ok()) {
    const std::string reason(compiled.status().message());
    std::printf("%-40s %9.3f %s\n", name.c_str(), compilation,
                reason.substr(0, reason.find('\n')).c_str());
    return compiles_fast;
  }
  double device = 0;
  for (const MappedSubgraph& part : compiled->subgraphs) {
    device += part.estimated_seconds;
  }
  const double inference = InferenceSeconds(compiled->file);
  const bool is_mobile_net =
      name.find("mobilenet_v2_1.0_224") != std::string::npos;
  std::printf(
      "%-40s %9.3f %11.2f %9.3f %9.3f\n", name.c_str(), compilation,
      compilation * 1e6 / static_cast<double>(compiled->operations.size()),
      inference, device * 1e3);
  return compiles_fast &&
         (!is_mobile_net || (inference >= 0 && inference < kMostInference));
}

int Main(int argc, char** argv) {
  tools::EnterCallersFolder();
  std::vector<std::string> paths(argv + 1, argv + argc);
  if (paths.empty()) paths = GoldenPaths();
  if (paths.empty()) std::printf("there are no recorded models\n");
  std::printf("%-40s %9s %11s %9s %9s\n", "model", "compile s", "us/operator",
              "run s", "device ms");
  bool within = true;
  for (const std::string& path : paths) within = Measure(path) && within;
  if (within) return EXIT_SUCCESS;
  std::fprintf(stderr,
               "a model exceeds %.0f s of compilation or %.0f s of "
               "simulation\n",
               kMostCompilation, kMostInference);
  return EXIT_FAILURE;
}

}  // namespace
}  // namespace tflite::edgetpu_compiler

int main(int argc, char** argv) {
  return tflite::edgetpu_compiler::Main(argc, argv);
}
