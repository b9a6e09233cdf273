#include "delegates/dsp/testing/process_state.h"

#include <dirent.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <thread>

namespace tflite::dsp {
namespace {

void ForEachEntry(const char* folder,
                  const std::function<void(const std::string&)>& body) {
  DIR* entries = opendir(folder);
  if (entries == nullptr) return;
  while (const dirent* entry = readdir(entries)) body(entry->d_name);
  closedir(entries);
}

// The parent of a process, from its state: "pid (name) state parent ...".
pid_t ParentOf(const std::string& pid) {
  std::ifstream in("/proc/" + pid + "/stat");
  std::string line;
  std::getline(in, line);
  const size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return -1;
  std::istringstream rest(line.substr(name_end + 1));
  std::string state;
  pid_t parent = -1;
  rest >> state >> parent;
  return parent;
}

std::vector<pid_t> Await(size_t count,
                         const std::function<std::vector<pid_t>()>& list) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  std::vector<pid_t> listed = list();
  while (listed.size() != count && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    listed = list();
  }
  return listed;
}

}  // namespace

std::vector<pid_t> Children() {
  std::vector<pid_t> children;
  ForEachEntry("/proc", [&](const std::string& name) {
    if (name.find_first_not_of("0123456789") != std::string::npos) return;
    if (ParentOf(name) == getpid()) children.push_back(std::atoi(name.c_str()));
  });
  return children;
}

std::vector<pid_t> ThreadsOf(pid_t process) {
  std::vector<pid_t> threads;
  const std::string folder = "/proc/" + std::to_string(process) + "/task";
  ForEachEntry(folder.c_str(), [&](const std::string& name) {
    if (name[0] != '.') threads.push_back(std::atoi(name.c_str()));
  });
  return threads;
}

std::vector<pid_t> AwaitChildren(size_t count) {
  return Await(count, Children);
}

std::vector<pid_t> AwaitThreadsOf(pid_t process, size_t count) {
  return Await(count, [process] { return ThreadsOf(process); });
}

int OpenDescriptors() {
  int count = 0;
  ForEachEntry("/proc/self/fd", [&](const std::string&) { ++count; });
  return count - 3;  // ".", "..", and the folder's own
}

int SharedMappings() {
  std::ifstream in("/proc/self/maps");
  int count = 0;
  for (std::string line; std::getline(in, line);) {
    count += line.find("/memfd:tflite_dsp") != std::string::npos;
  }
  return count;
}

}  // namespace tflite::dsp
