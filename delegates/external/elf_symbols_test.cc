#include "delegates/external/elf_symbols.h"

#include <dlfcn.h>
#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <link.h>

#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace tflite::external {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A library of four sections behind a header: dynamic symbols, libraries, and
// the strings of both at the end.
struct Library {
  Library() {
    std::ifstream self("/proc/self/exe", std::ios::binary);
    self.read(reinterpret_cast<char*>(&header), sizeof(header));
    header.e_type = ET_DYN;
    header.e_shoff = sizeof(header);
    header.e_shnum = 4;
    AddSymbol("defined", STB_GLOBAL, 1);
    AddSymbol("undefined", STB_GLOBAL, SHN_UNDEF);
    AddSymbol("weak", STB_WEAK, SHN_UNDEF);
    libraries[0] = {DT_NEEDED, {Name("libone.so")}};
    libraries[1] = {DT_SONAME, {Name("libself.so")}};
    libraries[2] = {DT_NEEDED, {Name("libtwo.so")}};
    libraries[3] = {DT_NULL, {}};
    libraries[4] = {DT_NEEDED, {Name("libbehind.so")}};
    sections[1] = SectionOf(SHT_DYNSYM, sizeof(symbols));
    sections[2] = SectionOf(SHT_DYNAMIC, sizeof(libraries));
    sections[3] = SectionOf(SHT_STRTAB, names.size());
  }

  ElfW(Addr) Name(const std::string& name) {
    const auto at = names.size();
    names += name + '\0';
    return at;
  }
  void AddSymbol(const std::string& name, unsigned binding, unsigned section) {
    ElfW(Sym)& symbol = symbols[++num_symbols];
    symbol.st_name = static_cast<ElfW(Word)>(Name(name));
    symbol.st_info = static_cast<unsigned char>(binding << 4 | STT_FUNC);
    symbol.st_shndx = static_cast<ElfW(Half)>(section);
  }
  // The next one, which lies behind the others and has its strings in the last.
  ElfW(Shdr) SectionOf(unsigned type, size_t bytes) {
    ElfW(Shdr) section{};
    section.sh_type = type;
    section.sh_offset = end;
    section.sh_size = bytes;
    section.sh_link = 3;
    end += bytes;
    return section;
  }

  std::string Bytes() const {
    std::string bytes;
    const auto add = [&](const void* data, size_t size) {
      bytes.append(static_cast<const char*>(data), size);
    };
    add(&header, sizeof(header));
    add(sections, sizeof(sections));
    add(symbols, sizeof(symbols));
    add(libraries, sizeof(libraries));
    return bytes + names;
  }

  ElfW(Ehdr) header;
  ElfW(Shdr) sections[4] = {};
  ElfW(Sym) symbols[4] = {};
  int num_symbols = 0;
  ElfW(Dyn) libraries[5];
  std::string names = std::string(1, '\0');
  size_t end = sizeof(header) + sizeof(sections);
};

constexpr char kName[] = "library.so";

StatusOr<ElfSymbols> SymbolsOf(const std::string& bytes) {
  const std::string path = ::testing::TempDir() + "/" + kName;
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  return ReadElfSymbols(path);
}

// Without the path of the file.
std::string ErrorOf(const std::string& bytes) {
  const std::string error(SymbolsOf(bytes).status().message());
  const size_t at = error.find(kName);
  return at == std::string::npos ? error : error.substr(at + sizeof(kName) - 1);
}

TEST(ElfSymbols, AreThoseOfTheTables) {
  const auto symbols = SymbolsOf(Library().Bytes());
  ASSERT_TRUE(symbols.ok()) << symbols.status();
  EXPECT_THAT(symbols->defined, ElementsAre("defined"));
  EXPECT_THAT(symbols->undefined, ElementsAre("undefined"));
  EXPECT_THAT(symbols->libraries, ElementsAre("libone.so", "libtwo.so"));
}

TEST(ElfSymbols, ErrorsSayWhatTheFileIs) {
  EXPECT_EQ(ErrorOf(""), " is not an ELF file");
  EXPECT_EQ(ErrorOf("\x7f"
                    "ELF"),
            " is not an ELF file");
  Library library;
  library.header.e_ident[EI_MAG3] = 'f';
  EXPECT_EQ(ErrorOf(library.Bytes()), " is not an ELF file");
  library = Library();
  library.header.e_ident[EI_CLASS] ^= ELFCLASS32 ^ ELFCLASS64;
  EXPECT_EQ(ErrorOf(library.Bytes()),
            " is for a processor of another word size");
  library = Library();
  library.header.e_machine = 164;  // Hexagon
  EXPECT_EQ(ErrorOf(library.Bytes()),
            " is for another processor (ELF machine 164)");
  library = Library();
  library.header.e_type = ET_EXEC;
  EXPECT_EQ(ErrorOf(library.Bytes()), " is no shared library");
  library = Library();
  EXPECT_EQ(ErrorOf(library.Bytes().substr(0, sizeof(library.header) - 1)),
            " is cut short");
  library.sections[2].sh_link = 4;
  EXPECT_EQ(ErrorOf(library.Bytes()), " is damaged: a table names no strings");
  for (const std::string path : {"/no/such/file", "/proc", "/dev/zero"}) {
    EXPECT_EQ(ReadElfSymbols(path).status().message(),
              path + " cannot be read");
  }
}

TEST(ElfSymbols, OfAFileThatIsCutShortAreThoseInIt) {
  const Library library;
  const std::string whole = library.Bytes();
  for (size_t size = sizeof(library.header); size < whole.size(); ++size) {
    const auto symbols = SymbolsOf(whole.substr(0, size));
    if (size < library.sections[1].sh_offset) continue;
    ASSERT_TRUE(symbols.ok()) << size;
    // The table of strings has to be whole.
    EXPECT_THAT(symbols->defined, IsEmpty()) << size;
  }
  const auto header = SymbolsOf(whole.substr(0, sizeof(library.header)));
  ASSERT_TRUE(header.ok()) << header.status();
  EXPECT_THAT(header->libraries, IsEmpty());
}

TEST(ElfSymbols, AreInsideOfTheFile) {
  Library library;
  library.header.e_shoff = ~decltype(library.header.e_shoff){0};
  EXPECT_THAT(SymbolsOf(library.Bytes())->defined, IsEmpty());
  library = Library();
  library.sections[1].sh_offset = library.end + 1;
  EXPECT_THAT(SymbolsOf(library.Bytes())->defined, IsEmpty());
  library = Library();
  library.sections[3].sh_offset = library.end + 1;
  EXPECT_THAT(SymbolsOf(library.Bytes())->defined, IsEmpty());
  library = Library();
  library.sections[3].sh_size += 1;
  EXPECT_THAT(SymbolsOf(library.Bytes())->defined, IsEmpty());
  // A name behind the strings, and one that ends with them.
  library = Library();
  library.symbols[1].st_name = static_cast<ElfW(Word)>(library.names.size());
  EXPECT_THAT(SymbolsOf(library.Bytes())->defined, IsEmpty());
  library = Library();
  library.sections[3].sh_size = 1 + std::strlen("def");
  EXPECT_THAT(SymbolsOf(library.Bytes())->defined, ElementsAre("def"));
}

TEST(MissingSymbols, AreInNoLibrary) {
  ElfSymbols symbols;
  symbols.undefined = {"malloc", "no_library_has_this", "zlibVersionOfNone"};
  symbols.libraries = {"no_such_library.so", "libc.so.6"};
  EXPECT_THAT(MissingSymbols(symbols),
              ElementsAre("no_library_has_this", "zlibVersionOfNone"));
}

// In the order of the list, whatever libraries behind it lack.
TEST(MissingSymbols, AreLookedUpInTheLibrariesOfTheFile) {
  constexpr char kPlugin[] = "testing/plugins/lacking_destroy.so";
  constexpr char kCreate[] = "tflite_plugin_create_delegate";
  ElfSymbols symbols;
  symbols.undefined = {kCreate, "malloc", "no_library_has_this"};
  EXPECT_THAT(MissingSymbols(symbols),
              ElementsAre(kCreate, "no_library_has_this"));
  for (const auto& libraries : {std::vector<std::string>{kPlugin, "libc.so.6"},
                                {"libc.so.6", kPlugin}}) {
    symbols.libraries = libraries;
    EXPECT_THAT(MissingSymbols(symbols), ElementsAre("no_library_has_this"));
    // It does not stay in the process.
    EXPECT_EQ(dlopen(kPlugin, RTLD_LAZY | RTLD_NOLOAD), nullptr);
  }
}

}  // namespace
}  // namespace tflite::external
