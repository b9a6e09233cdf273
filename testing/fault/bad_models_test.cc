#include "testing/fault/bad_models.h"

#include <memory>
#include <set>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/schema/model_builder.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/fault/small_model.h"
#include "testing/util.h"

namespace tflite::fault {
namespace {

using testing::HasSubstr;

TEST(BadModels, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const BadModel& bad : BadModels()) {
    EXPECT_TRUE(names.insert(bad.name).second) << bad.name;
  }
  EXPECT_GT(names.size(), 40u);
}

TEST(BadModels, AreRefusedWhenOpenedOrVerified) {
  for (const BadModel& bad : BadModels()) {
    SCOPED_TRACE(bad.name);
    const char* data = bad.file.empty() ? nullptr : bad.file.data();
    TestErrorReporter opening;
    const auto opened =
        FlatBufferModel::BuildFromBuffer(data, bad.file.size(), &opening);
    EXPECT_EQ(opened == nullptr, bad.refused_by == RefusedBy::kOpening);
    TestErrorReporter verifying;
    const auto verified = FlatBufferModel::VerifyAndBuildFromBuffer(
        data, bad.file.size(), nullptr, &verifying);
    EXPECT_EQ(verified == nullptr, bad.refused_by != RefusedBy::kBuilding);
    if (bad.refused_by == RefusedBy::kOpening) {
      EXPECT_THAT(opening.error_messages(), HasSubstr(bad.message));
    } else if (bad.refused_by == RefusedBy::kVerifying) {
      EXPECT_EQ(opening.error_messages(), "");
      EXPECT_THAT(verifying.error_messages(), HasSubstr(bad.message));
    }
  }
}

// For every flipped bit, the file is either rejected or valid. Sanitizers
// detect reads out of bounds.
TEST(BadModels, SurvivesEveryFlippedBit) {
  const std::string good = Pack(WhileModel());
  int refused = 0;
  TestErrorReporter reporter;
  for (size_t bit = 0; bit < 8 * good.size(); ++bit) {
    std::string file = good;
    file[bit / 8] ^= static_cast<char>(1 << (bit % 8));
    const auto model = FlatBufferModel::VerifyAndBuildFromBuffer(
        file.data(), file.size(), nullptr, &reporter);
    if (model == nullptr) {
      ++refused;
      continue;
    }
    EXPECT_GE((*model)->subgraphs()->size(), 1u);
  }
  EXPECT_GT(refused, 1000);
}

TEST(BadModels, SurvivesEveryCut) {
  const std::string good = Pack(WhileModel());
  TestErrorReporter reporter;
  for (size_t size = 0; size + 16 < good.size(); ++size) {
    // A copy of exactly this size, so that sanitizers detect reads past its
    // end.
    const auto file = std::make_unique<char[]>(size);
    good.copy(file.get(), size);
    EXPECT_EQ(FlatBufferModel::BuildFromBuffer(file.get(), size, &reporter),
              nullptr)
        << size;
  }
}

}  // namespace
}  // namespace tflite::fault
