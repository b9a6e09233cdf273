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
  explicit EntryReader(const std::string& bytes) : bytes_(bytes) {}

  // False at the end, and if the rest is not a complete entry.
  bool Next(std::string* message) {
    if (bytes_.size() - at_ < kPrefixSize) return false;
    const size_t length = FromLittleEndian(&bytes_[at_]);
    const uint32_t sum = FromLittleEndian(&bytes_[at_ + 4]);
    if (bytes_.size() - at_ - kPrefixSize < length) return false;
    *message = bytes_.substr(at_ + kPrefixSize, length);
    if (Fnv32(*message) != sum) return false;
    at_ += kPrefixSize + length;
    return true;
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

// Whether a run that was killed before its first image may have left this.
bool IsStartOfMagic(const std::string& bytes) {
  return std::string(kMagic).compare(0, bytes.size(), bytes) == 0;
}

base::StatusOr<RunState> Parse(const std::string& path,
                               const std::string& bytes, size_t* end) {
  RunState state;
  EntryReader reader(bytes);
  std::string message;
  if (!HasMagic(bytes) || !reader.Next(&message) ||
      !state.header.ParseFromString(message)) {
    return base::Invalid(path, " is not a complete state file");
  }
  while (reader.Next(&message)) {
    if (!state.records.emplace_back().ParseFromString(message)) {
      return base::Invalid(path, ": record ", state.records.size() - 1,
                           " cannot be read");
    }
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
  std::string first;
  EntryReader reader(bytes);
  if (IsStartOfMagic(bytes) || (HasMagic(bytes) && !reader.Next(&first))) {
    if (ftruncate(file_, 0) != 0) return SystemError("write", path_);
    return Write(kMagic + Entry(header.SerializeAsString()));
  }
  size_t end = 0;
  TFLL_ASSIGN_OR_RETURN(RunState state, Parse(path_, bytes, &end));
  TFLL_RETURN_IF_ERROR(CheckSameRun(path_, state.header, header));
  records_ = std::move(state.records);
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
  return Write(Entry(record.SerializeAsString()));
}

base::StatusOr<RunState> ReadStateFile(const std::string& path) {
  TFLL_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
  size_t end = 0;
  return Parse(path, bytes, &end);
}

}  // namespace evaluation
}  // namespace tflite
