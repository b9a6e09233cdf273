#ifndef KERNELS_REGISTER_REGISTER_H_
#define KERNELS_REGISTER_REGISTER_H_

#include "tensorflow_lite_lite/core/mutable_op_resolver.h"

namespace tflite {
namespace ops {
namespace builtin {

using ::tflite::MutableOpResolver;

// Every operator of the library with its fast CPU kernel, and the default
// delegates that are linked in.
class BuiltinOpResolver : public ::tflite::MutableOpResolver {
 public:
  BuiltinOpResolver();
};

// The same operators, run on the CPU unless the caller adds a delegate.
class BuiltinOpResolverWithoutDefaultDelegates : public BuiltinOpResolver {
 public:
  BuiltinOpResolverWithoutDefaultDelegates();
};

// The same operators with their reference kernels: slow, plain, the oracle.
class BuiltinRefOpResolver : public ::tflite::MutableOpResolver {
 public:
  BuiltinRefOpResolver();
};

// Delegates that BuiltinOpResolver offers an interpreter. A delegate's library
// calls this from a static initialiser; creators run in the order added.
// Returns true, so that it can initialise a variable.
bool AddDefaultDelegateCreator(OpResolver::TfLiteDelegateCreator creator);

}  // namespace builtin
}  // namespace ops
}  // namespace tflite

#endif  // KERNELS_REGISTER_REGISTER_H_
