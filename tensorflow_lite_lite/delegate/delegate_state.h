// Common to both kinds of simple delegates: the lifetime relation between a
// delegate, its kernels and the hosts that use it.
#ifndef TENSORFLOW_LITE_LITE_DELEGATE_DELEGATE_STATE_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_DELEGATE_STATE_H_

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/c/delegation_log.h"

namespace tflite::delegates {

// Base of a delegate's implementation, with shared ownership: the owner holds
// one reference, and so does each host that requests one
// (TfllDelegationLog::hold) and may then outlive the owner. Other hosts must
// not outlive the owner; the number of kernels shows when one does.
template <typename Interface>
class DelegateState {
 public:
  explicit DelegateState(std::unique_ptr<Interface> i)
      : interface_(std::move(i)) {}
  virtual ~DelegateState() = default;

  // Null once the delegate is deleted.
  const std::shared_ptr<Interface>& interface() const { return interface_; }
  bool deleted() const { return deleted_; }

  // Releases the owner's reference.
  void Delete();

  // Adds and releases the reference of a host.
  void AddHold() { ++shares_, ++holds_; }
  static void ReleaseHold(void* state);

 private:
  template <typename I, typename K>
  friend struct DelegateKernel;

  void Release() {
    if (--shares_ == 0) delete this;
  }

  std::shared_ptr<Interface> interface_;
  std::atomic<int> shares_{1};
  std::atomic<int> holds_{0};
  std::atomic<int> kernels_{0};
  std::atomic<bool> deleted_{false};
};

// A kernel and the objects it depends on.
template <typename Interface, typename KernelInterface>
struct DelegateKernel {
  DelegateKernel(DelegateState<Interface>* s,
                 std::unique_ptr<KernelInterface> k)
      : state(s), interface(s->interface_), kernel(std::move(k)) {
    ++state->kernels_;
  }
  ~DelegateKernel() {
    kernel.reset();
    interface.reset();
    --state->kernels_;  // last use of state: its owner may delete it now
  }

  DelegateState<Interface>* const state;
  std::shared_ptr<Interface> interface;
  std::unique_ptr<KernelInterface> kernel;
};

// Logs that a delegate was deleted before an interpreter that uses it.
void ReportEarlyDeletion(const char* name, int kernels);

// Keeps the memory of a delegate that was deleted too early until the process
// ends.
void Retire(std::shared_ptr<void> delegate);

template <typename Interface>
void DelegateState<Interface>::Delete() {
  const int kernels = kernels_;
  if (holds_ > 0 || kernels == 0) return Release();
  ReportEarlyDeletion(interface_->Name(), kernels);
  deleted_ = true;
  interface_.reset();
  Retire(std::shared_ptr<void>(this));  // the host will access it again
}

template <typename Interface>
void DelegateState<Interface>::ReleaseHold(void* state) {
  auto* self = static_cast<DelegateState*>(state);
  --self->holds_;
  self->Release();
}

// The host's delegation log, if it has one.
class HostLog {
 public:
  // `log` may be null; the other arguments are not owned.
  HostLog(TfllDelegationLog* log, TfLiteContext* context, const char* name)
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

  // Offers the host a reference to its delegate.
  template <typename Interface>
  void Hold(TfLiteDelegate* delegate, DelegateState<Interface>* state) const {
    if (log_ == nullptr || log_->hold == nullptr) return;
    state->AddHold();
    log_->hold(log_, context_, delegate, state,
               DelegateState<Interface>::ReleaseHold);
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

// Null if memory is exhausted.
IntArrayPtr MakeIntArray(const std::vector<int>& values);

}  // namespace tflite::delegates

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_DELEGATE_STATE_H_
