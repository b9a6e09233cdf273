// tflite/delegates/serialization.h: a file cache for what a delegate has
// computed for a model, such as compiled programs.
#ifndef TENSORFLOW_LITE_LITE_DELEGATE_SERIALIZATION_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_SERIALIZATION_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
namespace delegates {

// A hash that is the same in all processes.
uint64_t StrFingerprint(const void* data, const size_t num_bytes);

// The token identifies the model: equal models must have equal tokens, and
// different models different ones. The folder must exist and be private to the
// application. Both strings are copied.
struct SerializationParams {
  const char* model_token;
  const char* cache_dir;
};

// One file of the cache, which need not exist. Several threads and processes
// may use the same file: readers see a complete file or none.
class SerializationEntry {
 public:
  uint64_t GetFingerprint() const { return fingerprint_; }

  // Replaces the contents. On failure returns kTfLiteDelegateDataWriteError and
  // reports to `context`, which may be null.
  TfLiteStatus SetData(TfLiteContext* context, const char* data,
                       const size_t size) const;
  // kTfLiteDelegateDataNotFound, without a message, if there is no file;
  // kTfLiteDelegateDataReadError, reported, if it cannot be read.
  TfLiteStatus GetData(TfLiteContext* context, std::string* data) const;

 private:
  friend class Serialization;
  SerializationEntry(const std::string& cache_dir,
                     const std::string& model_token, uint64_t fingerprint);

  std::string path_;
  uint64_t fingerprint_;
};

// The cache of one model. An entry is identified by the model's token, a key
// chosen by the delegate, the tensors of the graph (types, shapes, which are
// constant) and, for a partition, its nodes and boundary. A delegate should
// include its version and options in the key.
class Serialization {
 public:
  explicit Serialization(const SerializationParams& params)
      : cache_dir_(params.cache_dir == nullptr ? "" : params.cache_dir),
        model_token_(params.model_token == nullptr ? "" : params.model_token) {}

  // For a delegate's kernel; `partition` is the argument of its Init.
  SerializationEntry GetEntryForKernel(const std::string& custom_key,
                                       TfLiteContext* context,
                                       const TfLiteDelegateParams* partition) {
    return GetEntryImpl(custom_key, context, partition);
  }
  // For a whole graph.
  SerializationEntry GetEntryForDelegate(const std::string& custom_key,
                                         TfLiteContext* context) {
    return GetEntryImpl(custom_key, context, nullptr);
  }

 private:
  SerializationEntry GetEntryImpl(const std::string& custom_key,
                                  TfLiteContext* context,
                                  const TfLiteDelegateParams* partition) const;

  const std::string cache_dir_, model_token_;
};

// Stores which nodes a delegate takes, so that it need not query its device
// again.
TfLiteStatus SaveDelegatedNodes(TfLiteContext* context,
                                Serialization* serialization,
                                const std::string& delegate_id,
                                const TfLiteIntArray* node_ids);
// The caller frees the array. kTfLiteDelegateDataNotFound if none were saved.
TfLiteStatus GetDelegatedNodes(TfLiteContext* context,
                               Serialization* serialization,
                               const std::string& delegate_id,
                               TfLiteIntArray** node_ids);

}  // namespace delegates
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_SERIALIZATION_H_
