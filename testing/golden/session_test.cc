// A session fails unless each case does what the lists say of it.
#include "testing/golden/session.h"

#include <sys/stat.h>

#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite {
namespace golden {
namespace {

// Recorded cases of which three differ from their record, as known_faults.txt
// explains.
constexpr char kCases[] = "testing/golden/ops/ATAN2.zip";
constexpr char kFaults[] =
    "ATAN2/f32_rank4: why\nATAN2/f32_rank5: why\nATAN2/f32_rank6: why\n";
constexpr char kAgreeing[] = "ATAN2/f32_same: why\n";

std::string FileWith(const std::string& name, const std::string& text) {
  const std::string path = ::testing::TempDir() + "/" + name;
  std::ofstream(path) << text;
  return path;
}

int ExitOn(const DelegateUnderTest& delegate, Arguments arguments,
           const std::string& path) {
  arguments.paths = {path};
  Session session(std::move(arguments), delegate);
  const base::Status opened = session.Open();
  EXPECT_TRUE(opened.ok()) << opened;
  session.RunPath(path);
  return session.Finish();
}

// The exit code of a session with these lists.
int Exit(const std::string& faults, const std::string& steps = "",
         Arguments arguments = {}, const std::string& path = kCases) {
  arguments.known_fault_files = FileWith("faults.txt", faults);
  arguments.allowed_steps_files = FileWith("steps.txt", steps);
  return ExitOn(DelegateUnderTest(), std::move(arguments), path);
}

TEST(Session, FaultsMustBeListed) {
  EXPECT_EQ(Exit(kFaults), 0);
  EXPECT_EQ(Exit(""), 1);
}

TEST(Session, ListedFaultsMustDifferFromTheirRecord) {
  EXPECT_EQ(Exit(std::string(kFaults) + kAgreeing), 1);
}

TEST(Session, ListedStepsMustBeOff) { EXPECT_EQ(Exit(kFaults, kAgreeing), 1); }

TEST(Session, ListedCasesMustExist) {
  const std::string absent = "ATAN2/absent: why\n";
  EXPECT_EQ(Exit(kFaults + absent), 1);
  EXPECT_EQ(Exit(kFaults, absent), 1);
  // A part of the cases says nothing of the others.
  Arguments part;
  part.filter = "f32_rank";
  EXPECT_EQ(Exit(kFaults + absent, "", part), 0);
}

TEST(Session, TooFewCasesFail) {
  Arguments arguments;
  arguments.least_cases = 3;
  EXPECT_EQ(Exit(kFaults, "", arguments), 0);
  arguments.least_cases = 1000;
  EXPECT_EQ(Exit(kFaults, "", arguments), 1);
}

TEST(Session, AbsentCasesFailUnlessTheyMayBeAbsent) {
  Arguments arguments;
  EXPECT_EQ(Exit("", "", arguments, "absent"), 1);
  arguments.skip_absent = true;
  EXPECT_EQ(Exit("", "", arguments, "absent"), 0);
  arguments.least_cases = 1;
  EXPECT_EQ(Exit("", "", arguments, "absent"), 1);
}

TEST(Session, PresentFolderWithoutCasesFails) {
  const std::string folder = ::testing::TempDir() + "/empty";
  ASSERT_EQ(mkdir(folder.c_str(), 0777), 0);
  Arguments arguments;
  arguments.skip_absent = true;
  EXPECT_EQ(Exit("", "", arguments, folder), 1);
  // Neither does a folder of other things count as one that is absent.
  ASSERT_EQ(mkdir((folder + "/inner").c_str(), 0777), 0);
  EXPECT_EQ(Exit("", "", arguments, folder), 1);
}

TEST(Session, TooFewOfThePresentCasesFail) {
  Arguments arguments;
  arguments.skip_absent = true;
  arguments.least_present = 3;
  EXPECT_EQ(Exit(kFaults, "", arguments), 0);
  EXPECT_EQ(Exit("", "", arguments, "absent"), 0);
  arguments.least_present = 1000;
  EXPECT_EQ(Exit(kFaults, "", arguments), 1);
  EXPECT_EQ(Exit("", "", arguments, "absent"), 0);
}

TEST(Session, KnowsWhetherNoCaseIsAFailure) {
  Arguments arguments;
  arguments.paths = {"absent"};
  EXPECT_TRUE(WantsCases(arguments));
  arguments.skip_absent = true;
  EXPECT_FALSE(WantsCases(arguments));
  arguments.least_present = 1;
  EXPECT_FALSE(WantsCases(arguments));
  arguments.paths.push_back(kCases);
  EXPECT_TRUE(WantsCases(arguments));
  arguments.paths = {"absent"};
  arguments.least_cases = 1;
  EXPECT_TRUE(WantsCases(arguments));
}

// Recorded cases of one operator, of which a delegate takes all nodes or none.
class SessionDelegation : public ::testing::Test {
 protected:
  static constexpr char kFloors[] = "testing/golden/ops/FLOOR.zip";

  void UseMirror() {
    delegate_.params().Set<bool>("use_mirror_delegate", true);
  }
  // Takes the nodes with this code.
  void UseDummy(int code) {
    delegate_.params().Set<bool>("use_dummy_delegate", true);
    delegate_.params().Set<int32_t>("dummy_allowed_builtin_code", code);
  }
  int Exit() { return ExitOn(delegate_, arguments_, kFloors); }
  int ExitWithList(const std::string& text) {
    arguments_.delegated_nodes_file = FileWith("nodes.txt", text);
    return Exit();
  }
  // Counts as this program counts them for a list.
  std::string WrittenList() {
    arguments_.delegated_nodes_file = FileWith("nodes.txt", "");
    arguments_.update_golden = true;
    EXPECT_EQ(Exit(), 0);
    arguments_.update_golden = false;
    std::ifstream in(arguments_.delegated_nodes_file);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  DelegateUnderTest delegate_;
  Arguments arguments_;
};

TEST_F(SessionDelegation, MayBeRequired) {
  UseDummy(-1);
  EXPECT_EQ(Exit(), 0);
  arguments_.require_delegation = true;
  EXPECT_EQ(Exit(), 1);
}

TEST_F(SessionDelegation, IsFoundIfRequired) {
  UseMirror();
  arguments_.require_delegation = true;
  EXPECT_EQ(Exit(), 0);
}

TEST_F(SessionDelegation, MustBeAsListed) {
  UseMirror();
  const std::string all = WrittenList();
  ASSERT_NE(all.find("FLOOR "), std::string::npos) << all;
  EXPECT_EQ(ExitWithList(all), 0);
  EXPECT_EQ(ExitWithList(""), 1);
  EXPECT_EQ(ExitWithList("FLOOR 1 of 1000\n"), 1);
  EXPECT_EQ(ExitWithList(all + "CEIL 1 of 1\n"), 1);
}

TEST_F(SessionDelegation, MustNotBeLessThanListed) {
  UseMirror();
  const std::string all = WrittenList();
  delegate_.params().Set<bool>("use_mirror_delegate", false);
  UseDummy(-1);
  EXPECT_EQ(ExitWithList(all), 1);
  EXPECT_EQ(ExitWithList(""), 0);
}

// A list says which nodes the delegate leaves to the CPU: it must not fail.
TEST_F(SessionDelegation, MayFailOnlyWithoutAList) {
  UseDummy(kTfLiteBuiltinFloor);
  delegate_.params().Set<bool>("dummy_error_during_init", true);
  EXPECT_EQ(Exit(), 0);
  EXPECT_EQ(ExitWithList(""), 1);
}

}  // namespace
}  // namespace golden
}  // namespace tflite
