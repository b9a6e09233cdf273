#include "examples/digits/backend.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/node_calls.h"
#include "tensorflow_lite_lite/schema/model_builder.h"

namespace tflite {
namespace digits {
namespace {

// The flag by which a provider's delegate is asked for; empty when there is
// none.
std::string UseFlag(const tools::DelegateProvider& provider) {
  tools::ToolParams params;
  params.Merge(provider.DefaultParams());
  for (const Flag& flag : provider.CreateFlags(&params)) {
    if (flag.GetFlagName().compare(0, 4, "use_") == 0)
      return flag.GetFlagName();
  }
  return "";
}

tools::TfLiteDelegatePtr Create(const tools::DelegateProvider& provider,
                                const std::string& flag) {
  tools::ToolParams params;
  tools::ProvidedDelegateList(&params).AddAllDelegateParams();
  params.Set<bool>(flag, true);
  return provider.CreateTfLiteDelegate(params);
}

std::vector<int> Indices(const TfLiteIntArray* array) {
  return array == nullptr
             ? std::vector<int>()
             : std::vector<int>(array->data, array->data + array->size);
}

void DescribeNodes(const Interpreter& interpreter, Measurement* m) {
  for (const int index : interpreter.execution_plan()) {
    const auto* pair = interpreter.node_and_registration(index);
    const TfLiteNode& node = pair->first;
    const TfLiteRegistration& registration = pair->second;
    NodeInfo info;
    info.delegated = node.delegate != nullptr;
    if (info.delegated) {
      const auto* params =
          static_cast<const TfLiteDelegateParams*>(node.builtin_data);
      info.original_nodes =
          params == nullptr ? 1 : params->nodes_to_replace->size;
      info.op = registration.custom_name == nullptr ? "DELEGATE"
                                                    : registration.custom_name;
      m->delegated_nodes += info.original_nodes;
      ++m->partitions;
    } else {
      info.op = GetOpNameByRegistration(registration);
    }
    info.inputs = Indices(node.inputs);
    info.outputs = Indices(node.outputs);
    m->total_nodes += info.original_nodes;
    m->nodes.push_back(std::move(info));
  }
}

Status Classify(Interpreter& interpreter, const Measurement* reference,
                Measurement* m) {
  const std::vector<Image> images = TestImages();
  std::vector<double> times;
  int correct = 0;
  for (size_t i = 0; i < images.size(); ++i) {
    SetInput(images[i], interpreter.input_tensor(0));
    const auto begin = std::chrono::steady_clock::now();
    if (interpreter.Invoke() != kTfLiteOk) {
      return Internal(m->backend, " cannot run ", m->network, " on image ", i);
    }
    const auto end = std::chrono::steady_clock::now();
    times.push_back(
        std::chrono::duration<double, std::micro>(end - begin).count());
    m->outputs.push_back(GetOutput(interpreter.output_tensor(0)));
    const auto& output = m->outputs.back();
    const int best = static_cast<int>(
        std::max_element(output.begin(), output.end()) - output.begin());
    m->predictions.push_back(best);
    if (best == images[i].label) ++correct;
    for (int c = 0; reference != nullptr && c < kClasses; ++c) {
      m->max_difference = std::max<double>(
          m->max_difference, std::fabs(output[c] - reference->outputs[i][c]));
    }
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2,
                   times.end());
  m->median_us = times[times.size() / 2];
  m->accuracy = static_cast<double>(correct) / images.size();
  return OkStatus();
}

}  // namespace

std::vector<Backend> AllBackends() {
  std::vector<Backend> out = {{"CPU, reference kernels", true, nullptr},
                              {"CPU, fast kernels", false, nullptr}};
  for (const auto& provider : tools::GetRegisteredDelegateProviders()) {
    const std::string flag = UseFlag(*provider);
    if (flag.empty()) continue;
    out.push_back({provider->GetName() + " delegate", false,
                   [&provider, flag] { return Create(*provider, flag); }});
  }
  return out;
}

StatusOr<Measurement> Measure(const Network& network, const Backend& backend,
                              int num_threads, const Measurement* reference) {
  auto model =
      FlatBufferModel::VerifyAndBuildFromBuffer(network.data, network.bytes);
  if (model == nullptr)
    return Invalid("network ", network.name, " cannot be loaded");
  std::unique_ptr<OpResolver> resolver;
  if (backend.reference) {
    resolver = std::make_unique<ops::builtin::BuiltinRefOpResolver>();
  } else {
    resolver = std::make_unique<
        ops::builtin::BuiltinOpResolverWithoutDefaultDelegates>();
  }
  // Outlives the interpreter.
  tools::TfLiteDelegatePtr delegate = backend.create_delegate
                                          ? backend.create_delegate()
                                          : tools::CreateNullDelegate();
  std::unique_ptr<Interpreter> interpreter;
  InterpreterBuilder builder(*model, *resolver);
  builder.SetNumThreads(num_threads);
  if (builder(&interpreter) != kTfLiteOk) {
    return Invalid("no interpreter for network ", network.name);
  }
  if (backend.create_delegate) {
    if (delegate == nullptr)
      return Unsupported("is not available on this machine");
    if (interpreter->ModifyGraphWithDelegate(delegate.get()) != kTfLiteOk) {
      return Unsupported("refuses network ", network.name);
    }
  }
  if (interpreter->AllocateTensors() != kTfLiteOk) {
    return Internal(backend.name, " cannot prepare network ", network.name);
  }
  Measurement m;
  m.network = network.name;
  m.backend = backend.name;
  DescribeNodes(*interpreter, &m);
  TFLL_RETURN_IF_ERROR(Classify(*interpreter, reference, &m));
  return m;
}

}  // namespace digits
}  // namespace tflite
