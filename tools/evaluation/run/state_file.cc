#include "tools/evaluation/run/state_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <set>
#include <utility>

#include "tools/evaluation/image/preprocessor.h"
#include "tools/evaluation/run/hash.h"
#include "tools/logging.h"

namespace tflite {
namespace evaluation {
namespace {

constexpr char kMagic[] = "TFLLEVAL1\n";
constexpr size_t kMagicSize = sizeof(kMagic) - 1;
constexpr size_t kPrefixSize = 8;  // of an entry

std::string LittleEndian(uint32_t value) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) {
    bytes.push_back(static_cast<char>(value >> (8 * i)));
  }
  return bytes;
}

uint32_t FromLittleEndian(const char* bytes) {
  uint32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    value |= static_cast<uint32_t>(static_cast<unsigned char>(bytes[i]))
             << (8 * i);
  }
  return value;
}

std::string Entry(const std::string& message) {
  return LittleEndian(static_cast<uint32_t>(message.size())) +
         LittleEndian(Fnv32(message)) + message;
}

// Reads the complete entries of a file.
class EntryReader {
 public:
  enum class Found { kEntry, kEnd, kDamage };

  explicit EntryReader(const std::string& bytes) : bytes_(bytes) {}

  // kEnd also if the rest is only a part of an entry, as a process that is
  // killed leaves it; kDamage if an entry is complete but has changed.
  Found Next(std::string* message) {
    if (bytes_.size() - at_ < kPrefixSize) return Found::kEnd;
    const size_t length = FromLittleEndian(&bytes_[at_]);
    const uint32_t sum = FromLittleEndian(&bytes_[at_ + 4]);
    if (bytes_.size() - at_ - kPrefixSize < length) return Found::kEnd;
    *message = bytes_.substr(at_ + kPrefixSize, length);
    if (Fnv32(*message) != sum) return Found::kDamage;
    at_ += kPrefixSize + length;
    return Found::kEntry;
  }

  // The end of the last complete entry.
  size_t at() const { return at_; }

 private:
  const std::string& bytes_;
  size_t at_ = kMagicSize;
};

bool HasMagic(const std::string& bytes) {
  return bytes.compare(0, kMagicSize, kMagic) == 0;
}

// What a file of this run begins with.
std::string Start(const StateHeader& header) {
  return kMagic + Entry(header.SerializeAsString());
}

bool HasKnownClasses(const RunDescription& run,
                     const ImagePrediction& prediction) {
  if (prediction.top_scores_size() != prediction.top_classes_size()) {
    return false;
  }
  for (const int id : prediction.top_classes()) {
    if (id < 0 || id >= run.labels_size()) return false;
  }
  return true;
}

// Everything that computes results relies on this.
base::Status CheckRecord(const StateHeader& header, const ImageRecord& record) {
  const RunDescription& run = header.run();
  const int64_t index = record.index();
  if (index < 0 || index >= run.num_images() ||
      index % header.num_shards() != header.shard_index()) {
    return base::Invalid("image ", index, " does not belong to shard ",
                         header.shard_index(), " of ", header.num_shards(),
                         " with ", run.num_images(), " images in all");
  }
  if (!HasKnownClasses(run, record.prediction()) ||
      !HasKnownClasses(run, record.reference())) {
    return base::Invalid("image ", index, " has invalid classes");
  }
  return base::OkStatus();
}

base::StatusOr<RunState> Parse(const std::string& path,
                               const std::string& bytes, size_t* end) {
  RunState state;
  EntryReader reader(bytes);
  std::string message;
  using Found = EntryReader::Found;
  if (!HasMagic(bytes) || reader.Next(&message) != Found::kEntry ||
      !state.header.ParseFromString(message) ||
      !CheckShard(state.header.shard_index(), state.header.num_shards(), path)
           .ok()) {
    return base::Invalid(path, " is not a complete state file");
  }
  std::set<int64_t> known;
  Found found;
  while ((found = reader.Next(&message)) == Found::kEntry) {
    ImageRecord& record = state.records.emplace_back();
    if (!record.ParseFromString(message)) {
      return base::Invalid(path, ": record ", state.records.size() - 1,
                           " cannot be read");
    }
    TFLL_RETURN_IF_ERROR(
        base::Annotate(CheckRecord(state.header, record), path));
    if (!known.insert(record.index()).second) {
      return base::Invalid(path, " has image ", record.index(), " twice");
    }
  }
  if (found == Found::kDamage) {
    return base::Invalid(path, " is damaged at byte ", reader.at(), ", after ",
                         state.records.size(), " of its records");
  }
  *end = reader.at();
  return state;
}

// The first line that only one of the configurations has.
std::string Difference(const RunDescription& a, const RunDescription& b) {
  const std::set<std::string> lines(a.configuration().begin(),
                                    a.configuration().end());
  for (const std::string& line : b.configuration()) {
    if (lines.count(line) == 0) return line;
  }
  return "fewer options";
}

base::Status CheckSameRun(const std::string& path, const StateHeader& has,
                          const StateHeader& wanted) {
  if (has.run().task() != wanted.run().task()) {
    return base::Invalid(path, " belongs to the task ", has.run().task());
  }
  if (has.shard_index() != wanted.shard_index() ||
      has.num_shards() != wanted.num_shards()) {
    return base::Invalid(path, " belongs to shard ", has.shard_index(), " of ",
                         has.num_shards());
  }
  if (has.SerializeAsString() != wanted.SerializeAsString()) {
    return base::Invalid(path, " belongs to a run with ",
                         Difference(wanted.run(), has.run()), " instead of ",
                         Difference(has.run(), wanted.run()));
  }
  return base::OkStatus();
}

base::Status SystemError(const std::string& what, const std::string& path) {
  return base::Invalid("cannot ", what, " ", path, ": ", std::strerror(errno));
}

}  // namespace

base::Status CheckShard(int index, int count, const std::string& state_file) {
  if (count < 1 || index < 0 || index >= count) {
    return base::Invalid("--shard_index=", index,
                         " is not one of --num_shards=", count);
  }
  if (count > 1 && state_file.empty()) {
    return base::Invalid("a shard needs a --state_file, which is its result");
  }
  return base::OkStatus();
}

base::StatusOr<std::unique_ptr<StateFile>> StateFile::Open(
    const std::string& path, const StateHeader& header) {
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return SystemError("open", path);
  std::unique_ptr<StateFile> state(new StateFile(path, file));
  if (flock(file, LOCK_EX | LOCK_NB) != 0) {
    return base::Invalid(path, " is in use by another run");
  }
  TFLL_RETURN_IF_ERROR(state->Load(header));
  return state;
}

StateFile::~StateFile() { close(file_); }

base::Status StateFile::Load(const StateHeader& header) {
  TFLL_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path_));
  // New, or what a run that was killed before its first image has left.
  const std::string start = Start(header);
  if (bytes.size() < start.size() &&
      start.compare(0, bytes.size(), bytes) == 0) {
    if (ftruncate(file_, 0) != 0) return SystemError("write", path_);
    return Write(start);
  }
  size_t end = 0;
  TFLL_ASSIGN_OR_RETURN(RunState state, Parse(path_, bytes, &end));
  TFLL_RETURN_IF_ERROR(CheckSameRun(path_, state.header, header));
  records_ = std::move(state.records);
  if (end < bytes.size()) {
    TFLITE_LOG(WARN) << path_ << ": dropped an unfinished record, the last "
                     << bytes.size() - end << " bytes";
  }
  if (ftruncate(file_, static_cast<off_t>(end)) != 0) {
    return SystemError("write", path_);
  }
  lseek(file_, 0, SEEK_END);
  return base::OkStatus();
}

base::Status StateFile::Write(const std::string& bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t n = write(file_, bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return SystemError("write", path_);
    done += static_cast<size_t>(n);
  }
  return base::OkStatus();
}

base::Status StateFile::Append(const ImageRecord& record) {
  const off_t start = lseek(file_, 0, SEEK_CUR);
  const base::Status status = Write(Entry(record.SerializeAsString()));
  // A part of a record, as a full disk leaves it, must not be followed by
  // another one.
  if (!status.ok() && ftruncate(file_, start) == 0) {
    lseek(file_, start, SEEK_SET);
  }
  return status;
}

base::StatusOr<RunState> ReadStateFile(const std::string& path) {
  TFLL_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
  size_t end = 0;
  return Parse(path, bytes, &end);
}

}  // namespace evaluation
}  // namespace tflite
