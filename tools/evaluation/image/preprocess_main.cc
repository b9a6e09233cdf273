// For preprocessor_test.py: writes the bytes of a preprocessed image.
//
//   preprocess <ImagePreprocessingParams as text> <image> <output>

#include <google/protobuf/text_format.h>

#include <cstdio>

#include "tools/evaluation/image/preprocessor.h"
#include "tools/write_output.h"

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
  return tflite::tools::WriteOutput(argv[3], *bytes).ok() ? 0 : 1;
}
