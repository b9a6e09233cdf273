#include "tools/benchmark/model_source.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/strings.h"

namespace tflite {
namespace benchmark {
namespace {

constexpr int64_t kMaxDescriptor = std::numeric_limits<int>::max();

class OwnMemory : public MemoryAllocation {
 public:
  explicit OwnMemory(std::vector<char> contents)
      : MemoryAllocation(contents.data(), contents.size(),
                         DefaultErrorReporter()),
        contents_(std::move(contents)) {}  // keeps the address

 private:
  const std::vector<char> contents_;
};

// Up to `size` bytes; fewer if the pipe ends. As `size` may be any number,
// memory is taken only for what comes.
std::vector<char> ReadPipe(int descriptor, size_t size) {
  constexpr size_t kBlock = 1 << 20;
  std::vector<char> contents;
  while (contents.size() < size) {
    const size_t before = contents.size();
    contents.resize(before + std::min(kBlock, size - before));
    ssize_t got = 0;
    do {
      got = read(descriptor, &contents[before], contents.size() - before);
    } while (got < 0 && errno == EINTR);
    contents.resize(before + static_cast<size_t>(std::max<ssize_t>(got, 0)));
    if (got <= 0) break;
  }
  return contents;
}

}  // namespace

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
  const int64_t first = source.numbers_[0], second = source.numbers_[1];
  if (source.kind_ != Kind::kBuffer && (first < 0 || first > kMaxDescriptor)) {
    return base::Invalid("--graph=", graph, ": ", first, " is no descriptor");
  }
  if (source.kind_ == Kind::kPipe && second > kMaxDescriptor) {
    return base::Invalid("--graph=", graph, ": ", second, " is no descriptor");
  }
  if (source.kind_ == Kind::kDescriptor && second < 0) {
    return base::Invalid("--graph=", graph, ": invalid offset ", second);
  }
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
      const auto size = static_cast<size_t>(numbers_[2]);
      std::vector<char> contents =
          ReadPipe(static_cast<int>(numbers_[0]), size);
      if (contents.size() < size) {
        return base::Invalid("--graph=", graph_, " ended after ",
                             contents.size(), " bytes");
      }
      model = FlatBufferModel::BuildFromAllocation(
          std::make_unique<OwnMemory>(std::move(contents)));
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
