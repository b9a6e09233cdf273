// Prints case_problems.golden:
//
//   ./bazelw run //delegates/gpu/tests:record_cases \
//       > delegates/gpu/self_check/case_problems.golden
#include <cstdio>

#include "delegates/gpu/tests/record_cases.h"

int main() {
  const auto text = tflite::gpu::RecordCaseProblems();
  if (!text.ok()) {
    std::fprintf(stderr, "%s\n", text.status().ToString().c_str());
    return 1;
  }
  std::fputs(text->c_str(), stdout);
  return 0;
}
