#ifndef TOOLS_CALLERS_FOLDER_H_
#define TOOLS_CALLERS_FOLDER_H_

namespace tflite {
namespace tools {

// `bazel run` starts a program in its runfiles, while paths on the command line
// are relative to the user's folder: goes there. Does nothing where the program
// was started in another way. The first call of main().
void EnterCallersFolder();

}  // namespace tools
}  // namespace tflite

#endif  // TOOLS_CALLERS_FOLDER_H_
