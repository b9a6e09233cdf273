#include "delegates/common/delegate_options.h"

#include "gtest/gtest.h"

namespace tflite::delegates {
namespace {

class DelegateOptionParserTest : public ::testing::Test {
 protected:
  DelegateOptionParserTest() {
    parser_.Add("fast", &fast_);
    parser_.Add("threads", &threads_);
    parser_.Add("bytes", &bytes_);
    parser_.Add("ratio", &ratio_);
    parser_.Add("path", &path_);
    parser_.AddChoice("level", {"low", "high"}, &level_);
    parser_.AddCommon(&common_);
  }
  Status Parse(std::vector<const char*> keys, std::vector<const char*> values) {
    return parser_.Parse(keys.data(), values.data(), keys.size());
  }

  DelegateOptionParser parser_;
  bool fast_ = false;
  int threads_ = 7;
  int64_t bytes_ = 0;
  float ratio_ = 0;
  std::string path_;
  int level_ = 0;
  SimpleDelegateInterface::Options common_;
};

TEST_F(DelegateOptionParserTest, ReadsEachType) {
  const Status status =
      Parse({"fast", "threads", "bytes", "ratio", "path", "level"},
            {"TRUE", "-3", "5000000000", "0.25", "a:b;c=,d", "high"});
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_TRUE(fast_);
  EXPECT_EQ(threads_, -3);
  EXPECT_EQ(bytes_, 5000000000);
  EXPECT_EQ(ratio_, 0.25f);
  EXPECT_EQ(path_, "a:b;c=,d");
  EXPECT_EQ(level_, 1);
}

TEST_F(DelegateOptionParserTest, LastOneCountsAndOthersKeepTheirValues) {
  ASSERT_TRUE(Parse({"path", "path"}, {"a", "b"}).ok());
  EXPECT_EQ(path_, "b");
  EXPECT_EQ(threads_, 7);
  EXPECT_TRUE(parser_.Parse(nullptr, nullptr, 0).ok());
}

TEST_F(DelegateOptionParserTest, ReadsWhatEveryDelegateOffers) {
  ASSERT_TRUE(Parse({"max_delegated_partitions", "min_nodes_per_partition",
                     "first_delegate_node_index", "last_delegate_node_index",
                     "allow_nodes", "deny_nodes", "partition_order"},
                    {"2", "3", "4", "5", "ADD,#1", "name:x", "size"})
                  .ok());
  EXPECT_EQ(common_.max_delegated_partitions, 2);
  EXPECT_EQ(common_.min_nodes_per_partition, 3);
  EXPECT_EQ(common_.first_delegate_node_index, 4);
  EXPECT_EQ(common_.last_delegate_node_index, 5);
  EXPECT_EQ(common_.allow, "ADD,#1");
  EXPECT_EQ(common_.deny, "name:x");
  EXPECT_EQ(common_.partition_order,
            SimpleDelegateInterface::PartitionOrder::kBySize);
}

TEST_F(DelegateOptionParserTest, ErrorsNameKeyAndValue) {
  const std::vector<std::pair<const char*, const char*>> bad = {
      {"fast", "maybe"},          {"threads", "2x"},
      {"threads", "99999999999"}, {"bytes", ""},
      {"ratio", "fast"},          {"level", "medium"},
      {"allow_nodes", "#"},       {"unknown", "some value"},
      {"partition_order", ""},
  };
  for (const auto& [key, value] : bad) {
    const Status status = Parse({key}, {value});
    EXPECT_EQ(status.code(), base::StatusCode::kInvalidArgument) << key;
    for (const std::string part : {key, value}) {
      EXPECT_NE(status.message().find("'" + part + "'"), std::string::npos)
          << status;
    }
  }
  EXPECT_EQ(threads_, 7);
  EXPECT_NE(Parse({"unknown"}, {"x"})
                .message()
                .find("it has fast (true or false), threads (integer), bytes"),
            std::string::npos);
}

TEST_F(DelegateOptionParserTest, NullPointersAreErrors) {
  EXPECT_FALSE(parser_.Parse(nullptr, nullptr, 1).ok());
  EXPECT_FALSE(Parse({nullptr}, {"1"}).ok());
  EXPECT_FALSE(Parse({"fast"}, {nullptr}).ok());
}

}  // namespace
}  // namespace tflite::delegates
