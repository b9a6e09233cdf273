#ifndef DELEGATES_EDGETPU_SIMULATOR_INSTRUCTION_TEST_FIXTURE_H_
#define DELEGATES_EDGETPU_SIMULATOR_INSTRUCTION_TEST_FIXTURE_H_

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "delegates/edgetpu/isa/check.h"
#include "delegates/edgetpu/simulator/execute.h"
#include "gtest/gtest.h"

namespace tflite::edgetpu {

// Runs single instructions on tile 0 of the default target.
class InstructionTest : public ::testing::Test {
 protected:
  InstructionTest() {
    program_.target = DefaultTarget();
    program_.memory.tile =
        static_cast<uint64_t>(program_.target.tile_memory_bytes);
    auto memories = Memories::Create(program_, &store_);
    EXPECT_TRUE(memories.ok());
    memories_ = *std::move(memories);
  }

  template <typename T>
  void Put(uint32_t offset, const std::vector<T>& values) {
    std::memcpy(memories_->Tile(0) + offset, values.data(),
                values.size() * sizeof(T));
  }
  template <typename T>
  std::vector<T> Get(uint32_t offset, size_t count) {
    std::vector<T> values(count);
    std::memcpy(values.data(), memories_->Tile(0) + offset, count * sizeof(T));
    return values;
  }
  void Run(const Instruction& instruction) {
    const Status status =
        CheckInstruction(instruction, program_.target, program_.memory);
    ASSERT_TRUE(status.ok()) << status;
    Execute(instruction, program_.target, memories_.get());
  }

  Program program_;
  ParameterStore store_;
  std::unique_ptr<Memories> memories_;
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_SIMULATOR_INSTRUCTION_TEST_FIXTURE_H_
