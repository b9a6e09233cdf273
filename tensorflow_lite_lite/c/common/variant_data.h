// C++ objects as tensor data (kTfLiteVariantObject). Included by common.h.
#ifndef TENSORFLOW_LITE_LITE_C_COMMON_VARIANT_DATA_H_
#define TENSORFLOW_LITE_LITE_C_COMMON_VARIANT_DATA_H_

#ifdef __cplusplus

#include <new>
#include <type_traits>
#include <utility>

#include "tensorflow_lite_lite/c/common/tensor.h"

// Base of every object a variant tensor can hold.
class VariantData {
 public:
  virtual ~VariantData() = default;

  // Copies this object. If `maybe_alloc` is not null, it points to an object of
  // the same dynamic type, which is destroyed and whose storage is reused.
  // Otherwise the copy is new and the caller deletes it.
  virtual VariantData* CloneTo(VariantData* maybe_alloc) const = 0;
};

// Implements CloneTo with the copy constructor of Derived: class Foo :
// AbstractVariantData<Foo>.
template <typename Derived>
class AbstractVariantData : public VariantData {
 public:
  VariantData* CloneTo(VariantData* maybe_alloc) const override {
    const Derived& self = static_cast<const Derived&>(*this);
    if (maybe_alloc == nullptr) return new Derived(self);
    if (maybe_alloc == this) return maybe_alloc;
    Derived* const storage = static_cast<Derived*>(maybe_alloc);
    storage->~Derived();
    return new (storage) Derived(self);
  }

 protected:
  AbstractVariantData() = default;
  AbstractVariantData(const AbstractVariantData&) = default;
  AbstractVariantData& operator=(const AbstractVariantData&) = default;
};

// Makes `t` hold a VariantType constructed from `args`. A previous object in
// `t` is deleted; other data owned by `t` must already be freed. kTfLiteError
// if memory is exhausted; `t` then holds no object.
template <typename VariantType, typename... Args>
TfLiteStatus TfLiteTensorVariantRealloc(TfLiteTensor* t, Args&&... args) {
  static_assert(std::is_base_of<VariantData, VariantType>::value,
                "a variant tensor holds objects derived from VariantData");
  if (t->allocation_type == kTfLiteVariantObject) {
    delete static_cast<VariantData*>(t->data.data);
  }
  VariantData* const object =
      new (std::nothrow) VariantType(std::forward<Args>(args)...);
  t->type = kTfLiteVariant;
  t->allocation_type = kTfLiteVariantObject;
  t->data.data = object;
  t->bytes = object == nullptr ? 0 : sizeof(VariantType);
  return object == nullptr ? kTfLiteError : kTfLiteOk;
}

namespace tflite {
using ::AbstractVariantData;
using ::TfLiteTensorVariantRealloc;
using ::VariantData;
}  // namespace tflite

#endif  // __cplusplus

#endif  // TENSORFLOW_LITE_LITE_C_COMMON_VARIANT_DATA_H_
