#ifndef TESTING_FAULT_FAULTY_OPERATOR_H_
#define TESTING_FAULT_FAULTY_OPERATOR_H_

#include <cstddef>
#include <set>
#include <string>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/c/operator.h"
#include "tensorflow_lite_lite/core/mutable_op_resolver.h"

namespace tflite::fault {

// A fault of an application's operator.
enum class Fault {
  kNone,
  // One of its functions returns an error.
  kInit,
  kPrepare,
  kInvoke,
  // A function is missing.
  kNoInvoke,
  // Requests more memory than any machine has.
  kHugeOutput,
  kHugeTemporary,
  // Gives its output an invalid shape.
  kNegativeShape,
  kOverflowingShape,
  kIgnoresRefusedShape,  // and reports success
  kResizesWhileRunning,
  // Direct access to the structs, classic API only. In Prepare:
  kManyTensors,
  kUnknownTemporary,
  kHugePersistentBuffer,
  kWritesNegativeShape,
  kWritesLargerShape,
  kTypeOfLargerElements,
  kFreesInputs,
  // In Invoke:
  kNullOutputData,
  kFreesOutput,
  kFreesInput,
  kOutputBecomesDynamic,
  kOtherOutputType,
  kDropsItsLists,
};

// y = a + b for FLOAT32 tensors of equal shape, with one state per node and one
// fault. Counts its states: each one that init returns must be passed to free
// exactly once.
class FaultyOperator {
 public:
  enum class Api { kClassic, kOpaque };

  // Only one classic operator may exist at a time: its functions carry no data.
  explicit FaultyOperator(Api api);
  ~FaultyOperator();
  FaultyOperator(const FaultyOperator&) = delete;
  FaultyOperator& operator=(const FaultyOperator&) = delete;

  // Name of the custom operator that AddTo adds.
  static constexpr char kName[] = "Faulty";
  // The resolver must not be used after this object is destroyed.
  void AddTo(MutableOpResolver* resolver);

  // May change while interpreters exist.
  Fault fault = Fault::kNone;
  bool null_state = false;    // init returns null
  bool with_prepare = true;   // read by AddTo
  int failing_init = -1;      // the number of the call that fails
  int inits = 0;              // calls
  int states_made = 0;        // not null, not a failure
  int frees = 0;              // calls
  bool freed_others = false;  // free got an unknown pointer
  size_t live_states() const { return states_.size(); }

  // The operator's functions, common to both APIs. Only the runtime may treat
  // opaque types as classic ones; `opaque` says which API to use.
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
