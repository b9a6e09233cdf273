// Prints recorded.golden:
//
//   golden=delegates/gpu/self_check/recorded.golden
//   ./bazelw run //delegates/gpu/tests:record >$golden
#include <cstdio>

#include "delegates/gpu/tests/record.h"

int main() {
  const auto text = tflite::gpu::RecordResults();
  if (!text.ok()) {
    std::fprintf(stderr, "%s\n", text.status().ToString().c_str());
    return 1;
  }
  std::fputs(text->c_str(), stdout);
  return 0;
}
