#ifndef TENSORFLOW_LITE_LITE_SCHEMA_PARSE_FLATBUFFER_CONVERSIONS_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_PARSE_FLATBUFFER_CONVERSIONS_H_

#include <cstddef>
#include <new>
#include <type_traits>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/c_api_types.h"
#include "tensorflow_lite_lite/schema/error_reporter.h"
#include "tensorflow_lite_lite/schema/schema_fwd.h"

namespace tflite {

// Allocates the memory for operator options.
class BuiltinDataAllocator {
 public:
  virtual ~BuiltinDataAllocator() = default;

  // Null if memory is exhausted.
  virtual void* Allocate(size_t size, size_t alignment_hint) = 0;
  virtual void Deallocate(void* data) = 0;

  // A value-initialized T, or null.
  template <typename T>
  T* AllocatePOD() {
    static_assert(std::is_trivially_destructible<T>::value,
                  "freed without a destructor call");
    void* memory = Allocate(sizeof(T), alignof(T));
    return memory == nullptr ? nullptr : new (memory) T();
  }
};

// Uses malloc and free, with which TfLiteNode::builtin_data is released.
class MallocDataAllocator : public BuiltinDataAllocator {
 public:
  void* Allocate(size_t size, size_t alignment_hint) override;
  void Deallocate(void* data) override;
};

// Creates the struct of c/builtin_op_data.h for a node of operator `code`.
// Absent options get the schema's defaults, and kTfLiteNoType for types without
// one. `*builtin_data` becomes null for an operator without options (its struct
// is an empty placeholder or does not exist); otherwise the caller must
// Deallocate it. Strings and lists in a struct belong to the model, which must
// outlive it. Errors name the operator: options of another operator, unknown
// enum values, more elements than the struct has room for.
base::Status ParseOpData(const Operator* op, BuiltinOperator code,
                         BuiltinDataAllocator* allocator, void** builtin_data);
TfLiteStatus ParseOpData(const Operator* op, BuiltinOperator code,
                         ErrorReporter* error_reporter,
                         BuiltinDataAllocator* allocator, void** builtin_data);

// Size in bytes of the struct that ParseOpData creates; 0 if it creates none.
size_t BuiltinDataSize(BuiltinOperator code);

// ToTfLiteType (tensor_type.h) that reports errors and then stores
// kTfLiteNoType in `*type`.
TfLiteStatus ConvertTensorType(TensorType tensor_type, TfLiteType* type,
                               ErrorReporter* error_reporter);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_PARSE_FLATBUFFER_CONVERSIONS_H_
