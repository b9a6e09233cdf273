#include "tensorflow_lite_lite/core/delegates/delegate_records.h"

#include "gtest/gtest.h"

namespace tflite {
namespace core {
namespace {

using Kind = DelegationNote::Kind;

TEST(DelegateRecords, NotesGoToTheOpenRecordAlone) {
  DelegateRecords records;
  const TfLiteDelegate first{}, second{};
  records.Note(1, Kind::kRefused, "nobody asked");
  records.Open(&first);
  records.Note(2, Kind::kClaimed, "");
  records.Close();
  records.Note(3, Kind::kClaimed, "");
  records.Open(&second);
  records.Note(4, Kind::kRefused, "too wide");
  ASSERT_EQ(records.all().size(), 2u);
  ASSERT_EQ(records.all()[0].notes.size(), 1u);
  EXPECT_EQ(records.all()[0].notes[0].node_index, 2);
  ASSERT_EQ(records.all()[1].notes.size(), 1u);
  EXPECT_EQ(records.all()[1].notes[0].reason, "too wide");
}

TEST(DelegateRecords, TheFirstNameStays) {
  DelegateRecords records;
  const TfLiteDelegate delegate{};
  EXPECT_EQ(records.CurrentName(), "the delegate");
  records.SetName("too early");
  records.Open(&delegate);
  EXPECT_EQ(records.CurrentName(), "the delegate");
  records.SetName("npu");
  records.SetName("kernel of npu");
  EXPECT_EQ(records.CurrentName(), "npu");
}

TEST(DelegateRecords, ReasonsDoNotRepeatTheName) {
  DelegateRecords records;
  const TfLiteDelegate delegate{};
  records.Open(&delegate);
  records.SetName("npu");
  records.Note(1, Kind::kFailed, "the kernel failed to initialize: npu: full");
  records.NoteFailure(&delegate, 2, "npu: lost");
  records.Note(3, Kind::kFailed, "it failed: npu: npu: on gnpu: a, npu: b");
  const DelegateRecord& record = records.all().back();
  ASSERT_EQ(record.notes.size(), 3u);
  EXPECT_EQ(record.notes[0].reason, "the kernel failed to initialize: full");
  EXPECT_EQ(record.notes[1].reason, "lost");
  EXPECT_EQ(record.notes[2].reason, "it failed: on gnpu: a, npu: b");
}

TEST(DelegateRecords, ADelegateThatIsTriedAgainHasOneRecord) {
  DelegateRecords records;
  const TfLiteDelegate delegate{};
  records.Open(&delegate);
  records.MarkFailed("no device");
  records.Open(&delegate);
  ASSERT_EQ(records.all().size(), 1u);
  EXPECT_EQ(records.all()[0].failure, "");
}

TEST(DelegateRecords, RecordsOfFailedDelegatesAreFew) {
  DelegateRecords records;
  const TfLiteDelegate applied{};
  records.Open(&applied);
  records.MarkApplied();
  const std::vector<TfLiteDelegate> failed(100);
  for (const TfLiteDelegate& delegate : failed) records.Open(&delegate);
  EXPECT_LE(records.all().size(), 20u);
  EXPECT_EQ(records.all().front().delegate, &applied);
  EXPECT_EQ(records.all().back().delegate, &failed.back());
}

TEST(DelegateRecords, RemovalIsAReasonOrOblivion) {
  DelegateRecords records;
  const TfLiteDelegate applied{}, failed{};
  records.Open(&failed);
  records.MarkFailed("no device");
  records.Open(&applied);
  records.MarkApplied();
  records.MarkRemoved("removed for a test");
  ASSERT_EQ(records.all().size(), 2u);
  EXPECT_EQ(records.all()[0].failure, "no device");
  EXPECT_EQ(records.all()[1].failure, "removed for a test");
  EXPECT_FALSE(records.all()[1].applied);
  records.MarkRemoved("");
  EXPECT_TRUE(records.all().empty());
}

TEST(DelegateRecords, AFailureGoesToTheLatestRecordOfItsDelegate) {
  DelegateRecords records;
  const TfLiteDelegate delegate{}, other{};
  records.Open(&delegate);
  records.MarkApplied();
  records.Open(&delegate);
  records.MarkApplied();
  records.Close();
  records.NoteFailure(&other, 5, "not ours");
  records.NoteFailure(&delegate, 5, "broken");
  EXPECT_TRUE(records.all()[0].notes.empty());
  ASSERT_EQ(records.all()[1].notes.size(), 1u);
  EXPECT_EQ(records.all()[1].notes[0].kind, Kind::kFailed);
}

}  // namespace
}  // namespace core
}  // namespace tflite
