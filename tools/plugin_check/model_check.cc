#include "tools/plugin_check/model_check.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "delegates/external/plugin_library.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/base/tensor_view.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/model.h"
#include "tensorflow_lite_lite/string_util.h"
#include "tools/delegates/apply_delegates.h"
#include "tools/delegates/delegation_report_printer.h"
#include "tools/plugin_check/registration_probe.h"

namespace tflite {
namespace plugin_check {
namespace {

using Resolver = ops::builtin::BuiltinOpResolverWithoutDefaultDelegates;

// Collects the messages of the runtime and the delegate.
class Collector : public ErrorReporter {
 public:
  int Report(const char* format, va_list args) override {
    char line[1024];
    std::vsnprintf(line, sizeof(line), format, args);
    // The runtime may report the same message at each attempt.
    if (text_.find(line) != std::string::npos) return 0;
    if (!text_.empty()) text_ += "; ";
    text_ += line;
    return 0;
  }
  std::string Take() { return std::exchange(text_, ""); }

 private:
  std::string text_;
};

// A graph, its file if it has one, and the reporter of its errors.
struct Graph {
  Collector errors;
  std::unique_ptr<FlatBufferModel> model;
  std::unique_ptr<Interpreter> interpreter;

  base::Status Failed(const std::string& what) {
    return base::Invalid(what, " failed: ", errors.Take());
  }
};

base::Status BuildFromFile(const std::string& path, Graph* graph) {
  graph->model = FlatBufferModel::VerifyAndBuildFromFile(path.c_str(), nullptr,
                                                         &graph->errors);
  if (graph->model == nullptr) return graph->Failed("loading " + path);
  const Resolver resolver;
  InterpreterBuilder(*graph->model, resolver)(&graph->interpreter);
  if (graph->interpreter == nullptr) return graph->Failed("building " + path);
  return base::OkStatus();
}

// x + y of float32[4]
base::Status BuildAdd(Graph* graph) {
  graph->interpreter = std::make_unique<Interpreter>(&graph->errors);
  Interpreter& interpreter = *graph->interpreter;
  if (interpreter.AddTensors(3) != kTfLiteOk)
    return graph->Failed("AddTensors");
  for (int i = 0; i < 3; ++i) {
    const std::vector<int> shape = {4};
    const std::string name(1, static_cast<char>('x' + i));
    if (interpreter.SetTensorParametersReadWrite(
            i, kTfLiteFloat32, name.c_str(), shape, TfLiteQuantization{}) !=
        kTfLiteOk) {
      return graph->Failed("SetTensorParametersReadWrite");
    }
  }
  auto* params =
      static_cast<TfLiteAddParams*>(std::calloc(1, sizeof(TfLiteAddParams)));
  const TfLiteRegistration* add =
      Resolver().FindOp(BuiltinOperator_ADD, /*version=*/1);
  if (interpreter.SetInputs({0, 1}) != kTfLiteOk ||
      interpreter.SetOutputs({2}) != kTfLiteOk ||
      interpreter.AddNodeWithParameters({0, 1}, {2}, nullptr, 0, params, add) !=
          kTfLiteOk) {
    return graph->Failed("building a graph of one ADD");
  }
  return base::OkStatus();
}

void SetEmptyStrings(TfLiteTensor* tensor) {
  DynamicBuffer strings;
  const int64_t count = base::Shape(tensor->dims).num_elements();
  for (int64_t i = 0; i < count; ++i) strings.AddString("", 0);
  strings.WriteToTensor(tensor, /*new_shape=*/nullptr);
}

base::Status RunOnZeros(Graph* graph) {
  Interpreter& interpreter = *graph->interpreter;
  if (interpreter.AllocateTensors() != kTfLiteOk) {
    return graph->Failed("AllocateTensors");
  }
  for (const int i : interpreter.inputs()) {
    TfLiteTensor* tensor = interpreter.tensor(i);
    if (tensor->allocation_type == kTfLiteMmapRo) continue;  // a constant
    if (tensor->type == kTfLiteString) {
      SetEmptyStrings(tensor);
    } else if (tensor->data.raw != nullptr) {
      std::memset(tensor->data.raw, 0, tensor->bytes);
    }
  }
  if (interpreter.Invoke() != kTfLiteOk) return graph->Failed("Invoke");
  return base::OkStatus();
}

base::Status Build(const Request& request, Graph* graph) {
  return request.model.empty() ? BuildAdd(graph)
                               : BuildFromFile(request.model, graph);
}

// Runs the graph on zeros. If the CPU alone fails as well, e.g. because of an
// input that must not be zero, the delegate is not to blame: `cpu` is the
// result of that run.
base::Status CheckRun(const base::Status& cpu, Graph* graph, Journal& journal) {
  tools::FallbackWatch watch(graph->interpreter.get());
  const base::Status status = RunOnZeros(graph);
  // Nodes of compiled models have no kernel on the CPU.
  if (!cpu.ok() && !status.ok()) {
    journal.Add("run: not checked: without the delegate, too, " +
                std::string(cpu.message()));
    return base::OkStatus();
  }
  TFLL_RETURN_IF_ERROR(status);
  if (watch.FellBack()) {
    return base::Invalid(
        "a kernel of the delegate failed, and the CPU took over its nodes: ",
        tools::DelegationReportAsText(
            graph->interpreter->GetDelegationReport()));
  }
  journal.Add("run: ok");
  return base::OkStatus();
}

}  // namespace

base::Status CheckOnModel(const Request& request, Journal& journal) {
  Graph graph, without;
  const bool add_alone = request.model.empty();
  TFLL_RETURN_IF_ERROR(Build(request, &graph));
  TFLL_RETURN_IF_ERROR(Build(request, &without));
  journal.Begin("running the graph without the delegate");
  const base::Status cpu = RunOnZeros(&without);
  journal.Begin("creating a delegate");
  TFLL_ASSIGN_OR_RETURN(
      TfLiteDelegate * delegate,
      external::CreateExternalDelegate(request.library, request.options));
  // It outlives the interpreter and is freed at the end of the process.
  auto* probe = new RegistrationProbe(delegate);
  journal.Begin("applying the delegate");
  const TfLiteStatus applied =
      graph.interpreter->ModifyGraphWithDelegate(probe->delegate());
  journal.Add("registration: " + DescribeRegistration(probe->tail()));
  if (applied != kTfLiteOk && !cpu.ok()) {
    return base::Invalid(
        graph.Failed("applying the delegate").message(),
        "; the model does not run without it either: ", cpu.message());
  }
  if (applied != kTfLiteOk) return graph.Failed("applying the delegate");
  journal.Add(
      (add_alone ? "on a graph of one ADD:\n" : "on " + request.model + ":\n") +
      tools::DelegationReportAsText(graph.interpreter->GetDelegationReport()));
  journal.Begin("running the graph");
  TFLL_RETURN_IF_ERROR(CheckRun(cpu, &graph, journal));
  journal.Begin("freeing the kernels");
  graph.interpreter.reset();
  return base::OkStatus();
}

}  // namespace plugin_check
}  // namespace tflite
