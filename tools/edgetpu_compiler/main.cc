// edgetpu_compiler: maps a part of each model into an executable for the
// simulated Edge TPU.
#include <getopt.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "delegates/edgetpu/executable/executable.h"
#include "tensorflow_lite_lite/core/model.h"
#include "tools/callers_folder.h"
#include "tools/edgetpu_compiler/compile_model.h"
#include "tools/edgetpu_compiler/output_names.h"
#include "tools/write_output.h"

namespace tflite::edgetpu_compiler {
namespace {

constexpr char kUsage[] =
    "Usage: edgetpu_compiler [options] model...\n"
    "  -h, --help                     print this help\n"
    "  -v, --version                  print the version\n"
    "  -o, --out_dir DIR              folder of the results (default: .)\n"
    "  -s, --show_operations          print what became of each operation\n"
    "  -m, --min_runtime_version N    refuse to write a newer executable\n"
    "  -n, --num_segments N           only 1 is supported\n"
    "  -i, --intermediate_tensors NAMES\n"
    "                                 comma-separated; what follows these\n"
    "                                 tensors stays on the CPU\n"
    "  -a, --search_delegate          map several subgraphs, and try earlier\n"
    "                                 cut points if compilation fails\n"
    "  -d, --delegate_search_step N   operations between cut points (1)\n"
    "  -t, --timeout_sec N            (180)\n";

struct Arguments {
  CompileOptions compile;
  std::string out_dir = ".";
  bool show_operations = false;
  int min_runtime_version = 0, num_segments = 1;
  std::vector<std::string> models;
};

bool ParseNumber(const char* text, int least, int* to) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (end == text || *end != 0 || value < least || value > 1 << 30) {
    std::fprintf(stderr, "edgetpu_compiler: '%s' is not a valid number\n",
                 text);
    return false;
  }
  *to = static_cast<int>(value);
  return true;
}

std::vector<std::string> SplitNames(const std::string& list) {
  std::vector<std::string> names;
  for (size_t begin = 0; begin < list.size();) {
    const size_t end = std::min(list.find(',', begin), list.size());
    if (end > begin) names.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

// False if an option has an invalid value.
bool Apply(int option, Arguments* to) {
  switch (option) {
    case 'o':
      to->out_dir = optarg;
      return true;
    case 's':
      to->show_operations = true;
      return true;
    case 'm':
      return ParseNumber(optarg, 0, &to->min_runtime_version);
    case 'n':
      return ParseNumber(optarg, 1, &to->num_segments);
    case 'i':
      to->compile.intermediate_tensors = SplitNames(optarg);
      return true;
    case 'a':
      to->compile.search_delegate = true;
      return true;
    case 'd':
      return ParseNumber(optarg, 1, &to->compile.search_step);
    case 't':
      return ParseNumber(optarg, 1, &to->compile.timeout_seconds);
    default:
      return false;
  }
}

// Returns the program's exit code, or -1 to go on.
int Parse(int argc, char** argv, Arguments* to) {
  const option options[] = {
      {"help", no_argument, nullptr, 'h'},
      {"version", no_argument, nullptr, 'v'},
      {"out_dir", required_argument, nullptr, 'o'},
      {"show_operations", no_argument, nullptr, 's'},
      {"min_runtime_version", required_argument, nullptr, 'm'},
      {"num_segments", required_argument, nullptr, 'n'},
      {"intermediate_tensors", required_argument, nullptr, 'i'},
      {"search_delegate", no_argument, nullptr, 'a'},
      {"delegate_search_step", required_argument, nullptr, 'd'},
      {"timeout_sec", required_argument, nullptr, 't'},
      {nullptr, 0, nullptr, 0}};
  int option;
  while ((option = getopt_long(argc, argv, "hvo:sm:n:i:ad:t:", options,
                               nullptr)) != -1) {
    if (option == 'h') {
      std::fputs(kUsage, stdout);
      return EXIT_SUCCESS;
    }
    if (option == 'v') {
      std::printf("Edge TPU Compiler version %s\n", edgetpu::kCompilerVersion);
      return EXIT_SUCCESS;
    }
    if (!Apply(option, to)) {
      std::fputs(kUsage, stderr);
      return EXIT_FAILURE;
    }
  }
  to->models.assign(argv + optind, argv + argc);
  if (!to->models.empty()) return -1;
  std::fputs(kUsage, stderr);
  return EXIT_FAILURE;
}

std::string Summary(const std::string& source, size_t source_bytes,
                    const std::string& output, const std::string& log,
                    const CompiledModel& compiled, long milliseconds) {
  uint64_t cached = 0, streamed = 0, cycles = 0;
  for (const MappedSubgraph& s : compiled.subgraphs) {
    cached += s.cached_bytes;
    streamed += s.streamed_bytes;
    cycles += s.estimated_cycles;
  }
  const auto store =
      static_cast<uint64_t>(CompileOptions().target.parameter_store_bytes);
  const uint64_t remaining = store > cached ? store - cached : 0;
  std::string text = base::StrCat(
      "Edge TPU Compiler version ", edgetpu::kCompilerVersion,
      "\n\nModel compiled successfully in ", milliseconds,
      " ms.\n\nInput model: ", source, "\nInput size: ", SizeText(source_bytes),
      "\nOutput model: ", output,
      "\nOutput size: ", SizeText(compiled.file.size()));
  text += base::StrCat(
      "\nOn-chip memory used for caching model parameters: ", SizeText(cached),
      "\nOn-chip memory remaining for caching model parameters: ",
      SizeText(remaining),
      "\nOff-chip memory used for streaming uncached model parameters: ",
      SizeText(streamed),
      "\nNumber of Edge TPU subgraphs: ", compiled.subgraphs.size(),
      "\nTotal number of operations: ", compiled.operations.size(),
      "\nEstimated cycles: ", cycles, "\nOperation log: ", log, "\n");
  return text;
}

base::Status CompileFile(const std::string& path, const Arguments& arguments) {
  const auto model = FlatBufferModel::VerifyAndBuildFromFile(path.c_str());
  if (model == nullptr) return base::Invalid("the model cannot be read");
  const auto begin = std::chrono::steady_clock::now();
  TFLL_ASSIGN_OR_RETURN(const CompiledModel compiled,
                        CompileModel(*model, arguments.compile));
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(
          std::chrono::steady_clock::now() - begin)
          .count();
  const std::string stem = OutputStem(arguments.out_dir, path);
  const std::string table = OperationTable(compiled.operations);
  const std::string summary =
      Summary(path, model->allocation()->bytes(), stem + ".tflite",
              stem + ".log", compiled, static_cast<long>(milliseconds));
  TFLL_RETURN_IF_ERROR(tools::WriteOutput(stem + ".tflite", compiled.file));
  TFLL_RETURN_IF_ERROR(
      tools::WriteOutput(stem + ".log", summary + "\n" + table));
  std::fputs(summary.c_str(), stdout);
  if (arguments.show_operations) std::printf("\n%s", table.c_str());
  return base::OkStatus();
}

int Main(int argc, char** argv) {
  tools::EnterCallersFolder();
  Arguments arguments;
  const int parsed = Parse(argc, argv, &arguments);
  if (parsed >= 0) return parsed;
  if (arguments.num_segments != 1) {
    std::fputs("edgetpu_compiler: segments are not supported\n", stderr);
    return EXIT_FAILURE;
  }
  if (arguments.min_runtime_version != 0 &&
      static_cast<uint32_t>(arguments.min_runtime_version) <
          edgetpu::kExecutableVersion) {
    std::fprintf(stderr,
                 "edgetpu_compiler: runtimes of version %d cannot run version "
                 "%u, the only one that is written\n",
                 arguments.min_runtime_version, edgetpu::kExecutableVersion);
    return EXIT_FAILURE;
  }
  const base::Status names =
      CheckOutputNames(arguments.out_dir, arguments.models);
  if (!names.ok()) {
    std::fprintf(stderr, "edgetpu_compiler: %s\n",
                 std::string(names.message()).c_str());
    return EXIT_FAILURE;
  }
  int failures = 0;
  for (const std::string& path : arguments.models) {
    const base::Status status = CompileFile(path, arguments);
    if (status.ok()) continue;
    std::fprintf(stderr, "edgetpu_compiler: %s: %s\n", path.c_str(),
                 std::string(status.message()).c_str());
    ++failures;
  }
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace tflite::edgetpu_compiler

int main(int argc, char** argv) {
  return tflite::edgetpu_compiler::Main(argc, argv);
}
