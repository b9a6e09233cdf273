#ifndef TENSORFLOW_LITE_LITE_SCHEMA_MODEL_FILE_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_MODEL_FILE_H_

#include <cstdint>

#include "absl/types/span.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/schema/schema_fwd.h"

namespace tflite::schema {

// A model and the file it was read from. Bytes that the model places outside
// its flatbuffer can be found only where the file is known. Borrows both.
struct ModelFile {
  const Model* model = nullptr;
  absl::Span<const uint8_t> file;
};

// The contents of Model.buffers[index], wherever they lie; empty for a buffer
// without contents, as buffer 0 always is, whatever it holds. An error when
// there is no such buffer or when it reaches beyond the file.
StatusOr<absl::Span<const uint8_t>> BufferContents(const ModelFile& model,
                                                   uint32_t index);

// The options of a custom operator, wherever they lie; empty if it has none.
StatusOr<absl::Span<const uint8_t>> CustomOptions(const ModelFile& model,
                                                  const Operator& op);

// Whether some buffer lies outside the flatbuffer.
bool HasBuffersOutside(const Model& model);

}  // namespace tflite::schema

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_MODEL_FILE_H_
