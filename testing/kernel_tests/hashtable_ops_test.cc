// Hash tables as resources of an interpreter, in the form of TensorFlow Lite's
// kernel tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdint.h>

#include <string>
#include <vector>

#include "tflite/core/interpreter.h"
#include "tflite/experimental/resource/lookup_interfaces.h"
#include "tflite/kernels/test_util.h"
#include "tflite/schema/schema_generated.h"

namespace tflite {
namespace {

using ::testing::ElementsAre;

class TableModel : public SingleOpModel {
 public:
  resource::ResourceMap& resources() {
    return interpreter_->primary_subgraph().resources();
  }
};

class HashtableModel : public TableModel {
 public:
  explicit HashtableModel(int table_id) {
    output_ = AddOutput(TensorType_RESOURCE);
    SetBuiltinOp(BuiltinOperator_HASHTABLE, BuiltinOptions_HashtableOptions,
                 CreateHashtableOptions(builder_, table_id, TensorType_INT64,
                                        TensorType_STRING)
                     .Union());
    BuildInterpreter({});
  }
  int GetResourceId() { return *interpreter_->tensor(output_)->data.i32; }

 private:
  int output_;
};

TEST(HashtableOpsTest, CreatesOneTable) {
  HashtableModel m(42);
  EXPECT_EQ(m.resources().size(), 0u);
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(m.Invoke(), kTfLiteOk);
    EXPECT_EQ(m.resources().size(), 1u);
  }
  resource::LookupInterface* table =
      resource::GetHashtableResource(&m.resources(), m.GetResourceId());
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->GetKeyType(), kTfLiteInt64);
  EXPECT_EQ(table->GetValueType(), kTfLiteString);
  EXPECT_FALSE(table->IsInitialized());
}

class HashtableSizeModel : public TableModel {
 public:
  explicit HashtableSizeModel(int id) {
    table_ = AddInput({TensorType_RESOURCE, {1}});
    output_ = AddOutput({TensorType_INT64, {1}});
    SetBuiltinOp(BuiltinOperator_HASHTABLE_SIZE,
                 BuiltinOptions_HashtableSizeOptions,
                 CreateHashtableSizeOptions(builder_).Union());
    BuildInterpreter({{1}});
    interpreter_->tensor(table_)->data.i32[0] = id;
  }
  std::vector<int64_t> GetOutput() { return ExtractVector<int64_t>(output_); }
  TfLiteContext* context() {
    return interpreter_->primary_subgraph().context();
  }

 private:
  int table_, output_;
};

TEST(HashtableOpsTest, SizeOfATableThatTheTestFills) {
  constexpr int kId = 7;
  HashtableSizeModel m(kId);
  EXPECT_EQ(m.Invoke(), kTfLiteError);  // the table does not exist yet
  resource::CreateHashtableResourceIfNotAvailable(&m.resources(), kId,
                                                  kTfLiteInt64, kTfLiteInt64);
  int64_t values[] = {3, 1, 2};
  TfLiteTensor keys = {};
  keys.type = kTfLiteInt64;
  keys.data.i64 = values;
  keys.bytes = sizeof(values);
  keys.dims = TfLiteIntArrayCreate(1);
  keys.dims->data[0] = 3;
  EXPECT_EQ(resource::GetHashtableResource(&m.resources(), kId)
                ->Import(m.context(), &keys, &keys),
            kTfLiteOk);
  TfLiteIntArrayFree(keys.dims);
  ASSERT_EQ(m.Invoke(), kTfLiteOk);
  EXPECT_THAT(m.GetOutput(), ElementsAre(3));
}

}  // namespace
}  // namespace tflite
