#include "delegates/external/elf_symbols.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace tflite::external {
namespace {

using Header = ElfW(Ehdr);
using Section = ElfW(Shdr);
using Symbol = ElfW(Sym);
using Dynamic = ElfW(Dyn);

constexpr unsigned char kClass = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;

#if defined(__x86_64__)
constexpr unsigned kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr unsigned kMachine = EM_AARCH64;
#elif defined(__i386__)
constexpr unsigned kMachine = EM_386;
#elif defined(__arm__)
constexpr unsigned kMachine = EM_ARM;
#elif defined(__riscv)
constexpr unsigned kMachine = EM_RISCV;
#else
constexpr unsigned kMachine = EM_NONE;  // not checked
#endif

// Reads only inside the file's bytes.
class ElfFile {
 public:
  explicit ElfFile(std::string bytes) : bytes_(std::move(bytes)) {}

  size_t size() const { return bytes_.size(); }

  template <typename T>
  bool Read(size_t offset, T* out) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) {
      return false;
    }
    std::memcpy(out, bytes_.data() + offset, sizeof(T));
    return true;
  }

  // The string at `index` in a string table; empty if out of bounds.
  std::string Text(const Section& table, size_t index) const {
    if (table.sh_offset > bytes_.size() ||
        bytes_.size() - table.sh_offset < table.sh_size ||
        index >= table.sh_size) {
      return "";
    }
    const char* begin = bytes_.data() + table.sh_offset + index;
    return std::string(begin, strnlen(begin, table.sh_size - index));
  }

  // Reads entry `i` of a table; false if out of bounds.
  template <typename T>
  bool Entry(const Section& table, size_t i, T* out) const {
    if (i >= table.sh_size / sizeof(T)) return false;
    return table.sh_offset <= bytes_.size() &&
           Read(table.sh_offset + i * sizeof(T), out);
  }

 private:
  std::string bytes_;
};

Status CheckHeader(const std::string& path, const ElfFile& file,
                   Header* header) {
  unsigned char ident[EI_NIDENT];
  if (!file.Read(0, &ident) || std::memcmp(ident, ELFMAG, SELFMAG) != 0) {
    return Invalid(path, " is not an ELF file");
  }
  if (ident[EI_CLASS] != kClass) {
    return Invalid(path, " is for a processor of another word size");
  }
  if (!file.Read(0, header)) return Invalid(path, " is cut short");
  if (kMachine != EM_NONE && header->e_machine != kMachine) {
    return Invalid(path, " is for another processor (ELF machine ",
                   header->e_machine, ")");
  }
  if (header->e_type != ET_DYN) return Invalid(path, " is no shared library");
  return OkStatus();
}

void ReadSymbols(const ElfFile& file, const Section& table,
                 const Section& names, ElfSymbols* out) {
  Symbol symbol;
  for (size_t i = 1; file.Entry(table, i, &symbol); ++i) {
    const std::string name = file.Text(names, symbol.st_name);
    if (name.empty()) continue;
    if (symbol.st_shndx != SHN_UNDEF) {
      out->defined.push_back(name);
    } else if (symbol.st_info >> 4 != STB_WEAK) {
      out->undefined.push_back(name);
    }
  }
}

void ReadLibraries(const ElfFile& file, const Section& table,
                   const Section& names, ElfSymbols* out) {
  Dynamic entry;
  for (size_t i = 0; file.Entry(table, i, &entry); ++i) {
    if (entry.d_tag == DT_NULL) return;
    if (entry.d_tag == DT_NEEDED) {
      out->libraries.push_back(file.Text(names, entry.d_un.d_val));
    }
  }
}

}  // namespace

StatusOr<ElfSymbols> ReadElfSymbols(const std::string& path) {
  std::error_code unknown;
  std::ifstream stream(path, std::ios::binary);
  // A device may have no end.
  if (!stream || !std::filesystem::is_regular_file(path, unknown)) {
    return Invalid(path, " cannot be read");
  }
  std::ostringstream bytes;
  bytes << stream.rdbuf();
  const ElfFile file(bytes.str());
  Header header;
  TFLL_RETURN_IF_ERROR(CheckHeader(path, file, &header));

  ElfSymbols symbols;
  const auto section = [&](size_t i, Section* out) {
    return i < header.e_shnum && header.e_shoff <= file.size() &&
           file.Read(header.e_shoff + i * sizeof(Section), out);
  };
  Section table;
  Section names;
  for (size_t i = 0; section(i, &table); ++i) {
    if (table.sh_type != SHT_DYNSYM && table.sh_type != SHT_DYNAMIC) continue;
    if (!section(table.sh_link, &names)) {
      return Invalid(path, " is damaged: a table names no strings");
    }
    if (table.sh_type == SHT_DYNSYM) {
      ReadSymbols(file, table, names, &symbols);
    } else {
      ReadLibraries(file, table, names, &symbols);
    }
  }
  return symbols;
}

std::vector<std::string> MissingSymbols(const ElfSymbols& symbols) {
  std::vector<void*> libraries = {dlopen(nullptr, RTLD_LAZY)};
  for (const std::string& name : symbols.libraries) {
    libraries.push_back(dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL));
  }
  std::vector<std::string> missing;
  for (const std::string& name : symbols.undefined) {
    bool found = dlsym(RTLD_DEFAULT, name.c_str()) != nullptr;
    for (void* library : libraries) {
      if (found) break;
      if (library == nullptr) continue;
      found = dlsym(library, name.c_str()) != nullptr;
    }
    if (!found) missing.push_back(name);
  }
  for (void* library : libraries) {
    if (library != nullptr) dlclose(library);
  }
  return missing;
}

}  // namespace tflite::external
