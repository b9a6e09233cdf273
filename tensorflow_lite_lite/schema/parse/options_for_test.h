#ifndef TENSORFLOW_LITE_LITE_SCHEMA_PARSE_OPTIONS_FOR_TEST_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_PARSE_OPTIONS_FOR_TEST_H_

#include <cstdlib>
#include <type_traits>
#include <utility>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/schema/parse/flatbuffer_conversions.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite::schema {

// A node with the given options, as in a file.
class Node {
 public:
  Node() { Pack(OperatorT()); }
  template <typename OptionsT>
  explicit Node(OptionsT options) {
    OperatorT node;
    if constexpr (std::is_same_v<OptionsT, BuiltinOptionsUnion>) {
      node.builtin_options = std::move(options);
    } else if constexpr (std::is_same_v<OptionsT, BuiltinOptions2Union>) {
      node.builtin_options_2 = std::move(options);
    }
    Pack(node);
  }
  const Operator* get() const {
    return flatbuffers::GetRoot<Operator>(builder_.GetBufferPointer());
  }

 private:
  void Pack(const OperatorT& node) {
    builder_.Finish(Operator::Pack(builder_, &node));
  }
  flatbuffers::FlatBufferBuilder builder_;
};

template <typename OptionsT>
Node With(OptionsT options) {
  BuiltinOptionsUnion any;
  any.Set(std::move(options));
  return Node(std::move(any));
}

template <typename OptionsT>
Node With2(OptionsT options) {
  BuiltinOptions2Union any;
  any.Set(std::move(options));
  return Node(std::move(any));
}

// The struct that ParseOpData creates; all zeros (and a failed test) on an
// error.
template <typename Params>
Params Parse(BuiltinOperator code, const Node& node) {
  EXPECT_EQ(BuiltinDataSize(code), sizeof(Params));
  MallocDataAllocator allocator;
  void* data = nullptr;
  const Status status = ParseOpData(node.get(), code, &allocator, &data);
  EXPECT_TRUE(status.ok()) << status;
  Params params = {};
  if (data != nullptr) params = *static_cast<Params*>(data);
  std::free(data);
  return params;
}

}  // namespace tflite::schema

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_PARSE_OPTIONS_FOR_TEST_H_
