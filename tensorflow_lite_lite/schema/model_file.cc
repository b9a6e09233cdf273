#include "tensorflow_lite_lite/schema/model_file.h"

#include <algorithm>

#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/schema/schema_utils.h"

namespace tflite::schema {
namespace {

// Writers reserve the fields with 1 until they know the position.
bool LiesOutside(uint64_t offset) { return offset > 1; }

StatusOr<absl::Span<const uint8_t>> FileRange(absl::Span<const uint8_t> file,
                                              uint64_t offset, uint64_t size) {
  if (offset > file.size() || size > file.size() - offset) {
    return Invalid(size, " bytes at offset ", offset, " exceed the file's ",
                   file.size(), " bytes");
  }
  return absl::MakeConstSpan(file.data() + offset, size);
}

absl::Span<const uint8_t> Bytes(const flatbuffers::Vector<uint8_t>* bytes) {
  if (bytes == nullptr) return {};
  return absl::MakeConstSpan(bytes->data(), bytes->size());
}

}  // namespace

StatusOr<absl::Span<const uint8_t>> BufferContents(const ModelFile& model,
                                                   uint32_t index) {
  if (index == 0) return absl::Span<const uint8_t>();
  const auto* buffers = model.model->buffers();
  const uint32_t count = buffers == nullptr ? 0 : buffers->size();
  if (index >= count) {
    return Invalid("there is no buffer ", index, ": the model has ", count);
  }
  const Buffer* buffer = buffers->Get(index);
  // Contents inside the flatbuffer take precedence over the offset.
  const auto inside = Bytes(buffer->data());
  if (!inside.empty() || !LiesOutside(buffer->offset())) return inside;
  auto range = FileRange(model.file, buffer->offset(), buffer->size());
  if (!range.ok()) {
    return Annotate(range.status(), StrCat("buffer ", index));
  }
  return range;
}

bool IsAligned(absl::Span<const uint8_t> contents, TensorType type) {
  const int bytes =
      type == TensorType_STRING ? 4 : (TensorTypeBits(type) + 7) / 8;
  return reinterpret_cast<uintptr_t>(contents.data()) %
             std::clamp(bytes, 1, 8) ==
         0;
}

StatusOr<absl::Span<const uint8_t>> CustomOptions(const ModelFile& model,
                                                  const Operator& op) {
  if (!LiesOutside(op.large_custom_options_offset())) {
    return Bytes(op.custom_options());
  }
  auto range = FileRange(model.file, op.large_custom_options_offset(),
                         op.large_custom_options_size());
  if (!range.ok()) return Annotate(range.status(), "custom options");
  return range;
}

bool HasBuffersOutside(const Model& model) {
  if (model.buffers() == nullptr) return false;
  for (const Buffer* buffer : *model.buffers()) {
    if (LiesOutside(buffer->offset())) return true;
  }
  return false;
}

}  // namespace tflite::schema
