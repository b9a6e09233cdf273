#ifndef TESTING_CONFORMANCE_MIRROR_DELEGATE_H_
#define TESTING_CONFORMANCE_MIRROR_DELEGATE_H_

#include <memory>
#include <set>

#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite {
namespace conformance {

// An intentional fault of a mirror delegate, which tests must detect.
enum class MirrorFault {
  kNone,
  kInit,           // a partition's Init fails
  kPrepare,        // its Prepare fails
  kInvoke,         // its Eval fails
  kWrongResult,    // the last byte of an output is wrong
  kWritesOutside,  // the byte after an output changes
  kWritesInput,    // an input changes
};

struct MirrorOptions {
  // Builtin operators to take; empty: all. Nodes with state or strings are
  // rejected.
  std::set<int> operators;
  MirrorFault fault = MirrorFault::kNone;
  // The partition with the fault, in order of creation; -1: all.
  int faulty_partition = -1;
  // The options of all delegates.
  SimpleDelegateInterface::Options nodes;
};

// Returns a delegate that runs each partition in an interpreter of its own with
// the reference kernels. It takes every operator that has a reference kernel,
// with correct results. For tests of partitioning and of the suite itself.
TfLiteDelegateUniquePtr CreateMirrorDelegate(const MirrorOptions& options);

// The number of existing kernels of mirror delegates, in all threads.
int LiveMirrorKernels();

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_MIRROR_DELEGATE_H_
