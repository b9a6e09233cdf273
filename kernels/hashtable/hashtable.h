#ifndef KERNELS_HASHTABLE_HASHTABLE_H_
#define KERNELS_HASHTABLE_HASHTABLE_H_

#include <functional>
#include <string>
#include <unordered_map>

#include "tensorflow_lite_lite/base/op.h"
#include "tensorflow_lite_lite/base/resources.h"

namespace tflite::kernels {

// Lookup tables.
//   HASHTABLE         output: RESOURCE [1], a table that lives as long as the
//                     interpreter; equal ids name one table
//   HASHTABLE_IMPORT  inputs: table, keys, values of the keys' shape; fills the
//                     table once, later imports change nothing; of equal keys
//                     the first one counts
//   HASHTABLE_FIND    inputs: table, keys, default; output: the keys' values
//   HASHTABLE_SIZE    input: table; output: INT64 [1]
//   HASHTABLE_LOOKUP  no table: inputs lookup INT32 [n], key INT32 [k],
//                     ascending, value [k, ...]; outputs [n, ...], zero or
//                     empty where the key is missing, and UINT8 [n], 1 where it
//                     was found
//
// Constraints:
//   C1 the table is a RESOURCE (or INT32) of one element, and exists; one that
//      is searched has been filled
//   C2 keys and values are INT64 or STRING, those of the table
//   C3 keys and values of an import are as many; a default has one element
//   C4 HASHTABLE_LOOKUP: lookup and key are INT32 vectors, values have an entry
//      a key and a type of whole bytes or STRING; strings are a vector
class LookupTable : public Resource {
 public:
  LookupTable(TfLiteType key, TfLiteType value) : key_(key), value_(value) {}

  bool IsInitialized() const override { return imported_; }
  size_t MemoryBytes() const override;
  ResourceType GetResourceType() const override {
    return ResourceType::kHashtable;
  }
  std::function<void()> Save() override {
    return [this, saved = *this] { *this = saved; };
  }

  TfLiteType key_type() const { return key_; }
  TfLiteType value_type() const { return value_; }
  size_t size() const { return entries_.size(); }
  Status CheckTypes(const TensorView& keys, const TensorView& values) const;
  // The first time; changes nothing later.
  Status ImportEntries(const TensorView& keys, const TensorView& values);
  // The values of `keys`, that of `missing` where there is none. A STRING
  // output is resized.
  Status FindEntries(const TensorView& keys, const TensorView& missing,
                     const TensorView& values) const;

  // The same for code of operators and tests outside this tree; what is wrong
  // is reported to `context`, which may be null.
  TfLiteStatus Lookup(TfLiteContext* context, const TfLiteTensor* keys,
                      TfLiteTensor* values, const TfLiteTensor* default_value);
  TfLiteStatus Import(TfLiteContext* context, const TfLiteTensor* keys,
                      const TfLiteTensor* values);
  TfLiteStatus CheckKeyAndValueTypes(TfLiteContext* context,
                                     const TfLiteTensor* key,
                                     const TfLiteTensor* value);
  size_t Size() const { return entries_.size(); }
  TfLiteType GetKeyType() const { return key_; }
  TfLiteType GetValueType() const { return value_; }

 private:
  TfLiteType key_, value_;
  bool imported_ = false;
  std::unordered_map<std::string, std::string> entries_;  // integers: bytes
};

struct Hashtable : BoundOp {
  int id = 0;
  TfLiteType key = kTfLiteNoType, value = kTfLiteNoType;
};
struct HashtableImport : BoundOp {};
struct HashtableFind : BoundOp {};
struct HashtableSize : BoundOp {};
struct HashtableLookup : BoundOp {
  Shape output;
  size_t entry_bytes = 0;  // 0: STRING
};

StatusOr<Hashtable> BindHashtable(const NodeView& node);
StatusOr<HashtableImport> BindHashtableImport(const NodeView& node);
StatusOr<HashtableFind> BindHashtableFind(const NodeView& node);
StatusOr<HashtableSize> BindHashtableSize(const NodeView& node);
StatusOr<HashtableLookup> BindHashtableLookup(const NodeView& node);

Status EvalHashtableReference(const Hashtable& op, EvalContext& context);
Status EvalHashtableImportReference(const HashtableImport& op,
                                    EvalContext& context);
Status EvalHashtableFindReference(const HashtableFind& op,
                                  EvalContext& context);
Status EvalHashtableSizeReference(const HashtableSize& op,
                                  EvalContext& context);
Status EvalHashtableLookupReference(const HashtableLookup& op,
                                    EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_HASHTABLE_HASHTABLE_H_
