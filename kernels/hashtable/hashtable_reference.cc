#include <algorithm>
#include <cstring>

#include "kernels/hashtable/hashtable.h"
#include "kernels/math/cells.h"
#include "tensorflow_lite_lite/string_util.h"

namespace tflite::kernels {
namespace {

StatusOr<LookupTable*> FindTable(EvalContext& context) {
  const int32_t id = *context.in<int32_t>(0);
  LookupTable* table = context.host()->resources().Find<LookupTable>(id);
  if (table == nullptr) return Invalid("C1: there is no table ", id);
  return table;
}

}  // namespace

Status EvalHashtableReference(const Hashtable& op, EvalContext& context) {
  ResourceStore& resources = context.host()->resources();
  // A container of its own: variables have names, tables have numbers.
  const int id = resources.IdFor("\x01hashtable", std::to_string(op.id));
  if (!resources.Contains(id)) {
    resources.Put(id, std::make_unique<LookupTable>(op.key, op.value));
  }
  *context.out<int32_t>(0) = id;
  return OkStatus();
}

Status EvalHashtableImportReference(const HashtableImport&,
                                    EvalContext& context) {
  TFLL_ASSIGN_OR_RETURN(LookupTable * table, FindTable(context));
  return table->ImportEntries(context.input(1), context.input(2));
}

Status EvalHashtableFindReference(const HashtableFind&, EvalContext& context) {
  TFLL_ASSIGN_OR_RETURN(const LookupTable* table, FindTable(context));
  return table->FindEntries(context.input(1), context.input(2),
                            context.output(0));
}

Status EvalHashtableSizeReference(const HashtableSize&, EvalContext& context) {
  TFLL_ASSIGN_OR_RETURN(const LookupTable* table, FindTable(context));
  *context.out<int64_t>(0) = static_cast<int64_t>(table->size());
  return OkStatus();
}

Status EvalHashtableLookupReference(const HashtableLookup& op,
                                    EvalContext& context) {
  const TensorView value = context.input(2), output = context.output(0);
  const int32_t* lookup = context.in<int32_t>(0);
  const auto keys = context.input(1).span<int32_t>();
  uint8_t* hits = context.out<uint8_t>(1);
  // Where a key is; -1 if it is missing.
  const auto find = [&](int64_t i) -> int64_t {
    const auto it = std::lower_bound(keys.begin(), keys.end(), lookup[i]);
    const bool hit = it != keys.end() && *it == lookup[i];
    hits[i] = hit ? 1 : 0;
    return hit ? it - keys.begin() : -1;
  };
  if (value.type() == kTfLiteString) {
    TFLL_ASSIGN_OR_RETURN(const auto values, ReadStrings(value));
    DynamicBuffer strings;
    for (int64_t i = 0; i < op.output[0]; ++i) {
      const int64_t at = find(i);
      const StringRef s = at < 0 ? StringRef{"", 0} : values[at];
      if (strings.AddString(s) != kTfLiteOk)
        return Internal("the values are too long");
    }
    return WriteStrings(strings, op.output, output);
  }
  const int64_t bytes = op.entry_bytes;
  const auto copy = [&](int64_t i, int64_t end) {
    for (; i < end; ++i) {
      const int64_t at = find(i);
      if (bytes == 0) continue;
      char* to = output.mutable_data<char>() + i * bytes;
      if (at >= 0) {
        std::memcpy(to, value.data<char>() + at * bytes, bytes);
      } else {
        std::memset(to, 0, bytes);
      }
    }
  };
  // The least number of bytes for a thread, where a search counts as 64.
  constexpr int64_t kGrainBytes = 64 * 1024;
  context.threads().ParallelFor(op.output[0],
                                LeastItems(kGrainBytes, {bytes + 64}), copy);
  return OkStatus();
}

}  // namespace tflite::kernels
