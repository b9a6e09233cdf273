#ifndef TENSORFLOW_LITE_LITE_CORE_INTERPRETER_SIGNATURES_H_
#define TENSORFLOW_LITE_LITE_CORE_INTERPRETER_SIGNATURES_H_

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/runtime.h"
#include "tensorflow_lite_lite/core/signature_def.h"
#include "tensorflow_lite_lite/core/signature_runner.h"

namespace tflite::async {
class AsyncSignatureRunner;
}  // namespace tflite::async

namespace tflite::core {

// The unit of an Interpreter that knows the entry points of its model, and what
// runs them. A null or unknown key gives null, -1, or no names. For one thread.
class Signatures {
 public:
  // `runtime` outlives this object.
  explicit Signatures(Runtime* runtime);
  ~Signatures();

  void Assign(std::vector<internal::SignatureDef> signatures);
  std::vector<const std::string*> Keys() const;
  // The primary subgraph's first signature, or one made of its tensors' names.
  const char* DefaultKey();

  // A runner stays this object's, until ClearRunners.
  impl::SignatureRunner* Runner(const char* key);
  // Null where no delegate can run the signature asynchronously, too; reports
  // why.
  async::AsyncSignatureRunner* AsyncRunner(const char* key);
  void ClearRunners();

  int SubgraphIndex(const char* key) const;
  const std::map<std::string, uint32_t>& Inputs(const char* key) const;
  const std::map<std::string, uint32_t>& Outputs(const char* key) const;
  TfLiteTensor* InputTensor(const char* name, const char* key) const;
  TfLiteTensor* OutputTensor(const char* name, const char* key) const;

 private:
  const internal::SignatureDef* Find(const char* key) const;
  Subgraph* GraphOf(const char* key) const;
  TfLiteTensor* Tensor(const std::map<std::string, uint32_t>& names,
                       const char* name, const char* key) const;

  Runtime* runtime_;
  // A list: runners and tensors point into it.
  std::list<internal::SignatureDef> signatures_;
  std::map<std::string, impl::SignatureRunner> runners_;
  std::map<std::string, std::unique_ptr<async::AsyncSignatureRunner>>
      async_runners_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_INTERPRETER_SIGNATURES_H_
