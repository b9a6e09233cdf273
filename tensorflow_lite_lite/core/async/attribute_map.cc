#include "tensorflow_lite_lite/c/async/interop/attribute_map.h"

#include <map>
#include <new>
#include <string>
#include <utility>
#include <variant>

struct TfLiteAttributeMap {
  using Value = std::variant<int, size_t, bool, std::string>;

  TfLiteAttrMapType type;
  std::map<uint32_t, Value> by_key;
  std::map<std::string, Value> by_name;
};

namespace {

// Gets the value of a key. Returns false if there is none or its type is not T.
template <typename T, typename Map, typename Key>
bool Get(const Map& map, const Key& key, T* out) {
  const auto found = map.find(key);
  if (out == nullptr || found == map.end()) return false;
  const T* value = std::get_if<T>(&found->second);
  if (value == nullptr) return false;
  *out = *value;
  return true;
}

template <typename Map, typename Key>
bool GetString(const Map& map, const Key& key, const char** out) {
  const auto found = map.find(key);
  if (out == nullptr || found == map.end()) return false;
  const std::string* value = std::get_if<std::string>(&found->second);
  if (value == nullptr) return false;
  *out = value->c_str();
  return true;
}

enum class Kind { kNone, kSize, kBool, kString };

Kind KindOf(TfLiteBufferAttrKey key) {
  switch (key) {
    case kTfLiteBufferAttrKeyUnknown:
      return Kind::kNone;
    case kTfLiteBufferAttrKeyResourceTypeName:
      return Kind::kString;
    case kTfLiteBufferAttrKeyAlignment:
    case kTfLiteBufferAttrKeyPadding:
    case kTfLiteBufferAttrKeyOffset:
    case kTfLiteBufferAttrKeySize:
      return Kind::kSize;
    case kTfLiteBufferAttrKeyCurrentHostCoherencyState:
    case kTfLiteBufferAttrKeyPreferredHostCoherencyState:
    case kTfLiteBufferAttrKeyCurrentHostCacheState:
    case kTfLiteBufferAttrKeyPreferredHostCacheState:
      return Kind::kBool;
  }
  return Kind::kNone;
}

bool Takes(const TfLiteAttributeMap* attrs, TfLiteBufferAttrKey key,
           Kind kind) {
  return TfLiteAttributeMapIsBufferAttributeMap(attrs) && KindOf(key) == kind;
}

bool TakesString(const TfLiteAttributeMap* attrs,
                 TfLiteSynchronizationAttrKey key) {
  return TfLiteAttributeMapIsSyncAttributeMap(attrs) &&
         key == kTfLiteSynchronizationAttrKeyObjectTypeName;
}

template <typename T>
void SetByKey(TfLiteAttributeMap* attrs, uint32_t key, T value) {
  if (attrs != nullptr) attrs->by_key[key] = std::move(value);
}

template <typename T>
void SetByName(TfLiteAttributeMap* attrs, const char* name, T value) {
  if (attrs != nullptr && name != nullptr) {
    attrs->by_name[name] = std::move(value);
  }
}

}  // namespace

extern "C" {

TfLiteAttributeMap* TfLiteAttributeMapCreate(TfLiteAttrMapType type) {
  return new (std::nothrow) TfLiteAttributeMap{type, {}, {}};
}

void TfLiteAttributeMapDelete(TfLiteAttributeMap* attrs) { delete attrs; }

bool TfLiteAttributeMapIsBufferAttributeMap(const TfLiteAttributeMap* attrs) {
  return attrs != nullptr && attrs->type == kTfLiteAttrMapTypeBuffer;
}

bool TfLiteAttributeMapIsSyncAttributeMap(const TfLiteAttributeMap* attrs) {
  return attrs != nullptr && attrs->type == kTfLiteAttrMapTypeSync;
}

void TfLiteAttributeMapCopy(const TfLiteAttributeMap* src,
                            TfLiteAttributeMap* dst) {
  if (src != nullptr && dst != nullptr) *dst = *src;
}

bool TfLiteAttributeMapGetSizeTBufferAttr(const TfLiteAttributeMap* attrs,
                                          TfLiteBufferAttrKey key,
                                          size_t* val) {
  return Takes(attrs, key, Kind::kSize) &&
         TfLiteAttributeMapGetSizeTAttr(attrs, key, val);
}

bool TfLiteAttributeMapSetSizeTBufferAttr(TfLiteAttributeMap* attrs,
                                          TfLiteBufferAttrKey key, size_t val) {
  if (!Takes(attrs, key, Kind::kSize)) return false;
  TfLiteAttributeMapSetSizeTAttr(attrs, key, val);
  return true;
}

bool TfLiteAttributeMapGetStringBufferAttr(const TfLiteAttributeMap* attrs,
                                           TfLiteBufferAttrKey key,
                                           const char** val) {
  return Takes(attrs, key, Kind::kString) &&
         TfLiteAttributeMapGetStringAttr(attrs, key, val);
}

bool TfLiteAttributeMapSetStringBufferAttr(TfLiteAttributeMap* attrs,
                                           TfLiteBufferAttrKey key,
                                           const char* val) {
  if (val == nullptr || !Takes(attrs, key, Kind::kString)) return false;
  TfLiteAttributeMapSetStringAttr(attrs, key, val);
  return true;
}

bool TfLiteAttributeMapGetBoolBufferAttr(const TfLiteAttributeMap* attrs,
                                         TfLiteBufferAttrKey key, bool* val) {
  return Takes(attrs, key, Kind::kBool) &&
         TfLiteAttributeMapGetBoolAttr(attrs, key, val);
}

bool TfLiteAttributeMapSetBoolBufferAttr(TfLiteAttributeMap* attrs,
                                         TfLiteBufferAttrKey key, bool val) {
  if (!Takes(attrs, key, Kind::kBool)) return false;
  TfLiteAttributeMapSetBoolAttr(attrs, key, val);
  return true;
}

bool TfLiteAttributeMapGetStringSyncAttr(const TfLiteAttributeMap* attrs,
                                         TfLiteSynchronizationAttrKey key,
                                         const char** val) {
  return TakesString(attrs, key) &&
         TfLiteAttributeMapGetStringAttr(attrs, key, val);
}

bool TfLiteAttributeMapSetStringSyncAttr(TfLiteAttributeMap* attrs,
                                         TfLiteSynchronizationAttrKey key,
                                         const char* val) {
  if (val == nullptr || !TakesString(attrs, key)) return false;
  TfLiteAttributeMapSetStringAttr(attrs, key, val);
  return true;
}

bool TfLiteAttributeMapGetIntAttr(const TfLiteAttributeMap* attrs, uint32_t key,
                                  int* val) {
  return attrs != nullptr && Get(attrs->by_key, key, val);
}

void TfLiteAttributeMapSetIntAttr(TfLiteAttributeMap* attrs, uint32_t key,
                                  int val) {
  SetByKey(attrs, key, val);
}

bool TfLiteAttributeMapGetCustomIntAttr(const TfLiteAttributeMap* attrs,
                                        const char* key, int* val) {
  return attrs != nullptr && key != nullptr && Get(attrs->by_name, key, val);
}

void TfLiteAttributeMapSetCustomIntAttr(TfLiteAttributeMap* attrs,
                                        const char* key, int val) {
  SetByName(attrs, key, val);
}

bool TfLiteAttributeMapGetSizeTAttr(const TfLiteAttributeMap* attrs,
                                    uint32_t key, size_t* val) {
  return attrs != nullptr && Get(attrs->by_key, key, val);
}

void TfLiteAttributeMapSetSizeTAttr(TfLiteAttributeMap* attrs, uint32_t key,
                                    size_t val) {
  SetByKey(attrs, key, val);
}

bool TfLiteAttributeMapGetCustomSizeTAttr(const TfLiteAttributeMap* attrs,
                                          const char* key, size_t* val) {
  return attrs != nullptr && key != nullptr && Get(attrs->by_name, key, val);
}

void TfLiteAttributeMapSetCustomSizeTAttr(TfLiteAttributeMap* attrs,
                                          const char* key, size_t val) {
  SetByName(attrs, key, val);
}

bool TfLiteAttributeMapGetStringAttr(const TfLiteAttributeMap* attrs,
                                     uint32_t key, const char** val) {
  return attrs != nullptr && GetString(attrs->by_key, key, val);
}

void TfLiteAttributeMapSetStringAttr(TfLiteAttributeMap* attrs, uint32_t key,
                                     const char* val) {
  if (val != nullptr) SetByKey(attrs, key, std::string(val));
}

bool TfLiteAttributeMapGetCustomStringAttr(const TfLiteAttributeMap* attrs,
                                           const char* key, const char** val) {
  return attrs != nullptr && key != nullptr &&
         GetString(attrs->by_name, key, val);
}

void TfLiteAttributeMapSetCustomStringAttr(TfLiteAttributeMap* attrs,
                                           const char* key, const char* val) {
  if (val != nullptr) SetByName(attrs, key, std::string(val));
}

bool TfLiteAttributeMapGetBoolAttr(const TfLiteAttributeMap* attrs,
                                   uint32_t key, bool* val) {
  return attrs != nullptr && Get(attrs->by_key, key, val);
}

void TfLiteAttributeMapSetBoolAttr(TfLiteAttributeMap* attrs, uint32_t key,
                                   bool val) {
  SetByKey(attrs, key, val);
}

bool TfLiteAttributeMapGetCustomBoolAttr(const TfLiteAttributeMap* attrs,
                                         const char* key, bool* val) {
  return attrs != nullptr && key != nullptr && Get(attrs->by_name, key, val);
}

void TfLiteAttributeMapSetCustomBoolAttr(TfLiteAttributeMap* attrs,
                                         const char* key, bool val) {
  SetByName(attrs, key, val);
}

}  // extern "C"
