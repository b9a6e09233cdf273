#include "tensorflow_lite_lite/schema/model_metadata.h"

#include <cstring>

#include "tensorflow_lite_lite/schema/flatbuffer_access.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite::schema {
namespace {

// Calls visit(name, contents) for each readable entry.
template <typename Visitor>
void ForEachMetadata(const ModelFile& model, Visitor visit) {
  for (int64_t i = 0; i < SizeOf(model.model->metadata()); ++i) {
    const Metadata& entry = *model.model->metadata()->Get(i);
    if (entry.name() == nullptr) continue;
    const auto contents = BufferContents(model, entry.buffer());
    if (contents.ok()) visit(*entry.name(), *contents);
  }
}

std::string ToString(absl::Span<const uint8_t> bytes) {
  return std::string(bytes.begin(), bytes.end());
}

}  // namespace

std::map<std::string, std::string> AllMetadata(const ModelFile& model) {
  std::map<std::string, std::string> all;
  ForEachMetadata(model, [&](const flatbuffers::String& name,
                             absl::Span<const uint8_t> contents) {
    all[name.str()] = ToString(contents);
  });
  return all;
}

std::string MinimumRuntime(const ModelFile& model) {
  std::string version;
  ForEachMetadata(model, [&](const flatbuffers::String& name,
                             absl::Span<const uint8_t> contents) {
    if (name.string_view() != "min_runtime_version") return;
    // Writers pad the buffer with zeros.
    version = ToString(contents);
    version.resize(std::strlen(version.c_str()));
  });
  return version;
}

}  // namespace tflite::schema
