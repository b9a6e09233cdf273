#include "tensorflow_lite_lite/delegate/node_filter.h"

#include "gtest/gtest.h"

namespace tflite::delegates {
namespace {

FilteredNode Node(int index, const char* op,
                  std::vector<const char*> names = {}) {
  FilteredNode node;
  node.index = index;
  node.op_name = op;
  node.output_names = std::move(names);
  return node;
}

NodeFilter Make(const std::string& allow, const std::string& deny) {
  StatusOr<NodeFilter> filter = NodeFilter::Parse(allow, deny);
  EXPECT_TRUE(filter.ok()) << filter.status();
  return filter.ok() ? *filter : NodeFilter();
}

TEST(NodeFilter, EmptyListsLetEverythingPass) {
  for (const NodeFilter& filter : {NodeFilter(), Make("", " ")}) {
    EXPECT_FALSE(filter.LooksAtNames());
    EXPECT_TRUE(filter.Check(Node(3, "ADD")).ok());
  }
}

TEST(NodeFilter, AllowsByOperatorIndexAndName) {
  const NodeFilter filter = Make("ADD, #4,name:conv/1", "");
  EXPECT_TRUE(filter.LooksAtNames());
  EXPECT_TRUE(filter.Check(Node(0, "ADD")).ok());
  EXPECT_TRUE(filter.Check(Node(4, "SUB")).ok());
  EXPECT_TRUE(filter.Check(Node(5, "SUB", {"a", "net/conv/1/out"})).ok());
  EXPECT_FALSE(filter.Check(Node(5, "SUB", {"net/conv/2", nullptr})).ok());
  EXPECT_FALSE(filter.Check(Node(40, "ADD_N")).ok());
}

TEST(NodeFilter, DenyWinsAndSaysWhichItem) {
  const NodeFilter filter = Make("ADD", "#2,name:x");
  EXPECT_TRUE(filter.Check(Node(1, "ADD")).ok());
  const Status by_index = filter.Check(Node(2, "ADD"));
  EXPECT_EQ(by_index.code(), base::StatusCode::kUnimplemented);
  EXPECT_EQ(by_index.message(), "the user denied '#2'");
  EXPECT_EQ(filter.Check(Node(3, "ADD", {"x1"})).message(),
            "the user denied 'name:x'");
  EXPECT_EQ(filter.Check(Node(3, "SUB")).message(),
            "it is not among the nodes that the user allowed");
}

TEST(NodeFilter, CustomOperatorsAreKnownByTheirNames) {
  const NodeFilter filter = Make("", "My::Op:2");
  EXPECT_FALSE(filter.Check(Node(0, "My::Op:2")).ok());
  EXPECT_TRUE(filter.Check(Node(0, "My::Op")).ok());
}

TEST(NodeFilter, IndicesOutsideTheLimitsDoNotPass) {
  NodeFilter filter;
  filter.LimitIndices(2, 4);
  EXPECT_FALSE(filter.Check(Node(1, "ADD")).ok());
  EXPECT_TRUE(filter.Check(Node(2, "ADD")).ok());
  EXPECT_TRUE(filter.Check(Node(4, "ADD")).ok());
  EXPECT_EQ(filter.Check(Node(5, "ADD")).message(),
            "its index is greater than the last one to delegate, 4");
}

TEST(NodeFilter, ListsThatCannotBeReadNameTheItem) {
  for (const char* list : {"ADD,,SUB", "#", "#x", "#-1", "name:", "ADD,"}) {
    const auto allowed = NodeFilter::Parse(list, "");
    ASSERT_FALSE(allowed.ok()) << list;
    EXPECT_NE(allowed.status().message().find("list of allowed nodes"),
              std::string::npos);
    const auto denied = NodeFilter::Parse("", list);
    ASSERT_FALSE(denied.ok()) << list;
    EXPECT_NE(denied.status().message().find("list of denied nodes"),
              std::string::npos);
  }
  EXPECT_NE(NodeFilter::Parse("#7x", "").status().message().find("'#7x'"),
            std::string::npos);
}

}  // namespace
}  // namespace tflite::delegates
