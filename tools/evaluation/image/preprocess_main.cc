// For preprocessor_test.py: writes the bytes of a preprocessed image, and
// prints the most memory that this process has had, in KiB.
//
//   preprocess <ImagePreprocessingParams as text> <image> <output>

#include <google/protobuf/text_format.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "tools/evaluation/image/preprocessor.h"
#include "tools/write_output.h"

namespace {

// Linux's line "VmHWM:  1234 kB".
long PeakKibibytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    long value = 0;
    if (word == "VmHWM:" && status >> value) return value;
  }
  return -1;
}

}  // namespace

int main(int argc, char** argv) {
  namespace evaluation = tflite::evaluation;
  if (argc != 4) return 2;
  evaluation::ImagePreprocessingParams params;
  if (!google::protobuf::TextFormat::ParseFromString(argv[1], &params)) {
    return 2;
  }
  const auto preprocessor = evaluation::Preprocessor::Create(params);
  if (!preprocessor.ok()) {
    std::fprintf(stderr, "%s\n",
                 std::string(preprocessor.status().message()).c_str());
    return 1;
  }
  const auto bytes = preprocessor->Run(argv[2]);
  if (!bytes.ok()) {
    std::fprintf(stderr, "%s\n", std::string(bytes.status().message()).c_str());
    return 1;
  }
  std::printf("%ld\n", PeakKibibytes());
  return tflite::tools::WriteOutput(argv[3], *bytes).ok() ? 0 : 1;
}
