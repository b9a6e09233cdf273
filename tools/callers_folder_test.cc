#include "tools/callers_folder.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "gtest/gtest.h"

namespace tflite {
namespace tools {
namespace {

class CallersFolder : public ::testing::Test {
 protected:
  CallersFolder() : start_(Here()), root_(MakeRoot()) {}
  ~CallersFolder() override {
    unsetenv("BUILD_WORKING_DIRECTORY");
    if (chdir(start_.c_str()) != 0) ADD_FAILURE();
  }

  static std::string Here() {
    char* here = getcwd(nullptr, 0);
    const std::string text = here;
    free(here);
    return text;
  }
  // Creates a folder below the root and changes to it.
  std::string Enter(const std::string& name) {
    const std::string path = root_ + "/" + name;
    mkdir(path.c_str(), 0755);
    EXPECT_EQ(chdir(path.c_str()), 0);
    return Here();
  }

 private:
  static std::string MakeRoot() {
    std::string path = ::testing::TempDir() + "/callersXXXXXX";
    EXPECT_NE(mkdtemp(path.data()), nullptr);
    return path;
  }

  const std::string start_;
  const std::string root_;
};

TEST_F(CallersFolder, IsEnteredFromRunfiles) {
  const std::string callers = Enter("callers");
  setenv("BUILD_WORKING_DIRECTORY", callers.c_str(), 1);
  Enter("program.runfiles");
  Enter("program.runfiles/workspace");
  EnterCallersFolder();
  EXPECT_EQ(Here(), callers);
}

TEST_F(CallersFolder, IsLeftAloneElsewhere) {
  setenv("BUILD_WORKING_DIRECTORY", Enter("callers").c_str(), 1);
  const std::string elsewhere = Enter("elsewhere");
  EnterCallersFolder();
  EXPECT_EQ(Here(), elsewhere);
}

TEST_F(CallersFolder, IsNotKnownOutsideOfBazel) {
  unsetenv("BUILD_WORKING_DIRECTORY");
  const std::string here = Enter("program.runfiles");
  EnterCallersFolder();
  EXPECT_EQ(Here(), here);
}

}  // namespace
}  // namespace tools
}  // namespace tflite
