#include "delegates/dsp/transport/process_transport.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "delegates/dsp/wire/messages.h"

namespace tflite::dsp {
namespace {

constexpr uint32_t kVtcmPageBytes = 256 * 1024;

// A guest starts in milliseconds; the machine may be busy.
constexpr std::chrono::minutes kMostToOpen(2);

// The child's descriptor of the guest, its program.
constexpr int kChildProgram = 63;

struct Block {
  void* base;
  size_t bytes;
  OwnedFd fd;
};

class ProcessTransport : public DspTransport {
 public:
  explicit ProcessTransport(ProcessOptions options)
      : options_(std::move(options)) {}
  ~ProcessTransport() override {
    for (const Block& block : blocks_) munmap(block.base, block.bytes);
  }

  std::string Description() const override { return options_.description; }
  bool IsProcess() const override { return true; }

  StatusOr<void*> Alloc(size_t bytes) override {
    if (child_.has_value()) {
      return Invalid("the process has started; it maps nothing more");
    }
    TFLL_ASSIGN_OR_RETURN(OwnedFd fd, CreateMemoryFile("tflite_dsp", bytes));
    void* base =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
    if (base == MAP_FAILED) {
      return ResourceExhausted("shared memory of ", bytes,
                               " bytes could not be mapped: ", strerror(errno));
    }
    blocks_.push_back({base, bytes, std::move(fd)});
    return base;
  }

  StatusOr<int32_t> ToFd(void* memory) const override {
    int32_t fd = kChildMemory;
    for (const Block& block : blocks_) {
      if (block.base == memory) return fd;
      ++fd;
    }
    return Invalid("the memory is not the transport's");
  }

  StatusOr<uint64_t> Open() override;

  void Close(uint64_t handle) override {
    // The process has no state to save.
    child_.reset();
  }

  Status Invoke(uint64_t handle, uint32_t scalars, RemoteArg* args,
                Deadline deadline) override {
    if (!child_.has_value()) return Unavailable("there is no process");
    const Status status = Exchange(handle, scalars, args, deadline);
    if (!status.ok()) child_->Kill();
    return status;
  }

  StatusOr<uint32_t> Query(uint64_t handle, DspAttribute attribute) override {
    switch (attribute) {
      case DspAttribute::kVtcmPageBytes:
        return kVtcmPageBytes;
      case DspAttribute::kVtcmPages:
        return uint32_t{1};
    }
    return Unsupported("the attribute is not known");
  }

 private:
  StatusOr<OwnedFd> OpenGuest() const;
  Status Exchange(uint64_t handle, uint32_t scalars, RemoteArg* args,
                  Deadline deadline);
  Status SendCall(uint64_t handle, uint32_t scalars, const RemoteArg* args,
                  Deadline deadline);

  const ProcessOptions options_;
  std::vector<Block> blocks_;
  std::optional<ChildProcess> child_;
  uint32_t sequence_ = 0;
};

StatusOr<OwnedFd> ProcessTransport::OpenGuest() const {
  if (!options_.guest_path.empty()) {
    OwnedFd fd(open(options_.guest_path.c_str(), O_RDONLY | O_CLOEXEC));
    if (fd.get() < 0) {
      return Unavailable("'", options_.guest_path,
                         "' cannot be read: ", strerror(errno));
    }
    return fd;
  }
  const size_t bytes = options_.guest.size();
  TFLL_ASSIGN_OR_RETURN(OwnedFd fd,
                        CreateMemoryFile("tflite_dsp_guest", bytes));
  // Memory takes all in one call.
  if (write(fd.get(), options_.guest.data(), bytes) !=
      static_cast<ssize_t>(bytes)) {
    return ResourceExhausted("no memory for the guest's program of ", bytes,
                             " bytes");
  }
  return fd;
}

StatusOr<uint64_t> ProcessTransport::Open() {
  TFLL_ASSIGN_OR_RETURN(const OwnedFd guest, OpenGuest());
  ChildProcess::Program program;
  if (!options_.runner.empty()) program.argv.push_back(options_.runner);
  program.argv.push_back(StrCat("/proc/self/fd/", kChildProgram));
  program.fds.emplace_back(guest.get(), kChildProgram);
  int child_fd = kChildMemory;
  for (const Block& block : blocks_) {
    program.fds.emplace_back(block.fd.get(), child_fd++);
  }
  TFLL_ASSIGN_OR_RETURN(ChildProcess child, ChildProcess::Start(program));
  child_.emplace(std::move(child));
  // FastRPC opens a skeleton's handle by its method 0.
  char name[] = "tflite_dsp";
  uint32_t name_bytes = sizeof(name);
  uint64_t handle = 0;
  RemoteArg args[3];
  args[0].buffer = {&name_bytes, sizeof(name_bytes)};
  args[1].buffer = {name, sizeof(name)};
  args[2].buffer = {&handle, sizeof(handle)};
  TFLL_RETURN_IF_ERROR(Invoke(handle, MakeScalars(0, 2, 1), args,
                              std::chrono::steady_clock::now() + kMostToOpen));
  return handle;
}

Status ProcessTransport::SendCall(uint64_t handle, uint32_t scalars,
                                  const RemoteArg* args, Deadline deadline) {
  CallHeader header = {kCallMagic, ++sequence_, handle, scalars, {}, {}};
  const uint32_t inputs = InputsOf(scalars);
  const uint32_t count = inputs + OutputsOf(scalars);
  if (count > kMostBuffers) return Invalid(count, " buffers are too many");
  std::string message(sizeof(header), '\0');
  for (uint32_t i = 0; i < count; ++i) {
    const size_t bytes = args[i].buffer.bytes;
    if (bytes > kMostBufferBytes) {
      return Invalid("a buffer of ", bytes, " bytes is too large for a call");
    }
    header.bytes[i] = static_cast<uint32_t>(bytes);
    if (i < inputs) {
      message.append(static_cast<const char*>(args[i].buffer.data), bytes);
    }
  }
  std::memcpy(message.data(), &header, sizeof(header));
  return child_->Send(message.data(), message.size(), deadline);
}

Status ProcessTransport::Exchange(uint64_t handle, uint32_t scalars,
                                  RemoteArg* args, Deadline deadline) {
  TFLL_RETURN_IF_ERROR(SendCall(handle, scalars, args, deadline));
  ReplyHeader reply;
  TFLL_RETURN_IF_ERROR(child_->Receive(&reply, sizeof(reply), deadline));
  size_t expected = 0;
  const uint32_t inputs = InputsOf(scalars);
  for (uint32_t i = 0; i < OutputsOf(scalars); ++i) {
    expected += args[inputs + i].buffer.bytes;
  }
  if (reply.magic != kReplyMagic || reply.sequence != sequence_ ||
      reply.out_bytes != expected) {
    return Unavailable("the process answered what is no answer");
  }
  for (uint32_t i = 0; i < OutputsOf(scalars); ++i) {
    const auto& buffer = args[inputs + i].buffer;
    TFLL_RETURN_IF_ERROR(child_->Receive(buffer.data, buffer.bytes, deadline));
  }
  if (reply.status != 0) {
    return Unavailable("method ", MethodOf(scalars), " failed with ",
                       reply.status);
  }
  return OkStatus();
}

}  // namespace

std::unique_ptr<DspTransport> MakeProcessTransport(ProcessOptions options) {
  return std::make_unique<ProcessTransport>(std::move(options));
}

std::string FindProgram(const std::string& name) {
  const char* path = getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = folder + "/" + name;
    if (!folder.empty() && access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

}  // namespace tflite::dsp
