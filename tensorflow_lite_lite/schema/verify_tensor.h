#ifndef TENSORFLOW_LITE_LITE_SCHEMA_VERIFY_TENSOR_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_VERIFY_TENSOR_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <tuple>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/schema/model_file.h"

namespace tflite::schema {

// Limits the total number of array elements that verification reads and later
// stages copy, so that a small file cannot cause large costs by referring to
// one array from many places.
class VerifyBudget {
 public:
  explicit VerifyBudget(int64_t entries) : left_(entries) {}

  Status Charge(int64_t entries) {
    if (entries <= left_) {
      left_ -= entries;
      return OkStatus();
    }
    return Invalid(
        "the model's arrays have more elements in total than its file can "
        "hold");
  }

  // Charges contents that have to be copied, once for all tensors that use
  // them in the same way, as these share the copy.
  Status ChargeCopy(const uint8_t* contents, size_t bytes, bool as_bools) {
    return copied_.insert({contents, bytes, as_bools}).second
               ? Charge(static_cast<int64_t>(bytes))
               : OkStatus();
  }

 private:
  int64_t left_;
  std::set<std::tuple<const uint8_t*, size_t, bool>> copied_;
};

// What the verification of a tensor found out about its value.
struct TensorFacts {
  bool constant = false;  // has contents in the file
};

// Verifies tensor `index` of `subgraph` by itself (VerifyModel).
StatusOr<TensorFacts> VerifyTensor(const ModelFile& model,
                                   const SubGraph& subgraph, int index,
                                   VerifyBudget* budget);

// "tensor 3 'conv/weights'"; names are truncated and escaped.
std::string TensorLabel(const SubGraph& subgraph, int index);

}  // namespace tflite::schema

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_VERIFY_TENSOR_H_
