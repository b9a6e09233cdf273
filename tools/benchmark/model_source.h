#ifndef TOOLS_BENCHMARK_MODEL_SOURCE_H_
#define TOOLS_BENCHMARK_MODEL_SOURCE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/schema/model_builder.h"

namespace tflite {
namespace benchmark {

// A model from where --graph says:
//   a path
//   fd:<descriptor>:<offset>:<size>     a part of an open file, mapped
//   pipe:<read>:<write>:<size>          bytes read from one end of a pipe; the
//                                       other end, if >= 0, is closed first
//   buffer:<address>:<size>             memory of this process
class ModelSource {
 public:
  static base::StatusOr<ModelSource> Parse(const std::string& graph);

  // The model. It keeps what it needs of the source; a pipe can be read once.
  base::StatusOr<std::unique_ptr<FlatBufferModel>> Load();
  // In bytes; negative where it cannot be told.
  int64_t Size() const;

 private:
  enum class Kind { kPath, kDescriptor, kPipe, kBuffer };
  Kind kind_ = Kind::kPath;
  std::string graph_;
  int64_t numbers_[3] = {0, 0, 0};
  // What a pipe held; shared, because copies of the source name one pipe.
  std::shared_ptr<std::string> contents_;
};

}  // namespace benchmark
}  // namespace tflite

#endif  // TOOLS_BENCHMARK_MODEL_SOURCE_H_
