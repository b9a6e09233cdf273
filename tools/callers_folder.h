#ifndef TOOLS_CALLERS_FOLDER_H_
#define TOOLS_CALLERS_FOLDER_H_

namespace tflite {
namespace tools {

// `bazel run` starts a program in its runfiles, but paths on the command line
// are relative to the user's folder: changes to that folder. Does nothing if
// the program was started in another way. Call first in main().
void EnterCallersFolder();

}  // namespace tools
}  // namespace tflite

#endif  // TOOLS_CALLERS_FOLDER_H_
