#include "kernels/hashtable/hashtable.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kTable =
    MakeOpFunctions<&BindHashtable, &EvalHashtableReference>();
constexpr OpFunctions kImport =
    MakeOpFunctions<&BindHashtableImport, &EvalHashtableImportReference>();
constexpr OpFunctions kFind =
    MakeOpFunctions<&BindHashtableFind, &EvalHashtableFindReference>();
constexpr OpFunctions kSize =
    MakeOpFunctions<&BindHashtableSize, &EvalHashtableSizeReference>();
constexpr OpFunctions kLookup =
    MakeOpFunctions<&BindHashtableLookup, &EvalHashtableLookupReference>();

void Put(OpTest& test) {
  test.host().resources().Put(
      0, std::make_unique<LookupTable>(kTfLiteInt64, kTfLiteInt64));
}

TEST(HashtableReference, RejectsMissingTable_C1) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Output<int64_t>();
  EXPECT_TRUE(Violates(test.Run(kSize), "C1"));
}

TEST(HashtableBind, RejectsFloatKeys_C2) {
  OpTest test;
  TfLiteHashtableParams params{};
  params.key_dtype = kTfLiteFloat32;
  params.value_dtype = kTfLiteInt64;
  test.Output<int32_t>().Params(params);
  EXPECT_TRUE(Violates(test.Run(kTable), "C2"));
}

TEST(HashtableBind, RejectsFewerValuesThanKeys_C3) {
  OpTest test;
  test.Input<int32_t>({1}, {0})
      .Input<int64_t>({2}, {1, 2})
      .Input<int64_t>({1}, {3});
  Put(test);
  EXPECT_TRUE(Violates(test.Run(kImport), "C3"));
}

TEST(HashtableBind, RejectsValuesWithoutAnEntryAKey_C4) {
  OpTest test;
  test.Input<int32_t>({1}, {1})
      .Input<int32_t>({2}, {1, 2})
      .Input<float>({3}, {1, 2, 3});
  test.Output<float>().Output<uint8_t>();
  EXPECT_TRUE(Violates(test.Run(kLookup), "C4"));
}

TEST(HashtableBind, RejectsStringsThatAreNoVector_C4) {
  OpTest test;
  test.Input<int32_t>({1}, {1}).Input<int32_t>({2}, {1, 2});
  test.Input<std::string>({2, 1}, {"a", "b"});
  test.Output<std::string>().Output<uint8_t>();
  EXPECT_TRUE(Violates(test.Run(kLookup), "C4"));
}

TEST(LookupTable, IsUsedOnTensors) {
  OpTest test;
  test.Input<int64_t>({2}, {10, -5}).Input<std::string>({2}, {"a", "b"});
  test.Input<std::string>({1}, {"?"}).Input<int64_t>({3}, {-5, 0, 10});
  test.Output<std::string>();
  LookupTable table(kTfLiteInt64, kTfLiteString);
  EXPECT_FALSE(table.IsInitialized());
  EXPECT_EQ(table.MemoryBytes(), 0u);
  ASSERT_EQ(table.Import(nullptr, test.input(0), test.input(1)), kTfLiteOk);
  EXPECT_TRUE(table.IsInitialized());
  EXPECT_EQ(table.Size(), 2u);
  // Keys of 8 bytes and values of one.
  EXPECT_EQ(table.MemoryBytes(), 2u * (8 + 1));
  ASSERT_EQ(table.Lookup(nullptr, test.input(3), test.output(0), test.input(2)),
            kTfLiteOk);
  EXPECT_EQ(test.Out<std::string>(), (std::vector<std::string>{"b", "?", "a"}));
  EXPECT_EQ(table.CheckKeyAndValueTypes(nullptr, test.input(1), test.input(1)),
            kTfLiteError);
  // A default of another type.
  EXPECT_EQ(table.Lookup(nullptr, test.input(3), test.output(0), test.input(0)),
            kTfLiteError);
}

TEST(LookupTable, NeedsRoomForAllValues) {
  OpTest test;
  test.Input<int64_t>({2}, {10, -5}).Input<int64_t>({1}, {0});
  test.Input<int64_t>({2}, {7, 7}).Input<int64_t>({1}, {7});
  LookupTable table(kTfLiteInt64, kTfLiteInt64);
  ASSERT_EQ(table.Import(nullptr, test.input(0), test.input(0)), kTfLiteOk);
  EXPECT_EQ(table.Lookup(nullptr, test.input(0), test.input(2), test.input(1)),
            kTfLiteOk);
  EXPECT_EQ(test.In<int64_t>(2), (std::vector<int64_t>{10, -5}));
  EXPECT_EQ(table.Lookup(nullptr, test.input(0), test.input(3), test.input(1)),
            kTfLiteError);
}

TEST(HashtableReference, ImportsOnceAndFinds) {
  OpTest import;
  import.Input<int32_t>({1}, {0}).Input<int64_t>({2}, {10, -5});
  import.Input<int64_t>({2}, {1, 2});
  Put(import);
  ASSERT_TRUE(IsOk(import.Run(kImport)));
  import.SetInput<int64_t>(2, {8, 9});
  ASSERT_TRUE(IsOk(import.Run(kImport)));
  const LookupTable* table = import.host().resources().Find<LookupTable>(0);
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->size(), 2u);

  OpTest find;
  auto copy = std::make_unique<LookupTable>(*table);
  find.Input<int32_t>({1}, {0}).Input<int64_t>({3}, {-5, 3, 10});
  find.Const<int64_t>({1}, {-1}).Output<int64_t>();
  find.host().resources().Put(0, std::move(copy));
  ASSERT_TRUE(IsOk(find.Run(kFind)));
  EXPECT_TRUE(find.OutputIs({2, -1, 1}));
}

TEST(HashtableReference, SavedEntriesAreRestored) {
  OpTest import;
  import.Input<int32_t>({1}, {0}).Input<int64_t>({1}, {10});
  import.Input<int64_t>({1}, {1});
  Put(import);
  ResourceStore& resources = import.host().resources();
  ResourceStore::Snapshot empty, filled;
  ASSERT_EQ(resources.Save(1000, &empty), "");
  ASSERT_TRUE(IsOk(import.Run(kImport)));
  ASSERT_EQ(resources.Save(1000, &filled), "");
  const LookupTable* table = resources.Find<LookupTable>(0);
  resources.Restore(empty);
  EXPECT_EQ(resources.Find<LookupTable>(0), table);
  EXPECT_EQ(table->size(), 0u);
  EXPECT_FALSE(table->IsInitialized());
  resources.Restore(filled);
  EXPECT_EQ(table->size(), 1u);
  EXPECT_TRUE(table->IsInitialized());
}

TEST(HashtableReference, LookupMarksHitsAndClearsMisses) {
  OpTest test;
  test.Input<int32_t>({3}, {5, 1, 4}).Input<int32_t>({2}, {1, 5});
  test.Input<float>({2, 2}, {1, 2, 3, 4}).Output<float>().Output<uint8_t>();
  ASSERT_TRUE(IsOk(test.Run(kLookup)));
  EXPECT_TRUE(test.OutputIs({3, 4, 1, 2, 0, 0}));
  EXPECT_TRUE(test.OutputIs({1, 1, 0}, 0, 0, 1));
}

TEST(HashtableReference, LookupOfStringsLeavesMissesEmpty) {
  OpTest test;
  test.Input<int32_t>({3}, {1, 4, 5}).Input<int32_t>({2}, {1, 5});
  test.Input<std::string>({2}, {"a", "b"});
  test.Output<std::string>().Output<uint8_t>();
  ASSERT_TRUE(IsOk(test.Run(kLookup)));
  EXPECT_EQ(test.Out<std::string>(), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_TRUE(test.OutputIs({1, 0, 1}, 0, 0, 1));
}

}  // namespace
}  // namespace tflite::kernels
