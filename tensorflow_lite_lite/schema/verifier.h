#ifndef TENSORFLOW_LITE_LITE_SCHEMA_VERIFIER_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_VERIFIER_H_

#include <cstdint>

#include "absl/types/span.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/schema/error_reporter.h"
#include "tensorflow_lite_lite/schema/model_file.h"

namespace tflite {

// A caller's own check of a model, run by FlatBufferModel::VerifyAndBuild...
// after the built-in ones.
class TfLiteVerifier {
 public:
  virtual ~TfLiteVerifier() = default;
  // False refuses the model; the reporter should be told why.
  virtual bool Verify(const char* data, int length,
                      ErrorReporter* reporter) = 0;
};

}  // namespace tflite

namespace tflite::schema {

// Checks the identifier and every offset, size and string end of the
// flatbuffer, in time linear in its size: after that each accessor of
// schema_generated.h stays within `file`. `file` is aligned to 8 bytes.
Status VerifyStructure(absl::Span<const uint8_t> file);

// Checks what the accessors return, for a model whose structure is sound, so
// that indices can be followed and sizes be computed without further checks:
// - the schema version, operator codes and the keys of signatures;
// - per tensor: type, shape and byte size (below 2^60 elements and bytes), a
//   constant's size, string offsets, quantization and sparsity arrays;
// - per node: operator code and tensor indices; no constant is written;
// - subgraphs that nodes run: not recursive, nested at most 64 deep.
// What cannot be misread is left to those who meet it: a graph whose nodes read
// what nobody gives a value, subgraphs and tensors that nodes and signatures
// name in vain, buffers that no tensor has. Attributes are left to ParseOpData,
// the number and types of tensors to the operators. Reads no contents of dense
// constants but strings.
//
// The message names subgraph, node, tensor or buffer.
Status VerifyModel(const ModelFile& model);

}  // namespace tflite::schema

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_VERIFIER_H_
