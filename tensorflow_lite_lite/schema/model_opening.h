#ifndef TENSORFLOW_LITE_LITE_SCHEMA_MODEL_OPENING_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_MODEL_OPENING_H_

#include <cstdint>
#include <memory>

#include "absl/types/span.h"
#include "tensorflow_lite_lite/schema/allocation.h"
#include "tensorflow_lite_lite/schema/error_reporter.h"
#include "tensorflow_lite_lite/schema/model_file.h"
#include "tensorflow_lite_lite/schema/verifier.h"

namespace tflite::schema {

// How FlatBufferModel opens a file (model_builder.h).

// Checks the structure of a file; with `full`, also its contents, and calls
// `extra_verifier` unless it is null. Returns the model, or null after
// reporting the reason. An allocation that is not aligned to 8 bytes is
// replaced by an aligned copy.
const Model* OpenModel(std::unique_ptr<Allocation>* allocation, bool full,
                       TfLiteVerifier* extra_verifier,
                       ErrorReporter* error_reporter);

// Empty for null.
absl::Span<const uint8_t> FileBytes(const Allocation* allocation);

// Whether a file has the identifier of this format; reports if it does not.
bool HasModelIdentifier(absl::Span<const uint8_t> file,
                        ErrorReporter* error_reporter);

// Reports each buffer that extends beyond the file.
void ReportBadBuffers(const ModelFile& model, ErrorReporter* error_reporter);

}  // namespace tflite::schema

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_MODEL_OPENING_H_
