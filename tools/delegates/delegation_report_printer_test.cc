#include "tools/delegates/delegation_report_printer.h"

#include <fstream>
#include <sstream>
#include <string>

#include "gtest/gtest.h"

namespace tflite {
namespace tools {
namespace {

DelegationReport SmallReport() {
  DelegationReport report;
  report.graphs.resize(2);
  DelegationReport::Graph& graph = report.graphs[0];
  graph.name = "main";
  graph.delegates = {{"npu", ""}, {"gpu", "no device"}};
  graph.partitions = {{"npu", 4, {0}}};
  graph.nodes.resize(4);
  graph.nodes[0] = {0, "CONV_2D", "a", "npu", 0, {}};
  graph.nodes[1] = {1, "MUL", "a<b>&c", "", -1, {{"npu", "too big"}}};
  graph.nodes[2] = {2, "PAD", "", "", -1, {{"npu", "rank 6"}}};
  graph.nodes[3] = {3,  "MUL", std::string(50, 'x'),
                    "", -1,    {{"npu", "too big"}}};
  report.graphs[1].index = 1;
  report.graphs[1].skipped = true;
  report.graphs[1].nodes.resize(1);
  report.graphs[1].nodes[0].op = "ADD";
  return report;
}

TEST(DelegationReportText, IsATableWithASummary) {
  EXPECT_EQ(
      DelegationReportAsText(SmallReport()),
      "Subgraph 0 'main': 1 of 4 nodes delegated, in 1 partition\n"
      "  gpu is not applied: no device\n"
      "  2 nodes on the CPU: npu: too big (MUL)\n"
      "  1 node on the CPU: npu: rank 6 (PAD)\n"
      "  node  operator  output                                    run by  "
      "partition  reason\n"
      "     0  CONV_2D   a                                         npu     0\n"
      "     1  MUL       a<b>&c                                    CPU     -  "
      "        npu: too big\n"
      "     2  PAD                                                 CPU     -  "
      "        npu: rank 6\n"
      "     3  MUL       xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...  CPU     -  "
      "        npu: too big\n"
      "Subgraph 1: 0 of 1 node delegated, in 0 partitions; left to the node "
      "that runs it\n"
      "  1 node on the CPU: no delegate was applied (ADD)\n"
      "  node  operator  output  run by  partition  reason\n"
      "     0  ADD               CPU     -          no delegate was applied\n");
}

TEST(DelegationReportHtml, IsAPageWithEscapedNames) {
  const std::string html = DelegationReportAsHtml(SmallReport());
  EXPECT_EQ(html.find("<!DOCTYPE html>"), 0u);
  EXPECT_NE(html.find("<tr class=\"even\"><td>0</td><td>CONV_2D</td><td>a</td>"
                      "<td>npu</td><td>0</td><td></td></tr>"),
            std::string::npos);
  EXPECT_NE(html.find("<tr class=\"cpu\"><td>1</td><td>MUL</td>"
                      "<td>a&lt;b&gt;&amp;c</td><td>CPU</td><td>-</td>"
                      "<td>npu: too big</td></tr>"),
            std::string::npos);
  EXPECT_NE(html.find("<li>2 nodes on the CPU: npu: too big (MUL)</li>"),
            std::string::npos);
  EXPECT_NE(html.find("<li>gpu is not applied: no device</li>"),
            std::string::npos);
  // The page is self-contained.
  EXPECT_EQ(html.find("http"), std::string::npos);
}

TEST(WriteDelegationReport, WritesFilesAndNamesProblems) {
  const std::string path = ::testing::TempDir() + "/report.json";
  ASSERT_TRUE(WriteDelegationReport(SmallReport(), "json", path).ok());
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), DelegationReportAsJson(SmallReport()));
  const base::Status format = WriteDelegationReport(SmallReport(), "pdf", path);
  EXPECT_EQ(format.message(), "'pdf' is neither stdout, json nor html");
  const std::string nowhere = ::testing::TempDir() + "/no/such/folder/r.html";
  const base::Status file =
      WriteDelegationReport(SmallReport(), "html", nowhere);
  EXPECT_EQ(file.message(),
            "cannot write " + nowhere + ": No such file or directory");
}

}  // namespace
}  // namespace tools
}  // namespace tflite
