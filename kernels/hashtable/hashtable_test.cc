#include "kernels/hashtable/hashtable.h"

#include <cstdarg>
#include <cstdio>

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

TfLiteHashtableParams Integers() {
  TfLiteHashtableParams params{};
  params.table_id = 4;
  params.key_dtype = params.value_dtype = kTfLiteInt64;
  return params;
}

TEST(HashtableBind, RejectsFurtherInputs) {
  OpTest table, import, find, size, lookup;
  table.Input<int32_t>({1}, {0}).Output<int32_t>().Params(Integers());
  EXPECT_FALSE(table.Prepare(kTable).ok());
  const auto entries = [](OpTest& test, int count) {
    for (int i = 0; i < count; ++i) test.Input<int64_t>({1}, {1});
  };
  import.Input<int32_t>({1}, {0});
  entries(import, 3);
  EXPECT_FALSE(import.Prepare(kImport).ok());
  find.Input<int32_t>({1}, {0}).Output<int64_t>();
  entries(find, 3);
  EXPECT_FALSE(find.Prepare(kFind).ok());
  size.Input<int32_t>({1}, {0}).Input<int32_t>({1}, {0}).Output<int64_t>();
  EXPECT_FALSE(size.Prepare(kSize).ok());
  for (int i = 0; i < 4; ++i) lookup.Input<int32_t>({1}, {0});
  lookup.Output<int32_t>().Output<uint8_t>();
  EXPECT_FALSE(lookup.Prepare(kLookup).ok());
}

TEST(HashtableBind, RejectsTablesOfTwoElements_C1) {
  OpTest import, find, size, table;
  import.Input<int32_t>({2}, {0, 0});
  import.Input<int64_t>({1}, {1}).Input<int64_t>({1}, {1});
  EXPECT_TRUE(Violates(import.Prepare(kImport), "C1"));
  find.Input<int32_t>({2}, {0, 0}).Output<int64_t>();
  find.Input<int64_t>({1}, {1}).Input<int64_t>({1}, {1});
  EXPECT_TRUE(Violates(find.Prepare(kFind), "C1"));
  size.Input<int32_t>({2}, {0, 0}).Output<int64_t>();
  EXPECT_TRUE(Violates(size.Prepare(kSize), "C1"));
  table.Output<int64_t>().Params(Integers());
  EXPECT_TRUE(Violates(table.Prepare(kTable), "C1"));
}

TEST(HashtableBind, RejectsOtherEntries_C2) {
  OpTest keys, values, wanted, found, size, missing;
  keys.Input<int32_t>({1}, {0}).Input<float>({1}, {1}).Input<int64_t>({1}, {1});
  EXPECT_TRUE(Violates(keys.Prepare(kImport), "C2"));
  values.Input<int32_t>({1}, {0});
  values.Input<int64_t>({1}, {1}).Input<float>({1}, {1});
  EXPECT_TRUE(Violates(values.Prepare(kImport), "C2"));
  wanted.Input<int32_t>({1}, {0}).Input<float>({1}, {1});
  wanted.Input<int64_t>({1}, {1}).Output<int64_t>();
  EXPECT_TRUE(Violates(wanted.Prepare(kFind), "C2"));
  found.Input<int32_t>({1}, {0}).Input<int64_t>({1}, {1});
  found.Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(found.Prepare(kFind), "C2"));
  missing.Input<int32_t>({1}, {0}).Input<int64_t>({1}, {1});
  missing.Input<std::string>({1}, {"?"}).Output<int64_t>();
  EXPECT_TRUE(Violates(missing.Prepare(kFind), "C2"));
  size.Input<int32_t>({1}, {0}).Output<int32_t>();
  EXPECT_TRUE(Violates(size.Prepare(kSize), "C2"));
}

TEST(HashtableBind, RejectsTwoDefaults_C3) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Input<int64_t>({1}, {1});
  test.Input<int64_t>({2}, {1, 2}).Output<int64_t>();
  EXPECT_TRUE(Violates(test.Prepare(kFind), "C3"));
}

TEST(HashtableBind, RejectsFewerValuesThanKeys_C3) {
  OpTest test;
  test.Input<int32_t>({1}, {0})
      .Input<int64_t>({2}, {1, 2})
      .Input<int64_t>({1}, {3});
  Put(test);
  EXPECT_TRUE(Violates(test.Run(kImport), "C3"));
}

// Also of as many elements.
TEST(HashtableBind, RejectsValuesOfAnotherShapeThanKeys_C3) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Input<int64_t>({2}, {1, 2});
  test.Input<int64_t>({2, 1}, {3, 4});
  EXPECT_TRUE(Violates(test.Prepare(kImport), "C3"));
}

TEST(HashtableBind, RejectsValuesWithoutAnEntryAKey_C4) {
  OpTest test;
  test.Input<int32_t>({1}, {1})
      .Input<int32_t>({2}, {1, 2})
      .Input<float>({3}, {1, 2, 3});
  test.Output<float>().Output<uint8_t>();
  EXPECT_TRUE(Violates(test.Run(kLookup), "C4"));
}

TEST(HashtableBind, RejectsOtherTypesOfLookups_C4) {
  OpTest keys, output, packed;
  keys.Input<int32_t>({1}, {1}).Input<int64_t>({1}, {1}).Input<float>({1}, {1});
  keys.Output<float>().Output<uint8_t>();
  EXPECT_TRUE(Violates(keys.Prepare(kLookup), "C4"));
  output.Input<int32_t>({1}, {1}).Input<int32_t>({1}, {1});
  output.Input<float>({1}, {1}).Output<int32_t>().Output<uint8_t>();
  EXPECT_TRUE(Violates(output.Prepare(kLookup), "C4"));
  packed.Input<int32_t>({1}, {1}).Input<int32_t>({1}, {1});
  packed.InputBytes(kTfLiteInt4, {1, 2}, {0x21});
  packed.OutputOf(kTfLiteInt4).Output<uint8_t>();
  EXPECT_TRUE(Violates(packed.Prepare(kLookup), "C4"));
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

std::string reported;
void Report(TfLiteContext*, const char* format, ...) {
  char text[200];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  reported = text;
}

TEST(LookupTable, ReportsWhatIsWrong) {
  TfLiteContext context{};
  context.ReportError = Report;
  OpTest test;
  test.Input<int64_t>({2}, {10, -5}).Input<int64_t>({1}, {0});
  LookupTable table(kTfLiteInt64, kTfLiteInt64);
  EXPECT_EQ(table.Import(&context, test.input(0), test.input(1)), kTfLiteError);
  EXPECT_EQ(reported, "C3: 2 keys, 1 values");
  EXPECT_FALSE(table.IsInitialized());
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

TEST(HashtableReference, TheSizeIsOneNumber) {
  OpTest import, size;
  import.Input<int32_t>({1}, {0}).Input<int64_t>({3}, {10, -5, 10});
  import.Input<int64_t>({3}, {1, 2, 3});
  Put(import);
  ASSERT_TRUE(IsOk(import.Run(kImport)));
  size.Input<int32_t>({1}, {0}).Output<int64_t>();
  size.host().resources().Put(
      0, std::make_unique<LookupTable>(
             *import.host().resources().Find<LookupTable>(0)));
  ASSERT_TRUE(IsOk(size.Run(kSize)));
  EXPECT_EQ(size.OutShape(), Shape({1}));
  EXPECT_TRUE(size.OutputIs({2}));
}

TEST(HashtableReference, TheFirstOfEqualKeysCounts) {
  OpTest test;
  test.Input<int64_t>({3}, {10, 10, -5}).Input<int64_t>({3}, {1, 2, 3});
  test.Input<int64_t>({1}, {0}).Input<int64_t>({3}, {0, 0, 0});
  LookupTable table(kTfLiteInt64, kTfLiteInt64);
  ASSERT_EQ(table.Import(nullptr, test.input(0), test.input(1)), kTfLiteOk);
  EXPECT_EQ(table.Size(), 2u);
  ASSERT_EQ(table.Lookup(nullptr, test.input(0), test.input(3), test.input(2)),
            kTfLiteOk);
  EXPECT_EQ(test.In<int64_t>(3), (std::vector<int64_t>{1, 1, 3}));
}

TEST(HashtableReference, RejectsToSearchBeforeAnImport_C1) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Input<int64_t>({1}, {10});
  test.Const<int64_t>({1}, {-1}).Output<int64_t>();
  Put(test);
  EXPECT_TRUE(Violates(test.Run(kFind), "C1"));
}

TEST(HashtableReference, EqualIdsNameOneTable) {
  OpTest test;
  test.Output<int32_t>().Params(Integers());
  ASSERT_TRUE(IsOk(test.Run(kTable)));
  const int id = test.Out<int32_t>()[0];
  const auto* table = test.host().resources().Find<LookupTable>(id);
  ASSERT_NE(table, nullptr);
  ASSERT_TRUE(IsOk(test.Run(kTable)));
  EXPECT_EQ(test.Out<int32_t>(), std::vector<int32_t>{id});
  EXPECT_EQ(test.host().resources().Find<LookupTable>(id), table);
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

TEST(HashtableReference, LookupOfEmptyEntriesMarksHits) {
  OpTest test;
  test.Input<int32_t>({3}, {5, 6, 1}).Input<int32_t>({2}, {1, 5});
  test.Input<float>({2, 0}, {}).Output<float>().Output<uint8_t>();
  ASSERT_TRUE(IsOk(test.Run(kLookup)));
  EXPECT_EQ(test.OutShape(), Shape({3, 0}));
  EXPECT_TRUE(test.OutputIs({1, 0, 1}, 0, 0, 1));
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
