#include "testing/fault/mutator.h"

#include <set>
#include <string>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/schema/model_builder.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/fault/small_model.h"
#include "testing/util.h"

namespace tflite::fault {
namespace {

TEST(Mutator, RepeatsItselfForASeed) {
  const std::string file = Pack(AddModel());
  const Mutator mutator(file);
  EXPECT_EQ(mutator.Mutate(7), mutator.Mutate(7));
  std::set<std::string> different;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    different.insert(mutator.Mutate(seed));
  }
  EXPECT_GT(different.size(), 80u);
}

TEST(Mutator, KnowsWhereNumbersAre) {
  // 6 extents, 5 indices, 6 constants, and some fields of each of 12 tables.
  EXPECT_GE(Mutator(Pack(AddModel())).num_sites(), 17u + 12u);
}

TEST(Mutator, LeavesLargeConstantsAlone) {
  ModelT model = AddModel();
  const std::vector<uint8_t> weights(100000, 0x5a);
  AddConstant(&model, 0, "w", TensorType_UINT8, {100000}, weights);
  const std::string good = Pack(model);
  const size_t begin = good.find(std::string(weights.begin(), weights.end()));
  ASSERT_NE(begin, std::string::npos);
  const Mutator mutator(good);
  int changed = 0;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    const std::string bad = mutator.Mutate(seed);
    changed +=
        bad.size() == good.size() &&
        bad.compare(begin, weights.size(), good, begin, weights.size()) != 0;
  }
  // Only a moved block may change them.
  EXPECT_LT(changed, 20);
}

// Some mutations must pass the first checks; otherwise only those checks would
// be tested.
TEST(Mutator, ReachesEveryStageOfLoading) {
  const Mutator mutator(Pack(WhileModel()));
  TestErrorReporter reporter;
  int opened = 0;
  int verified = 0;
  constexpr int kSeeds = 3000;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    const std::string file = mutator.Mutate(seed);
    reporter.Reset();
    const auto model =
        FlatBufferModel::BuildFromBuffer(file.data(), file.size(), &reporter);
    if (model == nullptr) {
      EXPECT_NE(reporter.error_messages(), "");
      continue;
    }
    ++opened;
    const base::Status status = schema::VerifyModel(model->file());
    EXPECT_EQ(status.ok(), status.message().empty());
    verified += status.ok();
  }
  EXPECT_GT(opened, kSeeds / 4);
  EXPECT_LT(opened, kSeeds);
  EXPECT_GT(verified, kSeeds / 20);
  EXPECT_LT(verified, opened);
}

}  // namespace
}  // namespace tflite::fault
