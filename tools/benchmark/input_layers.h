#ifndef TOOLS_BENCHMARK_INPUT_LAYERS_H_
#define TOOLS_BENCHMARK_INPUT_LAYERS_H_

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
namespace benchmark {

// The flags for one input.
struct InputLayerInfo {
  std::string name;
  std::vector<int> shape;
  bool has_value_range = false;
  int low = 0, high = 0;  // inclusive
  std::string input_file_path;
};

// Parses the values of the flags:
//  names   "a,b"              shapes  "1,224,224,3:1,20"
//  ranges  "a,-1,1:b,0,254"   files   "a:path,b:path"; "::" is a colon in a
//  name
// Errors name the flag.
base::StatusOr<std::vector<InputLayerInfo>> ParseInputLayers(
    const std::string& names, const std::string& shapes,
    const std::string& ranges, const std::string& files);

// Splits "name:path" at its only single colon; a doubled one is part of the
// text.
TfLiteStatus SplitInputLayerNameAndValueFile(
    const std::string& name_and_value_file,
    std::pair<std::string, std::string>& name_file_pair);

// Creates values for a tensor: the bytes of the layer's file, or random ones,
// within the layer's range if given. Strings become a string buffer.
base::StatusOr<std::string> MakeInputData(const TfLiteTensor& tensor,
                                          const InputLayerInfo& layer,
                                          std::mt19937* random);

}  // namespace benchmark
}  // namespace tflite

#endif  // TOOLS_BENCHMARK_INPUT_LAYERS_H_
