#include "examples/digits/backend.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <memory>
#include <utility>

#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/custom_ops/custom_op_library.h"
#include "tools/delegates/apply_delegates.h"
#include "tools/logging.h"

namespace tflite {
namespace digits {
namespace {

constexpr char kExternalPath[] = "external_delegate_path";

// The flag that requests a provider's delegate; empty if there is none.
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
                                const std::string& flag,
                                const Settings& settings) {
  tools::ToolParams params;
  params.Merge(*settings.params);
  params.Set<bool>(flag, true);
  return provider.CreateTfLiteDelegate(params);
}

// Ignores the delegates that are linked in.
tools::TfLiteDelegatePtr CreateExternal(const Settings& settings) {
  tools::ToolParams params;
  params.Merge(*settings.params);
  tools::ProvidedDelegateList list(&params);
  for (const auto& provider : list.providers()) {
    const std::string flag = UseFlag(*provider);
    if (!flag.empty()) params.Set<bool>(flag, false);
  }
  auto delegates = list.CreateAllRankedDelegates();
  return delegates.empty() ? tools::CreateNullDelegate()
                           : std::move(delegates[0].delegate);
}

bool HasPlugin(const tools::ToolParams& params) {
  return params.HasParam(kExternalPath) &&
         !params.Get<std::string>(kExternalPath).empty();
}

// One unless set by the caller.
int NumThreads(const tools::ToolParams& params) {
  return std::max(1, params.Get<int32_t>("num_threads"));
}

base::Status Classify(Interpreter& interpreter, const Measurement* reference,
                      Measurement* m) {
  const std::vector<Image> images = TestImages();
  std::vector<double> times;
  int correct = 0;
  for (size_t i = 0; i < images.size(); ++i) {
    SetInput(images[i], interpreter.input_tensor(0));
    const auto begin = std::chrono::steady_clock::now();
    if (interpreter.Invoke() != kTfLiteOk) {
      return base::Internal("cannot run network ", m->network, " on image ", i);
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
  return base::OkStatus();
}

bool DelegationRequired(const Settings& settings) {
  return settings.params->Get<bool>("require_delegation");
}

base::StatusOr<std::unique_ptr<MutableOpResolver>> MakeResolver(
    const Backend& backend, const Settings& settings) {
  std::unique_ptr<MutableOpResolver> resolver;
  if (backend.reference) {
    resolver = std::make_unique<ops::builtin::BuiltinRefOpResolver>();
  } else {
    resolver = std::make_unique<
        ops::builtin::BuiltinOpResolverWithoutDefaultDelegates>();
  }
  TFLL_RETURN_IF_ERROR(
      LoadCustomOpLibraries(settings.custom_op_libraries, resolver.get()));
  return resolver;
}

// Applies a backend's delegate. Returns true if it failed and the CPU runs the
// network.
base::StatusOr<bool> FallsBack(const Network& network, const Backend& backend,
                               const Settings& settings,
                               TfLiteDelegate* delegate,
                               Interpreter* interpreter) {
  if (delegate == nullptr)
    return base::Unsupported("is not available on this machine");
  if (tools::IsUnavailableDelegate(delegate)) {
    // The provider has logged why.
    if (backend.named) {
      return base::Invalid("cannot be created to run network ", network.name);
    }
    return base::Unsupported("cannot be created: network ", network.name,
                             " is skipped");
  }
  const bool failed =
      interpreter->ModifyGraphWithDelegate(delegate) != kTfLiteOk;
  if (failed && DelegationRequired(settings)) {
    return base::Invalid("rejects network ", network.name);
  }
  TFLITE_MAY_LOG(WARN, failed)
      << backend.name << " cannot be applied to network " << network.name
      << ": the CPU runs it";
  return failed;
}

}  // namespace

Settings::Settings() : params(std::make_shared<tools::ToolParams>()) {
  tools::ProvidedDelegateList(params.get()).AddAllDelegateParams();
}

std::vector<Backend> AllBackends(const Settings& settings) {
  std::vector<Backend> out = {{"CPU, reference kernels", true, nullptr},
                              {"CPU, fast kernels", false, nullptr}};
  std::vector<Backend> unnamed;  // not mentioned by any flag
  bool chosen = false;
  for (const auto& provider : tools::GetRegisteredDelegateProviders()) {
    const std::string flag = UseFlag(*provider);
    if (flag.empty()) continue;
    Backend backend = {provider->GetName() + " delegate", false,
                       [&provider, flag, settings] {
                         return Create(*provider, flag, settings);
                       }};
    if (settings.params->Get<bool>(flag)) {
      chosen = true;
      backend.named = true;
      out.push_back(std::move(backend));
    } else if (!settings.params->HasValueSet<bool>(flag)) {
      unnamed.push_back(std::move(backend));
    }
  }
  if (!chosen)
    std::move(unnamed.begin(), unnamed.end(), std::back_inserter(out));
  if (HasPlugin(*settings.params)) {
    out.push_back({"external delegate", false,
                   [settings] { return CreateExternal(settings); }, true});
  }
  return out;
}

base::StatusOr<Measurement> Measure(const Network& network,
                                    const Backend& backend,
                                    const Settings& settings,
                                    const Measurement* reference) {
  if (network.model == nullptr)
    return base::Invalid("network ", network.name, " could not be loaded");
  TFLL_ASSIGN_OR_RETURN(const auto resolver, MakeResolver(backend, settings));
  // Must outlive the interpreter.
  tools::TfLiteDelegatePtr delegate = backend.create_delegate
                                          ? backend.create_delegate()
                                          : tools::CreateNullDelegate();
  std::unique_ptr<Interpreter> interpreter;
  InterpreterOptions options;
  options.SetDelegateFallback(!DelegationRequired(settings));
  InterpreterBuilder builder(*network.model, *resolver, &options);
  builder.SetNumThreads(NumThreads(*settings.params));
  if (builder(&interpreter) != kTfLiteOk) {
    return base::Invalid("no interpreter for network ", network.name);
  }
  bool on_cpu = false;
  if (backend.create_delegate) {
    TFLL_ASSIGN_OR_RETURN(on_cpu, FallsBack(network, backend, settings,
                                            delegate.get(), interpreter.get()));
  }
  if (interpreter->AllocateTensors() != kTfLiteOk) {
    return base::Internal("cannot prepare network ", network.name);
  }
  TFLL_RETURN_IF_ERROR(
      base::Annotate(CheckTensors(*interpreter), "network " + network.name));
  Measurement m;
  m.network = network.name;
  m.backend = backend.name;
  tools::FallbackWatch watch(interpreter.get());
  TFLL_RETURN_IF_ERROR(Classify(*interpreter, reference, &m));
  if (watch.FellBack()) {
    TFLITE_LOG(WARN) << backend.name << " failed on network " << network.name
                     << " in a run: the CPU took over";
    on_cpu = true;
  }
  if (on_cpu) m.backend += ", failed: CPU";
  m.placement = ReportDelegation(interpreter->primary_subgraph());
  return m;
}

}  // namespace digits
}  // namespace tflite
