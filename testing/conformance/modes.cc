#include "testing/conformance/modes.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <utility>

#include "testing/conformance/case_run.h"
#include "testing/conformance/refusals.h"

namespace tflite {
namespace conformance {
namespace {

int Complain(const Case& c, const base::Status& status) {
  std::fprintf(stderr, "FAILED %s: %s\n", FullName(c).c_str(),
               std::string(status.message()).c_str());
  return 1;
}

}  // namespace

int ListCases(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    std::printf("%s\t%s\t%s\n", OperatorName(c).c_str(), c.type().c_str(),
                FullName(c).c_str());
  }
  return 0;
}

int PrintSupportMatrix(const Suite& suite, const std::vector<Case>& cases) {
  int failed = 0;
  std::map<std::pair<std::string, std::string>, std::pair<int, int>> counts;
  for (const Case& c : cases) {
    const auto placement = suite.Run(c);
    if (!placement.ok()) failed |= Complain(c, placement.status());
    auto& [taken, all] = counts[{OperatorName(c), c.type()}];
    taken += placement.ok() && placement->delegated;
    ++all;
  }
  for (const auto& [key, count] : counts) {
    std::printf("%s\t%s\t%d\t%d\n", key.first.c_str(), key.second.c_str(),
                count.first, count.second);
  }
  return failed;
}

int Benchmark(const Suite& suite, const std::vector<Case>& cases) {
  int failed = 0;
  std::printf("%-64s %12s %12s %7s\n", "case", "CPU ns", "delegate ns",
              "ratio");
  for (const Case& c : cases) {
    const auto timing = suite.Measure(c);
    if (!timing.ok()) {
      failed |= Complain(c, timing.status());
    } else {
      std::printf("%-64s %12.0f %12.0f %7.2f\n", FullName(c).c_str(),
                  timing->cpu_ns, timing->delegate_ns,
                  timing->delegate_ns / timing->cpu_ns);
      std::fflush(stdout);
    }
  }
  return failed;
}

int UpdateGolden(const Suite& suite, const std::vector<Case>& cases,
                 const std::string& path) {
  int failed = 0;  // cases
  std::map<std::string, std::string> reasons;
  std::vector<std::string> names;
  for (const Case& c : cases) {
    if (IsRandom(c)) continue;
    names.push_back(FullName(c));
    const auto placement = suite.Run(c);
    if (!placement.ok()) {
      failed += Complain(c, placement.status());
    } else if (!placement->delegated) {
      reasons[names.back()] = placement->reason;
    }
  }
  const char* root = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  const std::string file =
      root != nullptr && path[0] != '/' ? std::string(root) + "/" + path : path;
  std::ofstream out(file);
  out << Refusals::Format(reasons, names);
  if (!out.flush()) {
    std::fprintf(stderr, "cannot write %s\n", file.c_str());
    return 1;
  }
  std::printf("%zu cases, %zu left to the CPU: wrote %s\n", names.size(),
              reasons.size(), file.c_str());
  if (failed == 0) return 0;
  std::fprintf(stderr, "%d cases failed; they have no rows in the file\n",
               failed);
  return 1;
}

}  // namespace conformance
}  // namespace tflite
