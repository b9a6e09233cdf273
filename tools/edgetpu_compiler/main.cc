// edgetpu_compiler: maps a part of each model into an executable for the
// simulated Edge TPU.
#include <getopt.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "delegates/edgetpu/executable/executable.h"
#include "delegates/edgetpu/isa/target_file.h"
#include "delegates/edgetpu/simulator/report.h"
#include "tensorflow_lite_lite/core/model.h"
#include "tools/callers_folder.h"
#include "tools/edgetpu_compiler/compile_model.h"
#include "tools/edgetpu_compiler/executable_text.h"
#include "tools/edgetpu_compiler/output_names.h"
#include "tools/edgetpu_compiler/segments.h"
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
    "  -n, --num_segments N           cut each model into N files of similar\n"
    "                                 estimated time, for as many devices\n"
    "  -i, --intermediate_tensors NAMES\n"
    "                                 comma-separated; what follows these\n"
    "                                 tensors stays on the CPU\n"
    "  -a, --search_delegate          map several subgraphs, and try earlier\n"
    "                                 cut points if compilation fails\n"
    "  -d, --delegate_search_step N   operations between cut points (1)\n"
    "  -t, --timeout_sec N            for the whole run (180)\n"
    "      --target TARGET            what is compiled for: a file with its\n"
    "                                 description, or tiles_4x4 (default),\n"
    "                                 plain_64x64_weight_stationary,\n"
    "                                 plain_64x64_output_stationary,\n"
    "                                 plain_64x64_input_stationary\n"
    "      --report_json              write NAME_edgetpu.json as well: "
    "cycles,\n"
    "                                 utilisation, bytes of each layer\n"
    "      --show_executables         print what compiled models hold, and\n"
    "                                 compile nothing\n"
    "      --show_code                the same with all instructions\n"
    "Several models share the parameter store of one device; the first ones\n"
    "have priority.\n";

struct Arguments {
  CompileOptions compile;
  std::string out_dir = ".";
  bool show_operations = false, report_json = false;
  bool show_executables = false, show_code = false;
  int min_runtime_version = 0, num_segments = 1, timeout_seconds = 180;
  std::vector<std::string> models;
};

bool ParseNumber(const char* option, const char* text, int least, int most,
                 int* to) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (end == text || *end != 0 || value < least || value > most) {
    std::fprintf(stderr,
                 "edgetpu_compiler: --%s: '%s' is no number from %d to %d\n",
                 option, text, least, most);
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

// Of options without a short form.
enum LongOption { kTarget = 256, kReportJson, kShowExecutables, kShowCode };

bool ReadTargetTo(edgetpu::Target* to) {
  auto target = edgetpu::ReadTarget(optarg);
  if (target.ok()) {
    *to = *std::move(target);
    return true;
  }
  std::fprintf(stderr, "edgetpu_compiler: --target: %s\n",
               std::string(target.status().message()).c_str());
  return false;
}

// False if an option has an invalid value.
bool Apply(int option, Arguments* to) {
  constexpr int kMost = 1 << 30;
  switch (option) {
    case 'o':
      to->out_dir = optarg;
      return true;
    case 's':
      to->show_operations = true;
      return true;
    case 'm':
      return ParseNumber("min_runtime_version", optarg, 0, kMost,
                         &to->min_runtime_version);
    case 'n':
      return ParseNumber("num_segments", optarg, 1, 1000, &to->num_segments);
    case 'i':
      to->compile.intermediate_tensors = SplitNames(optarg);
      return true;
    case 'a':
      to->compile.search_delegate = true;
      return true;
    case 'd':
      return ParseNumber("delegate_search_step", optarg, 1, kMost,
                         &to->compile.search_step);
    case 't':
      return ParseNumber("timeout_sec", optarg, 1, kMost, &to->timeout_seconds);
    case kTarget:
      return ReadTargetTo(&to->compile.target);
    case kReportJson:
      return to->report_json = true;
    case kShowCode:
      to->show_code = true;
      return to->show_executables = true;
    case kShowExecutables:
      return to->show_executables = true;
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
      {"target", required_argument, nullptr, kTarget},
      {"report_json", no_argument, nullptr, kReportJson},
      {"show_executables", no_argument, nullptr, kShowExecutables},
      {"show_code", no_argument, nullptr, kShowCode},
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

std::string MilliText(double seconds) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3f ms", seconds * 1e3);
  return text;
}

// A compiled model, or a segment of one.
struct Result {
  std::string source;
  size_t source_bytes = 0;
  std::string stem;  // of the files
  CompiledModel compiled;
};

std::string Summary(const Result& result, size_t results, long milliseconds,
                    const edgetpu::Target& target) {
  const CompiledModel& compiled = result.compiled;
  uint64_t cached = 0, streamed = 0, cycles = 0, used = 0;
  for (const MappedSubgraph& s : compiled.subgraphs) {
    cached += s.cached_bytes;
    streamed += s.streamed_bytes;
    cycles += s.estimated_cycles;
    used = std::max(used, s.store_bytes);
  }
  const auto store = static_cast<uint64_t>(target.parameter_store_bytes);
  std::string text = base::StrCat(
      "Edge TPU Compiler version ", edgetpu::kCompilerVersion, "\n\n",
      results == 1 ? "Model" : "Models", " compiled successfully in ",
      milliseconds, " ms.\n\nInput model: ", result.source,
      "\nInput size: ", SizeText(result.source_bytes),
      "\nOutput model: ", result.stem, ".tflite",
      "\nOutput size: ", SizeText(compiled.file.size()));
  text += base::StrCat(
      "\nOn-chip memory used for caching model parameters: ", SizeText(cached),
      "\nOn-chip memory remaining for caching model parameters: ",
      SizeText(store - std::min(used, store)),
      "\nOff-chip memory used for streaming uncached model parameters: ",
      SizeText(streamed),
      "\nNumber of Edge TPU subgraphs: ", compiled.subgraphs.size(),
      "\nTotal number of operations: ", compiled.operations.size(),
      "\nTarget: ", target.name, "\nEstimated cycles: ", cycles,
      "\nOperation log: ", result.stem, ".log\n");
  return text;
}

// What devices that work at the same time would do, by estimate.
std::string PipelineSummary(const std::vector<Result>& segments) {
  double longest = 0, sum = 0;
  std::string times;
  for (const Result& segment : segments) {
    const double seconds = EstimatedSeconds(segment.compiled);
    longest = std::max(longest, seconds);
    sum += seconds;
    times += base::StrCat(times.empty() ? "" : ", ", MilliText(seconds));
  }
  return base::StrCat(
      "Estimated times of the segments: ", times, "\nEstimated latency on ",
      segments.size(), " devices: ", MilliText(sum),
      "\nEstimated time between results: ", MilliText(longest), "\n");
}

base::Status WriteReport(const Result& result) {
  std::vector<edgetpu::RunReport> reports;
  for (const MappedSubgraph& subgraph : result.compiled.subgraphs) {
    reports.push_back(subgraph.report);
    reports.back().name =
        base::StrCat(result.source, ", subgraph ", reports.size() - 1);
  }
  return tools::WriteOutput(result.stem + ".json",
                            edgetpu::ReportJson(reports));
}

base::Status Write(const Result& result, size_t results, long milliseconds,
                   const Arguments& arguments) {
  const std::string table = OperationTable(result.compiled.operations);
  const std::string summary =
      Summary(result, results, milliseconds, arguments.compile.target);
  TFLL_RETURN_IF_ERROR(
      tools::WriteOutput(result.stem + ".tflite", result.compiled.file));
  TFLL_RETURN_IF_ERROR(
      tools::WriteOutput(result.stem + ".log", summary + "\n" + table));
  if (arguments.report_json) TFLL_RETURN_IF_ERROR(WriteReport(result));
  std::fputs(summary.c_str(), stdout);
  if (arguments.show_operations) std::printf("\n%s", table.c_str());
  return base::OkStatus();
}

base::Status Show(const Arguments& arguments) {
  for (const std::string& path : arguments.models) {
    const auto model = FlatBufferModel::VerifyAndBuildFromFile(path.c_str());
    if (model == nullptr) {
      return base::Invalid(path, ": the model cannot be read");
    }
    const auto text = ExecutablesText(*model, arguments.show_code);
    if (!text.ok()) return Annotate(text.status(), path);
    std::printf("%s\n", path.c_str());
    std::fwrite(text->data(), 1, text->size(), stdout);
  }
  return base::OkStatus();
}

base::StatusOr<std::vector<Result>> CompileFiles(const Arguments& arguments) {
  std::vector<std::unique_ptr<FlatBufferModel>> models;
  std::vector<const FlatBufferModel*> pointers;
  std::vector<Result> results;
  for (const std::string& path : arguments.models) {
    models.push_back(FlatBufferModel::VerifyAndBuildFromFile(path.c_str()));
    if (models.back() == nullptr) {
      return base::Invalid(path, ": the model cannot be read");
    }
    pointers.push_back(models.back().get());
    results.push_back({path,
                       pointers.back()->allocation()->bytes(),
                       OutputStem(arguments.out_dir, path),
                       {}});
  }
  auto compiled = CompileTogether(pointers, arguments.compile);
  if (!compiled.ok()) {
    return models.size() == 1 ? Annotate(compiled.status(), arguments.models[0])
                              : compiled.status();
  }
  for (size_t i = 0; i < results.size(); ++i) {
    results[i].compiled = std::move((*compiled)[i]);
  }
  return results;
}

base::StatusOr<std::vector<Result>> CutFile(const std::string& path,
                                            const Arguments& arguments) {
  const auto model = FlatBufferModel::VerifyAndBuildFromFile(path.c_str());
  if (model == nullptr) {
    return base::Invalid(path, ": the model cannot be read");
  }
  auto segments =
      CompileSegments(*model, arguments.num_segments, arguments.compile);
  if (!segments.ok()) return Annotate(segments.status(), path);
  std::vector<Result> results;
  for (CompiledModel& segment : *segments) {
    const std::string part = SegmentPart(static_cast<int>(results.size()),
                                         static_cast<int>(segments->size()));
    results.push_back({path, model->allocation()->bytes(),
                       OutputStem(arguments.out_dir, path, part),
                       std::move(segment)});
  }
  return results;
}

base::Status Compile(const Arguments& arguments) {
  using Clock = std::chrono::steady_clock;
  const auto write = [&](const std::vector<Result>& results,
                         Clock::time_point begin) {
    const auto milliseconds =
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() -
                                                              begin)
            .count();
    base::Status status;
    for (const Result& result : results) {
      status.Update(Write(result, results.size(),
                          static_cast<long>(milliseconds), arguments));
    }
    return status;
  };
  auto begin = Clock::now();
  if (arguments.num_segments == 1) {
    TFLL_ASSIGN_OR_RETURN(const auto results, CompileFiles(arguments));
    return write(results, begin);
  }
  for (const std::string& path : arguments.models) {
    begin = Clock::now();
    TFLL_ASSIGN_OR_RETURN(const auto results, CutFile(path, arguments));
    TFLL_RETURN_IF_ERROR(write(results, begin));
    std::fputs(PipelineSummary(results).c_str(), stdout);
  }
  return base::OkStatus();
}

int Main(int argc, char** argv) {
  tools::EnterCallersFolder();
  Arguments arguments;
  const int parsed = Parse(argc, argv, &arguments);
  if (parsed >= 0) return parsed;
  if (arguments.min_runtime_version != 0 &&
      static_cast<uint32_t>(arguments.min_runtime_version) <
          edgetpu::kExecutableVersion) {
    std::fprintf(stderr,
                 "edgetpu_compiler: runtimes of version %d cannot run version "
                 "%u, the only one that is written\n",
                 arguments.min_runtime_version, edgetpu::kExecutableVersion);
    return EXIT_FAILURE;
  }
  arguments.compile.deadline = std::chrono::steady_clock::now() +
                               std::chrono::seconds(arguments.timeout_seconds);
  base::Status status;
  if (arguments.show_executables) {
    status = Show(arguments);
  } else {
    status = CheckOutputNames(arguments.out_dir, arguments.models,
                              arguments.num_segments);
    if (status.ok()) status = Compile(arguments);
  }
  if (status.ok()) return EXIT_SUCCESS;
  std::fprintf(stderr, "edgetpu_compiler: %s\n",
               std::string(status.message()).c_str());
  return EXIT_FAILURE;
}

}  // namespace
}  // namespace tflite::edgetpu_compiler

int main(int argc, char** argv) {
  return tflite::edgetpu_compiler::Main(argc, argv);
}
