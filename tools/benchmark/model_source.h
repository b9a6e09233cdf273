#ifndef TOOLS_BENCHMARK_MODEL_SOURCE_H_
#define TOOLS_BENCHMARK_MODEL_SOURCE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/schema/model_builder.h"

namespace tflite {
namespace benchmark {

// Loads the model given by --graph:
//   a path
//   fd:<descriptor>:<offset>:<size>     a part of an open file, mapped
//   pipe:<read>:<write>:<size>          bytes read from one end of a pipe; the
//                                       other end, if >= 0, is closed first
//   buffer:<address>:<size>             memory of this process
class ModelSource {
 public:
  static base::StatusOr<ModelSource> Parse(const std::string& graph);

  // Loads the model, which keeps what it needs of the source. A pipe can be
  // read only once.
  base::StatusOr<std::unique_ptr<FlatBufferModel>> Load();
  // In bytes; negative if unknown.
  int64_t Size() const;

 private:
  enum class Kind { kPath, kDescriptor, kPipe, kBuffer };
  Kind kind_ = Kind::kPath;
  std::string graph_;
  int64_t numbers_[3] = {0, 0, 0};
};

}  // namespace benchmark
}  // namespace tflite

#endif  // TOOLS_BENCHMARK_MODEL_SOURCE_H_
