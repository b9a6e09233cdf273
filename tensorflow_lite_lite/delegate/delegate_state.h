// What the two kinds of simple delegates have in common: the bond between a
// delegate and its kernels, and the way to the delegation log.
#ifndef TENSORFLOW_LITE_LITE_DELEGATE_DELEGATE_STATE_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_DELEGATE_STATE_H_

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/c/delegation_log.h"

namespace tflite {

// Part of a delegate. Kernels point to it, so it must stay while there are any.
template <typename Interface>
struct DelegateState {
  explicit DelegateState(std::unique_ptr<Interface> i)
      : interface(std::move(i)) {}

  std::shared_ptr<Interface> interface;  // null once the delegate is deleted
  std::atomic<int> kernels{0};
  std::atomic<bool> deleted{false};
};

// A kernel with what it depends on.
template <typename Interface, typename KernelInterface>
struct DelegateKernel {
  DelegateKernel(DelegateState<Interface>* s,
                 std::unique_ptr<KernelInterface> k)
      : state(s), interface(s->interface), kernel(std::move(k)) {
    ++state->kernels;
  }
  ~DelegateKernel() {
    kernel.reset();
    interface.reset();
    --state->kernels;  // the last use of state: another thread may free it now
  }

  DelegateState<Interface>* const state;
  std::shared_ptr<Interface> interface;
  std::unique_ptr<KernelInterface> kernel;
};

// Logs that a delegate is deleted before an interpreter that uses it.
void ReportEarlyDeletion(const char* name, int kernels);

// Marks a delegate as deleted and lets its interface go, which its kernels may
// still share. False where it has kernels: the caller hands the memory to
// Retire() instead of freeing it, as an interpreter will look at it again.
template <typename Interface>
bool MarkDeleted(DelegateState<Interface>* state) {
  const int kernels = state->kernels;
  if (kernels > 0) ReportEarlyDeletion(state->interface->Name(), kernels);
  state->deleted = true;
  state->interface.reset();
  return kernels == 0;
}

// Keeps the memory of a delegate that was deleted too early, until the process
// ends.
void Retire(std::shared_ptr<void> delegate);

// Tells the host's log, where it has one, about nodes.
class NodeLog {
 public:
  // `log` may be null; the rest is borrowed.
  NodeLog(TfllDelegationLog* log, TfLiteContext* context, const char* name)
      : log_(log), context_(context), name_(name) {}

  void Refuse(int node, const std::string& reason) const {
    if (log_ != nullptr && log_->refuse != nullptr) {
      log_->refuse(log_, context_, name_, node, reason.c_str());
    }
  }
  void Claim(int node) const {
    if (log_ != nullptr && log_->claim != nullptr) {
      log_->claim(log_, context_, name_, node);
    }
  }

 private:
  TfllDelegationLog* const log_;
  TfLiteContext* const context_;
  const char* const name_;
};

struct IntArrayDeleter {
  void operator()(TfLiteIntArray* a) const { TfLiteIntArrayFree(a); }
};
using IntArrayPtr = std::unique_ptr<TfLiteIntArray, IntArrayDeleter>;

// Null when memory is short.
IntArrayPtr MakeIntArray(const std::vector<int>& values);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_DELEGATE_STATE_H_
