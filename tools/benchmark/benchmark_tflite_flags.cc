// The flags of BenchmarkTfLiteModel.

#include "tools/benchmark/benchmark_tflite_model.h"
#include "tools/logging.h"

namespace tflite {
namespace benchmark {
namespace {

struct Text {
  const char* name;
  const char* fallback;
  const char* usage;
  const char* logged;
};
constexpr Text kTexts[] = {
    {"graph", "",
     "The model: a path, fd:<descriptor>:<offset>:<size>, "
     "pipe:<read>:<write>:<size> or buffer:<address>:<size>.",
     "Graph"},
    {"pipeline", "",
     "Segments of a model that follow the one of --graph, separated by commas "
     "(edgetpu_compiler --num_segments). Each has a thread and delegates of "
     "its own and works on another request; times are those between results.",
     "Pipeline"},
    {"signature_to_run_for", "",
     "Signature to run; empty: the primary subgraph.", "Signature to run"},
    {"input_layer", "", "Names of inputs, separated by commas.",
     "Input layers"},
    {"input_layer_shape", "",
     "Shapes of --input_layer: 1,224,224,3:1,20 for two inputs.",
     "Input shapes"},
    {"input_layer_value_range", "",
     "Ranges of integer values, inclusive: name,low,high:name,low,high.",
     "Input value ranges"},
    {"input_layer_value_files", "",
     "Files of raw values: name:path,name:path; a colon in a name or path is "
     "doubled.",
     "Input value files"},
    {"custom_op_library", "",
     "Shared libraries of custom operators, separated by commas.",
     "Custom operator libraries"},
    {"op_profiling_output_mode", "stdout",
     "How to write the profile: stdout, csv, proto.",
     "Op profiling output mode"},
    {"op_profiling_output_file", "",
     "File for the profile; empty: standard output.",
     "Op profiling output file"},
    {"profiling_output_csv_file", "",
     "Deprecated: --op_profiling_output_mode=csv with "
     "--op_profiling_output_file.",
     "CSV File to export profiling data to"},
    {"model_runtime_info_output_file", "",
     "File for --export_model_runtime_info; empty: standard output.",
     "Model runtime info output file"},
    {"explain_delegation", "",
     "Report which delegate runs each node, or why none does: stdout (also the "
     "bare "
     "flag), json, html.",
     "Explain delegation"},
    {"explain_delegation_file", "",
     "File for --explain_delegation; empty: standard output.",
     "Explain delegation file"},
    {"output_filepath", "",
     "File for the raw bytes of the outputs, concatenated.",
     "File path to export outputs layer to"},
    {"output_proto_filepath", "",
     "File for the outputs as a tensorflow.Example message.",
     "File path to export outputs layer as tf example to"},
    {"result_file_path", "",
     "File for the results as a BenchmarkResult message.",
     "File path to export the benchmark result to"},
};

struct Switch {
  const char* name;
  const char* usage;
  const char* logged;
};
constexpr Switch kSwitches[] = {
    {"list_signatures", "Print the model's signatures.", "List signatures"},
    {"allow_fp16", "Let delegates compute float32 in float16.", "Allow fp16"},
    {"require_full_delegation", "Fail unless delegates run every node.",
     "Require full delegation"},
    {"enable_op_profiling", "Profile the operators.", "Enable op profiling"},
    {"allow_dynamic_profiling_buffer_increase",
     "Let the profiler's buffer grow instead of dropping events.",
     "Allow dynamic increase on profiling buffer entries"},
    {"fingerprint",
     "Print a hash of each output's type, shape and contents after the last "
     "run.",
     "Fingerprint"},
    {"export_model_runtime_info", "Write the prepared graphs as JSON.",
     "Export model runtime info"},
    {"print_preinvoke_state",
     "Print the interpreter's state before the first run.",
     "Print pre-invoke interpreter state"},
    {"print_postinvoke_state",
     "Print the interpreter's state after the last run.",
     "Print post-invoke interpreter state"},
    {"release_dynamic_tensors", "Free dynamic tensors after their last use.",
     "Release dynamic tensor memory"},
    {"disable_delegate_clustering",
     "Let delegates take only consecutive nodes.",
     "Disable delegate clustering"},
    {"enable_builtin_cast_constant_cache", "Cast constants only once.",
     "Constant CAST output cache"},
};

struct Number {
  const char* name;
  int32_t fallback;
  const char* usage;
  const char* logged;
};
constexpr Number kNumbers[] = {
    {"max_profiling_buffer_entries", 1024,
     "Number of events that the profiler keeps per run.",
     "Max initial profiling buffer entries"},
    {"optimize_memory_for_large_tensors", 0,
     "Allocate tensors larger than this (bytes) only when needed; 0: never.",
     "Optimize memory usage for large tensors"},
    {"tensor_name_display_length", 25, "Width of names in printed states.",
     "Tensor name display length"},
    {"tensor_type_display_length", 15, "Width of types in printed states.",
     "Tensor type display length"},
    {"alloc_type_display_length", 18,
     "Width of allocation types in printed states.",
     "Tensor allocation type display length"},
};

}  // namespace

BenchmarkParams BenchmarkTfLiteModel::DefaultParams() {
  BenchmarkParams params = BenchmarkModel::DefaultParams();
  for (const Text& t : kTexts) {
    params.AddParam(t.name, BenchmarkParam::Create<std::string>(t.fallback));
  }
  for (const Switch& s : kSwitches) {
    params.AddParam(s.name, BenchmarkParam::Create<bool>(false));
  }
  for (const Number& n : kNumbers) {
    params.AddParam(n.name, BenchmarkParam::Create<int32_t>(n.fallback));
  }
  tools::ProvidedDelegateList(&params).AddAllDelegateParams();
  return params;
}

std::vector<Flag> BenchmarkTfLiteModel::GetFlags() {
  std::vector<Flag> flags = BenchmarkModel::GetFlags();
  for (const Text& t : kTexts) {
    flags.push_back(CreateFlag<std::string>(t.name, &params_, t.usage));
    if (flags.back().GetFlagName() == "explain_delegation") {
      flags.back().WithBareValue("stdout");
    }
  }
  for (const Switch& s : kSwitches) {
    flags.push_back(CreateFlag<bool>(s.name, &params_, s.usage));
  }
  for (const Number& n : kNumbers) {
    flags.push_back(CreateFlag<int32_t>(n.name, &params_, n.usage));
  }
  // Two of the benchmark's flags are also delegate flags; they share a
  // parameter.
  std::vector<Flag> shared;
  tools::ProvidedDelegateList(&params_).AppendCmdlineFlags(shared);
  for (Flag& flag : shared) {
    if (flag.GetFlagName() == "num_threads" ||
        flag.GetFlagName() == "gpu_invoke_loop_times") {
      continue;
    }
    flags.push_back(std::move(flag));
  }
  return flags;
}

void BenchmarkTfLiteModel::LogParams() {
  BenchmarkModel::LogParams();
  const bool verbose = params_.Get<bool>("verbose");
  for (const Text& t : kTexts) {
    LOG_TOOL_PARAM(params_, std::string, t.name, t.logged, verbose);
  }
  for (const Switch& s : kSwitches) {
    LOG_TOOL_PARAM(params_, bool, s.name, s.logged, verbose);
  }
  for (const Number& n : kNumbers) {
    LOG_TOOL_PARAM(params_, int32_t, n.name, n.logged, verbose);
  }
  for (const auto& provider : tools::GetRegisteredDelegateProviders()) {
    provider->LogParams(params_, verbose);
  }
}

}  // namespace benchmark
}  // namespace tflite
