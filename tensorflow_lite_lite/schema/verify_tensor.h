#ifndef TENSORFLOW_LITE_LITE_SCHEMA_VERIFY_TENSOR_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_VERIFY_TENSOR_H_

#include <cstdint>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/schema/model_file.h"

namespace tflite::schema {

// Bounds the sum of all array elements that verification looks at and that
// later stages copy. A small file cannot demand more by pointing at one array
// from many places.
class VerifyBudget {
 public:
  explicit VerifyBudget(int64_t entries) : left_(entries) {}

  Status Charge(int64_t entries) {
    if (entries <= left_) {
      left_ -= entries;
      return OkStatus();
    }
    return Invalid(
        "the model's arrays have more elements in all than its file can hold");
  }

 private:
  int64_t left_;
};

// What a tensor's own description says about its value.
struct TensorFacts {
  bool constant = false;  // has contents in the file
};

// Checks tensor `index` of `subgraph` on its own (VerifyModel).
StatusOr<TensorFacts> VerifyTensor(const ModelFile& model,
                                   const SubGraph& subgraph, int index,
                                   VerifyBudget* budget);

// "tensor 3 'conv/weights'"; names are cut and escaped.
std::string TensorLabel(const SubGraph& subgraph, int index);

}  // namespace tflite::schema

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_VERIFY_TENSOR_H_
