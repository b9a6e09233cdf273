#ifndef TENSORFLOW_LITE_LITE_CORE_SIGNATURE_DEF_H_
#define TENSORFLOW_LITE_LITE_CORE_SIGNATURE_DEF_H_

#include <cstdint>
#include <map>
#include <string>

namespace tflite {
namespace internal {

// An entry point of a model: maps the names of a subgraph's inputs and outputs
// to tensor indices.
struct SignatureDef {
  std::map<std::string, uint32_t> inputs;
  std::map<std::string, uint32_t> outputs;
  std::string signature_key;
  uint32_t subgraph_index = 0;
};

}  // namespace internal
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_SIGNATURE_DEF_H_
