#ifndef TESTING_KERNEL_TESTS_TESTS_ANY_MODEL_H_
#define TESTING_KERNEL_TESTS_TESTS_ANY_MODEL_H_

#include "tflite/kernels/test_util.h"
#include "tflite/schema/schema_generated.h"

namespace tflite {

// A model whose operator and options are chosen after its tensors.
class AnyModel : public SingleOpModel {
 public:
  flatbuffers::FlatBufferBuilder& Builder() { return builder_; }
  void Build(BuiltinOperator op, BuiltinOptions type = BuiltinOptions_NONE,
             flatbuffers::Offset<void> options = 0) {
    SetBuiltinOp(op, type, options);
    BuildInterpreter({});
  }
  // Whether the output's shape was known before the run.
  bool IsStatic(int index) {
    return interpreter_->tensor(index)->allocation_type != kTfLiteDynamic;
  }
  TfLiteAllocationType AllocationOf(int index) {
    return interpreter_->tensor(index)->allocation_type;
  }
};

}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_TESTS_ANY_MODEL_H_
