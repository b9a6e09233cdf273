#ifndef TOOLS_EVALUATION_RUN_STATE_FILE_H_
#define TOOLS_EVALUATION_RUN_STATE_FILE_H_

#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tools/evaluation/proto/evaluation_records.pb.h"

namespace tflite {
namespace evaluation {

// An error unless the shard exists, and has a state file if there are several.
base::Status CheckShard(int index, int count, const std::string& state_file);

// The contents of a state file.
struct RunState {
  StateHeader header;
  std::vector<ImageRecord> records;  // in the order of completion
};

// A file to which a run appends each image's record as soon as it has it, each
// by one system call: a process that is killed leaves a file with all complete
// records, and possibly a part of one, which the next run drops. While a run
// has the file open, it is locked.
//
// Format: the line "TFLLEVAL1", then entries of a 4-byte length and a 4-byte
// checksum (FNV-1a), both little-endian, and a serialized message: a
// StateHeader, then ImageRecords.
class StateFile {
 public:
  // Creates the file with this header, or opens one that has it and reads its
  // records. An error if another process has it open, if it belongs to another
  // run (the message says what differs), or if it is damaged or not a state
  // file; the file stays as it is then.
  static base::StatusOr<std::unique_ptr<StateFile>> Open(
      const std::string& path, const StateHeader& header);
  ~StateFile();
  StateFile(const StateFile&) = delete;
  StateFile& operator=(const StateFile&) = delete;

  // The records that the file had when it was opened.
  const std::vector<ImageRecord>& records() const { return records_; }

  // Not thread-safe.
  base::Status Append(const ImageRecord& record);

 private:
  StateFile(std::string path, int file) : path_(std::move(path)), file_(file) {}
  base::Status Load(const StateHeader& header);
  base::Status Write(const std::string& bytes);

  const std::string path_;
  const int file_;
  std::vector<ImageRecord> records_;
};

// Reads a state file, e.g. of a shard, without locking it. A partial record at
// its end is ignored; other damage is an error.
base::StatusOr<RunState> ReadStateFile(const std::string& path);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_RUN_STATE_FILE_H_
