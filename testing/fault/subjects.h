#ifndef TESTING_FAULT_SUBJECTS_H_
#define TESTING_FAULT_SUBJECTS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "testing/fault/mutator.h"

namespace tflite::fault {

// A model to mutate, with the known contents of its inputs.
struct Subject {
  std::string name;
  std::unique_ptr<Mutator> mutator;
  std::vector<std::string> inputs;
};

// Collects models from files.
class Subjects {
 public:
  // Larger models (in bytes) are skipped.
  explicit Subjects(int64_t most_bytes) : most_bytes_(most_bytes) {}

  // Adds a .tflite file, a packed file of recorded cases (.zip), or a folder
  // with such files or folders; other files are skipped.
  base::Status AddPath(const std::string& path);
  // `file` must pass VerifyStructure.
  void Add(const std::string& name, std::string file,
           std::vector<std::string> inputs);

  const std::vector<Subject>& all() const { return all_; }

 private:
  base::Status AddFolder(const std::string& path);
  base::Status AddPacked(const std::string& path);

  int64_t most_bytes_;
  std::vector<Subject> all_;
};

}  // namespace tflite::fault

#endif  // TESTING_FAULT_SUBJECTS_H_
