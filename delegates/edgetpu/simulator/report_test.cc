#include "delegates/edgetpu/simulator/report.h"

#include <clocale>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

RunReport Some(const std::string& layer) {
  RunReport report;
  report.name = "p";
  report.target = "t";
  report.cycles = 8;
  report.seconds = 0.25;
  report.peak_multiplications_per_cycle = 2;
  report.layers.resize(1);
  report.layers[0].name = layer;
  report.layers[0].end = 8;
  report.layers[0].multiplications = 2;
  return report;
}

// A locale whose numbers have a comma, in the format of the C library's
// compiled locales: identifier, number of values, their offsets, values.
void WriteCommaLocale(const std::string& folder) {
  std::filesystem::create_directories(folder);
  const std::string values[] = {
      std::string(",\0", 2),      std::string("\0", 1),
      std::string("\0", 1),       std::string(",\0\0\0", 4),
      std::string("\0\0\0\0", 4), std::string("UTF-8\0", 6)};
  uint32_t head[8] = {0x20031115u ^ LC_NUMERIC, 6};
  std::string body;
  for (int i = 0; i < 6; ++i) {
    if (values[i].size() == 4) body.resize((body.size() + 3) / 4 * 4);
    head[2 + i] = static_cast<uint32_t>(sizeof(head) + body.size());
    body += values[i];
  }
  std::ofstream file(folder + "/LC_NUMERIC", std::ios::binary);
  file.write(reinterpret_cast<const char*>(head), sizeof(head));
  file << body;
}

TEST(Report, NumbersDoNotDependOnTheLocale) {
  const std::string before = ReportJson({Some("l")}) + ReportTable(Some("l"));
  EXPECT_NE(before.find("\"seconds\": 0.250000000"), std::string::npos);
  EXPECT_NE(before.find("\"utilisation\": 0.1250"), std::string::npos);
  EXPECT_NE(before.find(" 0.125 "), std::string::npos);
  const std::string path = ::testing::TempDir() + "/locales";
  WriteCommaLocale(path + "/xx_XX");
  setenv("LOCPATH", path.c_str(), 1);
  if (std::setlocale(LC_NUMERIC, "xx_XX") == nullptr) {
    GTEST_SKIP() << "this C library has another format of locales";
  }
  EXPECT_STREQ(std::localeconv()->decimal_point, ",");
  EXPECT_EQ(ReportJson({Some("l")}) + ReportTable(Some("l")), before);
  std::setlocale(LC_NUMERIC, "C");
}

// Two layers, bound by different engines.
RunReport Full() {
  RunReport report;
  report.name = "net";
  report.target = "chip";
  report.cycles = 1000;
  report.seconds = 0.5;
  report.code_bytes = 7000;
  report.peak_multiplications_per_cycle = 4;
  report.layers.resize(2);
  LayerReport& a = report.layers[0];
  LayerReport& b = report.layers[1];
  a.name = "a";
  a.begin = 100;
  a.end = 300;
  a.multiplications = 400;
  a.array_cycles = 50;
  a.vector_cycles = 60;
  a.link_cycles = 11;
  a.ring_cycles = 12;
  a.host_bytes = 20;
  a.ring_bytes = 300;
  a.tile_bytes = 64;
  b = a;
  b.name = "b";
  b.begin = 300;
  b.end = 900;
  b.multiplications = 600;
  b.ring_cycles = 61;
  b.tile_bytes = 32;
  return report;
}

TEST(Report, TableHasTheLayersAndTheirSums) {
  EXPECT_EQ(Full().array_cycles(), 100u);
  const auto line = [](const std::string& name, const std::string& rest) {
    return name + std::string(32 - name.size(), ' ') + rest + "\n";
  };
  EXPECT_EQ(
      ReportTable(Full()),
      line("layer",
           "     cycles   util   host bytes   ring bytes tile bytes bound by") +
          line("a",
               "        200  0.500           20          300         64 "
               "vector") +
          line("b",
               "        600  0.250           20          300         32 "
               "ring") +
          line("all, with instructions",
               "       1000  0.250         7040          600         64 "));
}

TEST(Report, JsonHasAllNumbers) {
  EXPECT_EQ(ProgramJson(Full()),
            "{\"name\": \"net\", \"target\": \"chip\", \"cycles\": 1000, "
            "\"seconds\": 0.500000000, \"instruction_bytes\": 7000, "
            "\"peak_multiplications_per_cycle\": 4, \"layers\": [\n"
            "{\"name\": \"a\", \"cycles\": 200, \"utilisation\": 0.5000, "
            "\"bound\": \"vector\", \"begin\": 100, \"end\": 300, "
            "\"multiplications\": 400, \"array_cycles\": 50, "
            "\"vector_cycles\": 60, \"link_cycles\": 11, \"ring_cycles\": 12, "
            "\"host_bytes\": 20, \"ring_bytes\": 300, \"tile_bytes\": 64},\n"
            "{\"name\": \"b\", \"cycles\": 600, \"utilisation\": 0.2500, "
            "\"bound\": \"ring\", \"begin\": 300, \"end\": 900, "
            "\"multiplications\": 600, \"array_cycles\": 50, "
            "\"vector_cycles\": 60, \"link_cycles\": 11, \"ring_cycles\": 61, "
            "\"host_bytes\": 20, \"ring_bytes\": 300, \"tile_bytes\": 32}]}");
}

TEST(Report, NothingIsUsedInNoTimeOrOfNothing) {
  RunReport report = Full();
  report.layers.resize(1);
  report.layers[0].end = report.layers[0].begin;
  const auto has_zero = [&] {
    return ProgramJson(report).find("\"utilisation\": 0.0000, ") !=
           std::string::npos;
  };
  EXPECT_TRUE(has_zero());
  ++report.layers[0].end;
  EXPECT_FALSE(has_zero());
  report.peak_multiplications_per_cycle = 0;
  EXPECT_TRUE(has_zero());
}

// Of engines that work equally long, the first one counts.
TEST(Report, ALayerWithoutWorkIsBoundByTheArray) {
  EXPECT_STREQ(LayerReport().bound(), "multiply");
}

TEST(Report, NamesAreUtf8InJson) {
  const std::string json = ReportJson({Some("a\xE4\"")});
  EXPECT_NE(json.find("\"name\": \"a\\ufffd\\\"\""), std::string::npos) << json;
}

TEST(Report, AProgramIsAnElement) {
  const RunReport report = Some("l");
  EXPECT_EQ(ReportJson({}), std::string(kReportBegin) + kReportEnd);
  EXPECT_EQ(ReportJson({report, report}), std::string(kReportBegin) + "\n" +
                                              ProgramJson(report) + ",\n" +
                                              ProgramJson(report) + kReportEnd);
}

}  // namespace
}  // namespace tflite::edgetpu
