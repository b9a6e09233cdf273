#ifndef TESTING_FAULT_FAULTY_OPERATOR_H_
#define TESTING_FAULT_FAULTY_OPERATOR_H_

#include <cstddef>
#include <set>
#include <string>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/c/operator.h"
#include "tensorflow_lite_lite/core/mutable_op_resolver.h"

namespace tflite::fault {

// What is wrong with an operator of an application.
enum class Fault {
  kNone,
  // Its functions return an error.
  kInit,
  kPrepare,
  kInvoke,
  // It lacks a function.
  kNoInvoke,
  // It asks for memory that no machine has.
  kHugeOutput,
  kHugeTemporary,
  // It gives its output a shape that is none.
  kNegativeShape,
  kOverflowingShape,
  kIgnoresRefusedShape,  // and says that all is well
  kResizesWhileRunning,
  // With the structs at hand, classic API only: in Prepare ...
  kManyTensors,
  kUnknownTemporary,
  kHugePersistentBuffer,
  kWritesNegativeShape,
  kWritesLargerShape,
  kTypeOfLargerElements,
  kFreesInputs,
  // ... and in Invoke.
  kNullOutputData,
  kFreesOutput,
  kFreesInput,
  kOutputBecomesDynamic,
  kOtherOutputType,
  kDropsItsLists,
};

// y = a + b for float32 tensors of one shape, with one state a node and one
// fault. Counts its states: each that init returns has to come back to free,
// once.
class FaultyOperator {
 public:
  enum class Api { kClassic, kOpaque };

  // One classic operator may exist at a time: its functions carry no data.
  explicit FaultyOperator(Api api);
  ~FaultyOperator();
  FaultyOperator(const FaultyOperator&) = delete;
  FaultyOperator& operator=(const FaultyOperator&) = delete;

  // For AddTo's custom operator of this name.
  static constexpr char kName[] = "Faulty";
  // The resolver must not be used once this object is gone.
  void AddTo(MutableOpResolver* resolver);

  // May change while interpreters exist.
  Fault fault = Fault::kNone;
  bool null_state = false;    // init returns null
  bool with_prepare = true;   // read by AddTo
  int failing_init = -1;      // the number of the call that fails
  int inits = 0;              // calls
  int states_made = 0;        // what is not null and no failure
  int frees = 0;              // calls
  bool freed_others = false;  // free was called with what init has not returned
  size_t live_states() const { return states_.size(); }

  // The operator's functions, which both APIs share. The opaque types are the
  // classic ones for the runtime alone: `opaque` says which to use.
  void* Init();
  void Free(void* state);
  TfLiteStatus Prepare(TfLiteContext* context, TfLiteNode* node);
  TfLiteStatus Invoke(TfLiteContext* context, TfLiteNode* node);
  TfLiteStatus Prepare(TfLiteOpaqueContext* context, TfLiteOpaqueNode* node);
  TfLiteStatus Invoke(TfLiteOpaqueContext* context, TfLiteOpaqueNode* node);

 private:
  Api api_;
  TfLiteOperator* opaque_ = nullptr;
  std::set<void*> states_;
};

}  // namespace tflite::fault

#endif  // TESTING_FAULT_FAULTY_OPERATOR_H_
