#ifndef TENSORFLOW_LITE_LITE_SCHEMA_VERIFIER_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_VERIFIER_H_

#include <cstdint>

#include "absl/types/span.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/schema/error_reporter.h"
#include "tensorflow_lite_lite/schema/model_file.h"

namespace tflite {

// A custom check of a model, called by FlatBufferModel::VerifyAndBuild... after
// the built-in checks.
class TfLiteVerifier {
 public:
  virtual ~TfLiteVerifier() = default;
  // Returns false to reject the model, and should report the reason.
  virtual bool Verify(const char* data, int length,
                      ErrorReporter* reporter) = 0;
};

}  // namespace tflite

namespace tflite::schema {

// Checks the identifier and every offset, size and string end of the
// flatbuffer, in time linear in its size: afterwards each accessor of
// schema_generated.h stays within `file`. `file` must be aligned to 8 bytes.
Status VerifyStructure(absl::Span<const uint8_t> file);

// Checks the values that the accessors return, for a model whose structure is
// valid, so that indices and sizes can be used without further checks:
// - the schema version, operator codes and the keys of signatures;
// - per tensor: type, shape and byte size (below 2^60 elements and bytes), a
//   constant's size, string offsets, quantization and sparsity arrays;
// - per node: operator code and tensor indices; no constant is written;
// - subgraphs that nodes run: not recursive, nested at most 64 deep.
// Everything that cannot be misread is checked later, where it is used: nodes
// that read tensors without a value, missing subgraphs and tensors that nodes
// and signatures name, unused buffers. ParseOpData checks options, the
// operators check the number and types of their tensors. Reads the contents of
// dense constants only for strings.
//
// The message names the subgraph, node, tensor or buffer.
Status VerifyModel(const ModelFile& model);

}  // namespace tflite::schema

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_VERIFIER_H_
