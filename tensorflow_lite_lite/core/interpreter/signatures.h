#ifndef TENSORFLOW_LITE_LITE_CORE_INTERPRETER_SIGNATURES_H_
#define TENSORFLOW_LITE_LITE_CORE_INTERPRETER_SIGNATURES_H_

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/interpreter/model_delegates.h"
#include "tensorflow_lite_lite/core/runtime.h"
#include "tensorflow_lite_lite/core/signature_def.h"
#include "tensorflow_lite_lite/core/signature_runner.h"

namespace tflite::async {
class AsyncSignatureRunner;
}  // namespace tflite::async

namespace tflite::core {

// The unit of an Interpreter that manages the entry points of its model and
// their runners. For an unknown key, functions return null, -1, or no names;
// likewise for a null key, except where stated. Not thread-safe.
class Signatures {
 public:
  // The arguments must outlive this object.
  Signatures(Runtime* runtime, ModelDelegates* delegates);
  ~Signatures();

  void Assign(std::vector<internal::SignatureDef> signatures);
  std::vector<const std::string*> Keys() const;

  // Applies the default delegates and returns the runner, which this object
  // owns until ClearRunners. A null key selects the first signature of the
  // primary subgraph; if it has none, a signature is created from the names of
  // its tensors.
  impl::SignatureRunner* Runner(const char* key);
  // Returns an error for an unknown key, or if no delegate can run the
  // signature asynchronously.
  StatusOr<async::AsyncSignatureRunner*> AsyncRunner(const char* key);
  void ClearRunners();

  int SubgraphIndex(const char* key) const;
  const std::map<std::string, uint32_t>& Inputs(const char* key) const;
  const std::map<std::string, uint32_t>& Outputs(const char* key) const;
  TfLiteTensor* InputTensor(const char* name, const char* key) const;
  TfLiteTensor* OutputTensor(const char* name, const char* key) const;

 private:
  const char* DefaultKey();
  const internal::SignatureDef* Find(const char* key) const;
  Subgraph* GraphOf(const char* key) const;
  TfLiteTensor* Tensor(const std::map<std::string, uint32_t>& names,
                       const char* name, const char* key) const;

  Runtime* runtime_;
  ModelDelegates* delegates_;
  // A list, because runners and tensors point to its elements.
  std::list<internal::SignatureDef> signatures_;
  std::map<std::string, impl::SignatureRunner> runners_;
  std::map<std::string, std::unique_ptr<async::AsyncSignatureRunner>>
      async_runners_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_INTERPRETER_SIGNATURES_H_
