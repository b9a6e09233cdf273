#ifndef TESTING_CONFORMANCE_MIRROR_DELEGATE_H_
#define TESTING_CONFORMANCE_MIRROR_DELEGATE_H_

#include <memory>
#include <set>

#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite {
namespace conformance {

// What a mirror delegate does wrong, to see that somebody notices.
enum class MirrorFault {
  kNone,
  kInit,           // a partition's Init fails
  kPrepare,        // its Prepare fails
  kInvoke,         // its Eval fails
  kWrongResult,    // the last byte of an output is off
  kWritesOutside,  // the byte behind an output changes
  kWritesInput,    // an input changes
};

struct MirrorOptions {
  // Builtin codes to take; empty takes all. Nodes with state or strings are
  // refused.
  std::set<int> operators;
  MirrorFault fault = MirrorFault::kNone;
  // The fault happens in this partition only, counted as they are made; -1: in
  // all.
  int faulty_partition = -1;
  // What all delegates share.
  SimpleDelegateInterface::Options nodes;
};

// A delegate that computes each partition in an interpreter of its own, with
// the reference kernels: whatever there is a reference for, it takes and gets
// right. For tests of partitioning and of the suite itself.
TfLiteDelegateUniquePtr CreateMirrorDelegate(const MirrorOptions& options);

// Kernels of mirror delegates that exist, in all threads.
int LiveMirrorKernels();

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_MIRROR_DELEGATE_H_
