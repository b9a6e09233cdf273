#ifndef TOOLS_EVALUATION_RUN_STATE_FILE_H_
#define TOOLS_EVALUATION_RUN_STATE_FILE_H_

#include <chrono>
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
// records, and possibly a part of one, which the next run drops. The records
// reach the disk about once a second: a machine that loses power loses those of
// the last second, and may leave zeros in their place, which are dropped, too.
// While a run has the file open, it is locked.
//
// Format: the line "TFLLEVAL2", then entries of 4-byte little-endian numbers,
// the length, its complement and a checksum (FNV-1a), and a serialized message:
// a StateHeader, then ImageRecords.
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

  // Not thread-safe. Waits for the disk if it has not done so for a second, or
  // for fifty times as long as that has taken.
  base::Status Append(const ImageRecord& record);
  // Waits until the disk has all records; for the end of a run.
  base::Status Sync();

 private:
  using Clock = std::chrono::steady_clock;

  StateFile(std::string path, int file) : path_(std::move(path)), file_(file) {}
  base::Status Load(const StateHeader& header);
  base::Status Begin(const std::string& start);
  base::Status Write(const std::string& bytes);

  const std::string path_;
  const int file_;
  std::vector<ImageRecord> records_;
  Clock::time_point next_sync_;
};

// Reads a state file, e.g. of a shard, without locking it. A partial record at
// its end, or zeros, are ignored; other damage is an error.
base::StatusOr<RunState> ReadStateFile(const std::string& path);

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_RUN_STATE_FILE_H_
