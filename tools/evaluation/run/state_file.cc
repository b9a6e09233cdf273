#include "tools/evaluation/run/state_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "tools/evaluation/image/preprocessor.h"
#include "tools/evaluation/run/hash.h"
#include "tools/logging.h"

namespace tflite {
namespace evaluation {
namespace {

constexpr char kMagic[] = "TFLLEVAL2\n";
constexpr size_t kMagicSize = sizeof(kMagic) - 1;
constexpr size_t kPrefixSize = 12;  // of an entry
constexpr std::chrono::seconds kSyncInterval(1);
// As a multiple of the time that the disk takes.
constexpr int kLeastSyncPause = 50;

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
  const auto length = static_cast<uint32_t>(message.size());
  return LittleEndian(length) + LittleEndian(~length) +
         LittleEndian(Fnv32(message)) + message;
}

// Reads the complete entries of a file.
class EntryReader {
 public:
  enum class Found { kEntry, kEnd, kDamage };

  explicit EntryReader(const std::string& bytes)
      : bytes_(bytes), zeros_from_(bytes.find_last_not_of('\0') + 1) {}

  // kEnd also if the rest is only a part of an entry, as a process that is
  // killed leaves it, or zeros that begin in it, as a machine does that loses
  // power; kDamage if an entry has changed.
  Found Next(std::string* message) {
    if (bytes_.size() - at_ < kPrefixSize) return Found::kEnd;
    const uint32_t length = FromLittleEndian(&bytes_[at_]);
    if (FromLittleEndian(&bytes_[at_ + 4]) != ~length) return Damage(0);
    if (bytes_.size() - at_ - kPrefixSize < length) return Found::kEnd;
    *message = bytes_.substr(at_ + kPrefixSize, length);
    if (FromLittleEndian(&bytes_[at_ + 8]) != Fnv32(*message)) {
      return Damage(length);
    }
    at_ += kPrefixSize + length;
    return Found::kEntry;
  }

  // The end of the last complete entry.
  size_t at() const { return at_; }

 private:
  // An entry of this length is not what was written.
  Found Damage(size_t length) const {
    return zeros_from_ < at_ + kPrefixSize + length ? Found::kEnd
                                                    : Found::kDamage;
  }

  const std::string& bytes_;
  const size_t zeros_from_;  // to the end
  size_t at_ = kMagicSize;
};

bool HasMagic(const std::string& bytes) {
  return bytes.compare(0, kMagicSize, kMagic) == 0;
}

// An error if another version of the program has written the file.
base::Status CheckVersion(const std::string& path, const std::string& bytes) {
  constexpr size_t kAt = kMagicSize - 2;
  if (bytes.size() < kMagicSize || bytes[kAt + 1] != '\n' ||
      bytes.compare(0, kAt, kMagic, kAt) != 0 || bytes[kAt] == kMagic[kAt]) {
    return base::OkStatus();
  }
  return base::Invalid(path, " is of ",
                       bytes[kAt] < kMagic[kAt] ? "an older" : "a newer",
                       " version of the evaluation, which has to finish it; "
                       "with another file, this one begins anew");
}

// What a file of this run begins with.
std::string Start(const StateHeader& header) {
  return kMagic + Entry(header.SerializeAsString());
}

// Whether the file is new, or what a run has left that ended before its first
// image: a part of the start, possibly with zeros in place of the rest.
bool IsUnfinishedStart(const std::string& bytes, const std::string& start) {
  const size_t zeros_from = bytes.find_last_not_of('\0') + 1;
  return bytes.size() <= start.size() && bytes != start &&
         start.compare(0, zeros_from, bytes, 0, zeros_from) == 0;
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
  TFLL_RETURN_IF_ERROR(CheckVersion(path, bytes));
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
                         state.records.size(),
                         " of its records; what follows is lost, the file is "
                         "usable again when cut off there");
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

// 0, or -1 with errno. What is no file of a disk has nothing to wait for.
int SyncIfFile(int file) {
  int result;
  do {
    result = fsync(file);
  } while (result != 0 && errno == EINTR);
  return result != 0 && errno != EINVAL && errno != ENOTSUP && errno != EROFS
             ? -1
             : 0;
}

// Devices may never end. What cannot be examined cannot be opened, which gives
// the reason.
base::Status CheckRegular(const std::string& path) {
  using Type = std::filesystem::file_type;
  std::error_code unknown;
  const Type type = std::filesystem::status(path, unknown).type();
  return type == Type::regular || type == Type::not_found || type == Type::none
             ? base::OkStatus()
             : base::Invalid(path, " is not a regular file");
}

// Waits until the disk has the name of a new file, too.
base::Status SyncFolderOf(const std::string& path) {
  const std::string parent = std::filesystem::path(path).parent_path();
  const std::string name = parent.empty() ? "." : parent;
  const int folder = open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // Writable folders need not be readable.
  if (folder < 0) return base::OkStatus();
  const int result = SyncIfFile(folder);
  const base::Status status =
      result == 0 ? base::OkStatus() : SystemError("write the folder", name);
  close(folder);
  return status;
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
  TFLL_RETURN_IF_ERROR(CheckRegular(path));
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return SystemError("open", path);
  std::unique_ptr<StateFile> state(new StateFile(path, file));
  if (flock(file, LOCK_EX | LOCK_NB) != 0) {
    return errno == EWOULDBLOCK
               ? base::Invalid(path, " is in use by another run")
               : SystemError("lock", path);
  }
  TFLL_RETURN_IF_ERROR(state->Load(header));
  return state;
}

StateFile::~StateFile() { close(file_); }

base::Status StateFile::Load(const StateHeader& header) {
  TFLL_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path_));
  const std::string start = Start(header);
  if (IsUnfinishedStart(bytes, start)) return Begin(start);
  size_t end = 0;
  TFLL_ASSIGN_OR_RETURN(RunState state, Parse(path_, bytes, &end));
  TFLL_RETURN_IF_ERROR(CheckSameRun(path_, state.header, header));
  records_ = std::move(state.records);
  if (end < bytes.size()) {
    TFLITE_LOG(WARN) << path_ << ": dropped what was not finished, the last "
                     << bytes.size() - end << " bytes";
  }
  if (ftruncate(file_, static_cast<off_t>(end)) != 0) {
    return SystemError("write", path_);
  }
  lseek(file_, 0, SEEK_END);
  next_sync_ = Clock::now() + kSyncInterval;
  return base::OkStatus();
}

base::Status StateFile::Begin(const std::string& start) {
  if (ftruncate(file_, 0) != 0) return SystemError("write", path_);
  TFLL_RETURN_IF_ERROR(Write(start));
  TFLL_RETURN_IF_ERROR(Sync());
  return SyncFolderOf(path_);
}

base::Status StateFile::Sync() {
  const Clock::time_point before = Clock::now();
  if (SyncIfFile(file_) != 0) return SystemError("write", path_);
  const Clock::time_point now = Clock::now();
  next_sync_ = now + std::max<Clock::duration>(
                         kSyncInterval, kLeastSyncPause * (now - before));
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
  if (status.ok() && Clock::now() >= next_sync_) return Sync();
  return status;
}

base::StatusOr<RunState> ReadStateFile(const std::string& path) {
  TFLL_RETURN_IF_ERROR(CheckRegular(path));
  TFLL_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
  size_t end = 0;
  return Parse(path, bytes, &end);
}

}  // namespace evaluation
}  // namespace tflite
