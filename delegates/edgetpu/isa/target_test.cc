#include "delegates/edgetpu/isa/target.h"

#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

TEST(Target, TheTextHasEverything) {
  for (const Target& target :
       {DefaultTarget(),
        PlainArrayTarget(Dataflow::kInputStationary, 32, 16)}) {
    const std::string text = TargetText(target);
    const auto parsed = ParseTarget(text);
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    EXPECT_EQ(TargetText(*parsed), text);
    EXPECT_EQ(parsed->name, target.name);
    EXPECT_EQ(parsed->dataflow, target.dataflow);
    EXPECT_EQ(parsed->tile_memory_bytes, target.tile_memory_bytes);
  }
  EXPECT_EQ(DefaultTarget().num_tiles(), 16);
  EXPECT_EQ(DefaultTarget().depth_block(), 4);
  EXPECT_EQ(DefaultTarget().lane_block(), 64);
}

TEST(Target, CommentsAndSpacesAreAllowed) {
  const auto parsed =
      ParseTarget("# a machine\n\n" + TargetText(DefaultTarget()) + "  # end");
  EXPECT_TRUE(parsed.ok()) << parsed.status();
}

struct Damage {
  const char *find, *replace, *message;
};

TEST(Target, AnErrorNamesTheProperty) {
  const Damage damages[] = {
      {"tile_rows = 4", "tile_rows = 0", "tile_rows"},
      {"tile_rows = 4", "tile_rows = -4", "tile_rows is '-4', not in [1, 5]"},
      {"tile_rows = 4", "tile_rows = 4x", "tile_rows"},
      {"tile_rows = 4", "tile_rows =", "tile_rows is '', not in"},
      {"tile_rows = 4", "tile_rows = 4.0", "tile_rows"},
      {"tile_rows = 4", "tile_rows = 0x4", "tile_rows"},
      {"tile_rows = 4", "tile_rows = 99999999999999999999", "tile_rows"},
      {"tile_rows = 4", "", "tile_rows is missing"},
      {"tile_rows = 4", "tile_rows", "has no '='"},
      {"tile_rows = 4", "tile_columns = 4", "tile_columns is given twice"},
      {"tile_rows", "towers", "no property is called 'towers'"},
      {"= broadcast", "= sideways", "no dataflow is called 'sideways'"},
      {"name = tiles_4x4", "name =", "target, line 1: name is ''"},
      {"name = tiles_4x4", "name = a=b", "target, line 1: name is 'a=b'"},
      {"name = tiles_4x4", "name = a\x1b", "line 1: name is 'a\\x1b'"},
  };
  for (const Damage& damage : damages) {
    std::string text = TargetText(DefaultTarget());
    text.replace(text.find(damage.find), std::string(damage.find).size(),
                 damage.replace);
    const auto parsed = ParseTarget(text);
    ASSERT_FALSE(parsed.ok()) << damage.replace;
    EXPECT_NE(parsed.status().message().find(damage.message), std::string::npos)
        << parsed.status();
  }
}

// As users of the struct may set them; a parser would trim them.
TEST(Target, NamesAreChecked) {
  Target target = DefaultTarget();
  const auto problem = [&](const char* name) {
    target.name = name;
    return std::string(CheckTarget(target).message());
  };
  EXPECT_EQ(problem("my chip"), "");
  EXPECT_EQ(problem("~"), "");
  EXPECT_EQ(problem("a\x7f").rfind("target: name is 'a\\x7f'", 0), 0u)
      << problem("a\x7f");
  for (const char* wrong : {"", " a", "a ", "a\x1f", "a#", "="}) {
    EXPECT_EQ(problem(wrong).rfind("target: name is '", 0), 0u) << wrong;
  }
}

TEST(Target, DataflowsAreChecked) {
  Target target = DefaultTarget();
  target.dataflow = static_cast<Dataflow>(1000);
  EXPECT_EQ(CheckTarget(target).message(), "target: dataflow is 1000");
  EXPECT_EQ(target.depth_block(), 1);
  EXPECT_EQ(target.lane_block(), 1);
}

TEST(Target, TheFirstDifferenceIsNamed) {
  Target one = DefaultTarget(), other = DefaultTarget();
  EXPECT_EQ(Difference(one, other), "");
  one.pipeline_cycles = 9;
  EXPECT_EQ(Difference(one, other), "pipeline_cycles = 9 in place of 8");
  other.dataflow = Dataflow::kInputStationary;
  EXPECT_EQ(Difference(one, other),
            "dataflow = broadcast in place of input_stationary");
}

// Every number has limits, and the description needs all of them.
TEST(Target, AnyPropertyOutOfItsLimitsIsNamed) {
  const std::string text = TargetText(DefaultTarget());
  int numbers = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    const std::string line = text.substr(begin, end - begin);
    const size_t equals = line.find(" = ");
    const std::string name = line.substr(0, equals);
    const bool is_number = line.find_first_of("0123456789", equals) ==
                           equals + std::string(" = ").size();
    numbers += is_number ? 1 : 0;
    std::vector<std::string> bad = {""};
    if (is_number) {
      for (const char* value : {"-1", "9223372036854775807", "1e3", "many"}) {
        bad.push_back(name + " = " + value);
      }
      bad.push_back(line + std::string("\0", 1));
    }
    for (const std::string& other : bad) {
      std::string changed = text;
      changed.replace(begin, end - begin, other);
      const auto parsed = ParseTarget(changed);
      ASSERT_FALSE(parsed.ok()) << changed;
      EXPECT_NE(parsed.status().message().find(name + " is"), std::string::npos)
          << parsed.status();
    }
    begin = end + 1;
  }
  EXPECT_EQ(numbers, 15);
}

struct Limits {
  const char* name;
  int64_t least, most;
};

TEST(Target, NumbersHaveTheseLimits) {
  const Limits all[] = {
      {"tile_rows", 1, 5},
      {"tile_columns", 1, 5},
      {"array_rows", 1, 1024},
      {"array_columns", 1, 1024},
      {"tile_memory_bytes", 1024, int64_t{1} << 30},
      {"parameter_store_bytes", 0, int64_t{1} << 31},
      {"clock_hz", 1000, int64_t{1} << 36},
      {"host_bytes_per_second", 1000, int64_t{1} << 40},
      {"request_cycles", 0, 1 << 30},
      {"ring_bytes_per_cycle", 1, 1 << 16},
      {"tile_memory_bytes_per_cycle", 1, 1 << 16},
      {"vector_bytes_per_cycle", 1, 1 << 16},
      {"dma_latency_cycles", 0, 1 << 20},
      {"issue_cycles", 0, 1 << 20},
      {"pipeline_cycles", 0, 1 << 10},
  };
  const std::string text = TargetText(DefaultTarget());
  for (const Limits& limits : all) {
    SCOPED_TRACE(limits.name);
    const auto accepts = [&](int64_t number) {
      std::string changed = text;
      const size_t begin = text.find("\n" + std::string(limits.name) + " = ");
      const size_t end = text.find('\n', begin + 1);
      changed.replace(
          begin, end - begin,
          "\n" + std::string(limits.name) + " = " + std::to_string(number));
      return ParseTarget(changed).ok();
    };
    EXPECT_TRUE(accepts(limits.least));
    EXPECT_TRUE(accepts(limits.most));
    EXPECT_FALSE(accepts(limits.least - 1));
    EXPECT_FALSE(accepts(limits.most + 1));
  }
}

}  // namespace
}  // namespace tflite::edgetpu
