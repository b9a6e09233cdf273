#include "tools/benchmark/model_source.h"

#include <sys/stat.h>
#include <unistd.h>

#include <vector>

#include "tensorflow_lite_lite/base/strings.h"

namespace tflite {
namespace benchmark {

base::StatusOr<ModelSource> ModelSource::Parse(const std::string& graph) {
  if (graph.empty()) return base::Invalid("--graph does not name a model");
  ModelSource source;
  source.graph_ = graph;
  const std::vector<std::string> parts = base::StrSplitToStrings(graph, ':');
  size_t numbers = 3;
  if (parts[0] == "fd") {
    source.kind_ = Kind::kDescriptor;
  } else if (parts[0] == "pipe") {
    source.kind_ = Kind::kPipe;
    source.contents_ = std::make_shared<std::string>();
  } else if (parts[0] == "buffer") {
    source.kind_ = Kind::kBuffer;
    numbers = 2;
  } else {
    return source;
  }
  if (parts.size() != numbers + 1) {
    return base::Invalid("--graph=", graph, " wants ", numbers, " numbers");
  }
  for (size_t i = 0; i < numbers; ++i) {
    if (!base::ParseNumber(parts[i + 1], &source.numbers_[i])) {
      return base::Invalid("--graph=", graph, ": '", parts[i + 1],
                           "' is not a number");
    }
  }
  const int64_t size = source.numbers_[numbers - 1];
  if (size <= 0)
    return base::Invalid("--graph=", graph, ": invalid size ", size);
  return source;
}

base::StatusOr<std::unique_ptr<FlatBufferModel>> ModelSource::Load() {
  std::unique_ptr<FlatBufferModel> model;
  switch (kind_) {
    case Kind::kPath:
      model = FlatBufferModel::BuildFromFile(graph_.c_str());
      break;
    case Kind::kDescriptor:
      model =
          FlatBufferModel::BuildFromAllocation(std::make_unique<MMAPAllocation>(
              static_cast<int>(numbers_[0]), static_cast<size_t>(numbers_[1]),
              static_cast<size_t>(numbers_[2]), DefaultErrorReporter()));
      break;
    case Kind::kPipe: {
      if (numbers_[1] >= 0) close(static_cast<int>(numbers_[1]));
      contents_->resize(static_cast<size_t>(numbers_[2]));
      size_t got = 0;
      while (got < contents_->size()) {
        const ssize_t n = read(static_cast<int>(numbers_[0]),
                               &(*contents_)[got], contents_->size() - got);
        if (n <= 0) {
          return base::Invalid("--graph=", graph_, " ended after ", got,
                               " bytes");
        }
        got += static_cast<size_t>(n);
      }
      model = FlatBufferModel::BuildFromBuffer(contents_->data(),
                                               contents_->size());
      break;
    }
    case Kind::kBuffer:
      model = FlatBufferModel::BuildFromBuffer(
          reinterpret_cast<const char*>(static_cast<intptr_t>(numbers_[0])),
          static_cast<size_t>(numbers_[1]));
      break;
  }
  if (model == nullptr) return base::Invalid("Failed to load model ", graph_);
  return model;
}

int64_t ModelSource::Size() const {
  if (kind_ == Kind::kDescriptor || kind_ == Kind::kPipe) return numbers_[2];
  if (kind_ == Kind::kBuffer) return numbers_[1];
  struct stat s;
  return stat(graph_.c_str(), &s) == 0 ? s.st_size : -1;
}

}  // namespace benchmark
}  // namespace tflite
