// Prints case_problems.golden:
//
//   golden=delegates/gpu/self_check/case_problems.golden
//   ./bazelw run //delegates/gpu/tests:record_cases >$golden
//
// With --same, records again the problems that the file has, so that others can
// be added by hand: by their names and "for" lines.
#include <cstdio>
#include <cstring>

#include "delegates/gpu/tests/record_cases.h"

int main(int argc, char** argv) {
  const bool same = argc == 2 && std::strcmp(argv[1], "--same") == 0;
  const auto text = same ? tflite::gpu::RecordSameProblems()
                         : tflite::gpu::RecordCaseProblems();
  if (!text.ok()) {
    std::fprintf(stderr, "%s\n", text.status().ToString().c_str());
    return 1;
  }
  std::fputs(text->c_str(), stdout);
  return 0;
}
