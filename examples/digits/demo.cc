// Classifies handwritten digits on every back-end of the build and compares
// them.

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "examples/digits/backend.h"
#include "examples/digits/report.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tools/command_line_flags.h"
#include "tools/logging.h"

namespace tflite {
namespace digits {
namespace {

// `bazel run` starts programs elsewhere; paths are the caller's.
std::string CallersPath(const std::string& path) {
  const char* folder = std::getenv("BUILD_WORKING_DIRECTORY");
  return folder == nullptr || path.empty() || path[0] == '/'
             ? path
             : std::string(folder) + "/" + path;
}

bool WriteReport(const std::string& path,
                 const std::vector<Measurement>& results) {
  std::ofstream out(path);
  out << HtmlReport(results);
  out.close();
  if (!out) {
    TFLITE_LOG(ERROR) << "cannot write " << path;
    return false;
  }
  std::cout << "The report is in " << path << "\n";
  return true;
}

// Every network on every back-end. False where one fails; a device that is not
// there is no failure.
bool MeasureAll(const std::vector<Network>& networks, const Settings& settings,
                std::vector<Measurement>* results) {
  bool ok = true;
  for (const Network& network : networks) {
    Measurement reference;
    for (const Backend& backend : AllBackends(settings)) {
      std::cout << "Classifying " << TestImages().size()
                << " images: " << network.name << ", " << backend.name << " ..."
                << std::endl;
      const bool compared = !backend.reference && !reference.outputs.empty();
      auto result =
          Measure(network, backend, settings, compared ? &reference : nullptr);
      if (!result.ok()) {
        TFLITE_LOG(WARN) << backend.name << " " << result.status().message();
        ok = ok && result.status().code() == base::StatusCode::kUnimplemented;
        continue;
      }
      if (backend.reference) reference = *result;
      results->push_back(*std::move(result));
    }
  }
  return ok;
}

// A comma-separated list.
std::string CallersPaths(const std::string& paths) {
  std::vector<std::string> out;
  for (const auto& path : base::StrSplitNonEmpty(paths, ',')) {
    out.push_back(CallersPath(std::string(path)));
  }
  return base::StrJoin(out, ",");
}

int Main(int argc, const char** argv) {
  Settings settings;
  std::string output, model;
  bool help = false;
  const std::vector<Flag> flags = {
      Flag::CreateFlag("num_threads", &settings.num_threads,
                       "Threads for the CPU's kernels."),
      Flag::CreateFlag("model", &model,
                       "A network of your own, measured after the demo's: its "
                       "input is an image of 8x8 values from 0 to 1, its "
                       "output 10 probabilities."),
      Flag::CreateFlag("custom_op_library", &settings.custom_op_libraries,
                       "Shared libraries of custom operators that it needs, "
                       "comma-separated; see docs/CUSTOM_OPERATORS.md."),
      Flag::CreateFlag("external_delegate_path",
                       &settings.external_delegate_path,
                       "Shared library of one more delegate to measure."),
      Flag::CreateFlag("external_delegate_options",
                       &settings.external_delegate_options,
                       "Options for that delegate, key1:value1;key2:value2."),
      Flag::CreateFlag("require_delegation", &settings.require_delegation,
                       "Fail where a delegate fails, instead of going on on "
                       "the CPU."),
      Flag::CreateFlag("output", &output,
                       "File for a report with pictures, HTML. Paths are "
                       "relative to the caller's folder."),
      Flag::CreateFlag("help", &help, "Print this help."),
  };
  const bool parsed = Flags::Parse(&argc, argv, flags);
  if (help) {
    std::cout << Flags::Usage(argv[0], flags);
    return 0;
  }
  for (int i = 1; i < argc; ++i)
    TFLITE_LOG(ERROR) << "unknown flag " << argv[i];
  if (!parsed || argc > 1) return 2;
  settings.custom_op_libraries = CallersPaths(settings.custom_op_libraries);
  settings.external_delegate_path =
      CallersPath(settings.external_delegate_path);

  std::vector<Network> networks = Networks();
  if (!model.empty()) {
    auto loaded = LoadNetwork(CallersPath(model));
    if (!loaded.ok()) {
      TFLITE_LOG(ERROR) << "--model: " << loaded.status().message();
      return 2;
    }
    networks.push_back(*std::move(loaded));
  }
  std::vector<Measurement> results;
  bool ok = MeasureAll(networks, settings, &results);
  std::cout << "\n" << Table(results) << std::endl;
  if (!output.empty() && !results.empty()) {
    ok = WriteReport(CallersPath(output), results) && ok;
  }
  return ok ? 0 : 1;
}

}  // namespace
}  // namespace digits
}  // namespace tflite

int main(int argc, char** argv) {
  return tflite::digits::Main(argc, const_cast<const char**>(argv));
}
