#ifndef TENSORFLOW_LITE_LITE_SCHEMA_MODEL_FILE_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_MODEL_FILE_H_

#include <cstdint>

#include "absl/types/span.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/schema/schema_fwd.h"

namespace tflite::schema {

// A model and the file it was read from. Bytes outside of the model's
// flatbuffer can be found only if the file is known. Does not own either.
struct ModelFile {
  const Model* model = nullptr;
  absl::Span<const uint8_t> file;
};

// The contents of Model.buffers[index], inside or outside of the flatbuffer;
// empty for a buffer without contents, and always for buffer 0. An error if
// there is no such buffer or if it extends beyond the file.
StatusOr<absl::Span<const uint8_t>> BufferContents(const ModelFile& model,
                                                   uint32_t index);

// Whether values of `type` can be read at the position of the contents. Files
// usually have aligned contents, but the format does not require it.
bool IsAligned(absl::Span<const uint8_t> contents, TensorType type);

// The options of a custom operator, inside or outside of the flatbuffer; empty
// if it has none.
StatusOr<absl::Span<const uint8_t>> CustomOptions(const ModelFile& model,
                                                  const Operator& op);

// Whether any buffer is outside of the flatbuffer.
bool HasBuffersOutside(const Model& model);

}  // namespace tflite::schema

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_MODEL_FILE_H_
