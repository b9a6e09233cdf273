// Classifies handwritten digits on every back-end of the build and compares
// them.

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>

#include "examples/digits/backend.h"
#include "examples/digits/report.h"
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

int Main(int argc, const char** argv) {
  int32_t num_threads = 1;
  std::string output;
  bool help = false;
  const std::vector<Flag> flags = {
      Flag::CreateFlag("num_threads", &num_threads,
                       "Threads for the CPU's kernels."),
      Flag::CreateFlag("output", &output,
                       "File for a report with pictures, HTML; relative to the "
                       "caller's folder."),
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

  std::vector<Measurement> results;
  bool ok = true;
  for (const Network& network : Networks()) {
    Measurement reference;
    for (const Backend& backend : AllBackends()) {
      std::cout << "Classifying " << TestImages().size()
                << " images: " << network.name << ", " << backend.name << " ..."
                << std::endl;
      auto result = Measure(network, backend, num_threads,
                            backend.reference ? nullptr : &reference);
      if (!result.ok()) {
        TFLITE_LOG(WARN) << backend.name << " " << result.status().message();
        // A device that is not there is no failure of the demo.
        ok = ok && result.status().code() == absl::StatusCode::kUnimplemented;
        continue;
      }
      if (backend.reference) reference = *result;
      results.push_back(*std::move(result));
    }
  }
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
