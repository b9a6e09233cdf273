#include "tools/plugin_check/plugin_check.h"

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "testing/fault/small_model.h"
#include "tools/plugin_check/guarded_run.h"
#include "tools/plugin_check/registration_probe.h"

namespace tflite {
namespace plugin_check {
namespace {

constexpr char kModel[] = "testing/c_api/testdata/add_resized/model.tflite";

Findings Check(const std::string& name,
               const external::PluginOptions& options = {},
               const std::string& model = "") {
  return CheckPlugin({"testing/plugins/" + name + ".so", options, model});
}

bool HasLine(const Findings& findings, const std::string& line) {
  return ("\n" + findings.text).find("\n" + line + "\n") != std::string::npos;
}

bool Mentions(const Findings& findings, const std::string& text) {
  return findings.text.find(text) != std::string::npos;
}

TEST(PluginCheck, DescribesAClassicPlugin) {
  const Findings findings = Check("classic_add");
  EXPECT_TRUE(findings.status.ok()) << findings.text;
  EXPECT_TRUE(HasLine(findings, "kind: plugin")) << findings.text;
  EXPECT_TRUE(HasLine(findings, "delegate: classic")) << findings.text;
  EXPECT_TRUE(HasLine(findings, "needs from its host: none")) << findings.text;
  EXPECT_TRUE(HasLine(findings, "missing symbols: none")) << findings.text;
  EXPECT_TRUE(HasLine(findings, "registration: 88 bytes, today's"))
      << findings.text;
  EXPECT_TRUE(HasLine(findings, "run: ok")) << findings.text;
}

TEST(PluginCheck, NamesWhatAnOpaquePluginNeeds) {
  const Findings findings = Check("opaque_add");
  EXPECT_TRUE(findings.status.ok()) << findings.text;
  EXPECT_TRUE(HasLine(findings, "delegate: opaque")) << findings.text;
  EXPECT_TRUE(Mentions(findings, "TfLiteOpaqueContextGetExecutionPlan"));
  EXPECT_TRUE(HasLine(findings, "missing symbols: none")) << findings.text;
}

TEST(PluginCheck, SeesThroughTheShim) {
  const Findings findings = Check("opaque_add_over_shim");
  EXPECT_TRUE(findings.status.ok()) << findings.text;
  EXPECT_TRUE(HasLine(findings, "delegate: classic")) << findings.text;
  EXPECT_TRUE(HasLine(findings, "needs from its host: none")) << findings.text;
}

TEST(PluginCheck, NamesAStableDelegate) {
  const Findings findings = Check("stable_add");
  EXPECT_TRUE(findings.status.ok()) << findings.text;
  EXPECT_TRUE(HasLine(findings,
                      "kind: stable delegate \"stable add\" 0.1, interface "
                      "1.0.0"))
      << findings.text;
}

TEST(PluginCheck, NoticesAnOldRegistration) {
  const Findings findings = Check("short_registration_add");
  EXPECT_TRUE(findings.status.ok()) << findings.text;
  EXPECT_TRUE(Mentions(findings, "registration: 64 bytes")) << findings.text;
}

TEST(PluginCheck, SaysWhatIsTakenOfAModel) {
  const Findings findings = Check("classic_add", {}, kModel);
  EXPECT_TRUE(findings.status.ok()) << findings.text;
  EXPECT_TRUE(Mentions(findings, "1 of 1 node delegated, in 1 partition"))
      << findings.text;
}

// ADD, followed by an integer division by an input. Other inputs are strings
// and a constant.
std::string DivisionModel() {
  ModelT model = fault::AddModel();
  const int text = fault::AddTensor(&model, 0, "text", TensorType_STRING, {2});
  const int x = fault::AddTensor(&model, 0, "a", TensorType_INT32, {2});
  const int y = fault::AddTensor(&model, 0, "b", TensorType_INT32, {2});
  const int z = fault::AddTensor(&model, 0, "quotient", TensorType_INT32, {2});
  fault::AddNode(&model, 0, BuiltinOperator_DIV, {x, y}, {z})
      ->builtin_options.Set(DivOptionsT());
  SubGraphT& graph = *model.subgraphs[0];
  graph.inputs.insert(graph.inputs.end(), {1, text, x, y});
  graph.outputs.push_back(z);
  model.signature_defs.clear();
  const std::string path = ::testing::TempDir() + "/division.tflite";
  std::ofstream(path, std::ios::binary) << fault::Pack(model);
  return path;
}

TEST(PluginCheck, DoesNotBlameThePluginForAnInput) {
  const Findings findings = Check("classic_add", {}, DivisionModel());
  EXPECT_TRUE(findings.status.ok()) << findings.text;
  EXPECT_TRUE(Mentions(findings, "run: not checked: without the delegate, too"))
      << findings.text;
  EXPECT_TRUE(Mentions(findings, "DIV")) << findings.text;
}

TEST(PluginCheck, NoticesAKernelThatFailsInTheRun) {
  const Findings findings = Check("classic_add", {{"fail_at", "invoke"}});
  EXPECT_FALSE(findings.status.ok());
  EXPECT_TRUE(Mentions(findings, "the CPU took over its nodes"))
      << findings.text;
  EXPECT_TRUE(Mentions(findings, "the kernel failed to invoke"))
      << findings.text;
}

TEST(PluginCheck, ReportsWhyNothingIsMade) {
  const Findings findings = Check("classic_add", {{"fail", "no device"}});
  EXPECT_FALSE(findings.status.ok());
  EXPECT_TRUE(Mentions(findings, "FAILED: ")) << findings.text;
  EXPECT_TRUE(Mentions(findings, "no device")) << findings.text;
}

TEST(PluginCheck, ReportsWhyItCannotBeApplied) {
  const Findings findings = Check("opaque_add", {{"fail_at", "prepare"}});
  EXPECT_FALSE(findings.status.ok());
  EXPECT_TRUE(Mentions(findings, "add plugin: told to fail")) << findings.text;
}

TEST(PluginCheck, SurvivesCrashes) {
  const Findings create = Check("classic_add", {{"crash", "create"}});
  EXPECT_FALSE(create.status.ok());
  EXPECT_TRUE(Mentions(create, "in: creating a delegate")) << create.text;
  const Findings prepare = Check("classic_add", {{"crash", "prepare"}});
  EXPECT_FALSE(prepare.status.ok());
  EXPECT_TRUE(Mentions(prepare, "in: applying the delegate")) << prepare.text;
}

TEST(PluginCheck, NamesMissingSymbolsAndFunctions) {
  const Findings symbols = Check("lacking_symbols");
  EXPECT_FALSE(symbols.status.ok());
  EXPECT_TRUE(Mentions(symbols, "no_host_has_this")) << symbols.text;
  const Findings functions = Check("lacking_destroy");
  EXPECT_FALSE(functions.status.ok());
  EXPECT_TRUE(Mentions(functions, "tflite_plugin_destroy_delegate"));
}

TEST(PluginCheck, RefusesWhatIsNoLibrary) {
  EXPECT_FALSE(Check("not_a_library").status.ok());
  EXPECT_FALSE(Check("absent").status.ok());
}

TEST(GuardedRun, HandsLinesAndErrorsOn) {
  const Outcome outcome = RunGuarded([](Journal& journal) {
    journal.Begin("one");
    journal.Add("first line");
    journal.Add("");
    return base::Invalid("what is wrong");
  });
  EXPECT_EQ(outcome.lines, (std::vector<std::string>{"first line", ""}));
  EXPECT_EQ(outcome.status.message(), "what is wrong");
}

TEST(GuardedRun, TellsHowAProcessEnded) {
  const Outcome killed = RunGuarded([](Journal& journal) {
    journal.Begin("one");
    journal.Add("a line");
    journal.Begin("two");
    std::abort();
    return base::OkStatus();
  });
  EXPECT_EQ(killed.lines.size(), 1u);
  EXPECT_NE(killed.status.message().find("signal 6"), std::string::npos);
  EXPECT_NE(killed.status.message().find("in: two"), std::string::npos);
  for (const int status : {0, 3}) {
    const Outcome ended = RunGuarded([&](Journal&) {
      std::_Exit(status);
      return base::OkStatus();
    });
    EXPECT_NE(ended.status.message().find("ended the process with status " +
                                          std::to_string(status)),
              std::string::npos)
        << status;
  }
}

TEST(GuardedRun, DoesNotWaitForProgramsThatOutliveTheProcess) {
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = RunGuarded([](Journal& journal) {
    journal.Add("a line");
    return std::system("sleep 20 >/dev/null 2>&1 &") == 0
               ? base::OkStatus()
               : base::Invalid("no shell");
  });
  EXPECT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.lines.size(), 1u);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(15));
}

TEST(RegistrationBytes, FollowTheFirstFieldThatWasNotWritten) {
  RegistrationTail tail;
  tail.seen = true;
  EXPECT_EQ(RegistrationBytes(tail), 88);
  tail.inplace_operator = 3;
  tail.async_kernel = 0x1000;
  EXPECT_EQ(RegistrationBytes(tail), 88);
  tail.async_kernel = 0;
  tail.inplace_operator = 0xA5A5A5A5A5A5A5A5;
  EXPECT_EQ(RegistrationBytes(tail), 80);
  tail.async_kernel = 0xA5A5;
  EXPECT_EQ(RegistrationBytes(tail), 72);
  tail.registration_external = 0xA5A5;
  EXPECT_EQ(RegistrationBytes(tail), 64);
  tail.is_operator = true;
  EXPECT_EQ(RegistrationBytes(tail), 88);
}

}  // namespace
}  // namespace plugin_check
}  // namespace tflite
