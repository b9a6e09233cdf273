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
