#include "tensorflow_lite_lite/base/status.h"

#include <memory>
#include <sstream>

#include "gtest/gtest.h"

namespace tflite::base {
namespace {

StatusOr<std::unique_ptr<int>> Half(int value) {
  if (value % 2 != 0) return Invalid(value, " is odd");
  return std::make_unique<int>(value / 2);
}

Status Quarter(int value, int* out) {
  TFLL_ASSIGN_OR_RETURN(const std::unique_ptr<int> half, Half(value));
  TFLL_ASSIGN_OR_RETURN(const std::unique_ptr<int> quarter, Half(*half));
  *out = *quarter;
  return OkStatus();
}

TEST(Status, OkHasNoMessage) {
  EXPECT_TRUE(OkStatus().ok());
  EXPECT_EQ(OkStatus().code(), StatusCode::kOk);
  EXPECT_EQ(OkStatus().message(), "");
  EXPECT_EQ(OkStatus().ToString(), "OK");
  EXPECT_TRUE(Status(StatusCode::kOk, "dropped").ok());
}

TEST(Status, ErrorsHaveCodeAndMessage) {
  const Status status = Unsupported("type ", 3);
  const Status copy = status;
  EXPECT_FALSE(copy.ok());
  EXPECT_TRUE(IsUnsupported(copy));
  EXPECT_EQ(copy.message(), "type 3");
  EXPECT_EQ(Annotate(copy, "node 1").ToString(),
            "UNIMPLEMENTED: node 1: type 3");
  EXPECT_TRUE(Annotate(OkStatus(), "node 1").ok());
  EXPECT_TRUE(IsInvalid(Invalid("")));
  EXPECT_TRUE(IsInternal(Internal("")));
  EXPECT_TRUE(IsUnavailable(Unavailable("")));
  EXPECT_TRUE(IsResourceExhausted(ResourceExhausted("")));
  EXPECT_EQ(Cancelled("").code(), StatusCode::kCancelled);
  std::ostringstream out;
  out << Internal("lost");
  EXPECT_EQ(out.str(), "INTERNAL: lost");
}

TEST(Status, KeepsTheFirstError) {
  Status status;
  status.Update(OkStatus());
  EXPECT_TRUE(status.ok());
  status.Update(Internal("first"));
  status.Update(Internal("second"));
  EXPECT_EQ(status.message(), "first");
  status.IgnoreError();
}

TEST(StatusOr, HasAValueOrAnError) {
  EXPECT_EQ(**Half(8), 4);
  EXPECT_EQ(Half(7).status().message(), "7 is odd");
  EXPECT_TRUE(Half(8).status().ok());
  const StatusOr<int> none = OkStatus();
  EXPECT_FALSE(none.ok());
  EXPECT_TRUE(IsInternal(none.status()));
}

TEST(StatusOr, IsPassedOn) {
  int quarter = 0;
  EXPECT_TRUE(Quarter(12, &quarter).ok());
  EXPECT_EQ(quarter, 3);
  EXPECT_EQ(Quarter(6, &quarter).message(), "3 is odd");
}

}  // namespace
}  // namespace tflite::base
