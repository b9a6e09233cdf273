#include "tools/evaluation/image/jpeg.h"

// jpeglib.h needs FILE and size_t.
#include <jerror.h>
#include <jpeglib.h>

#include <algorithm>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <utility>
#include <vector>

namespace tflite {
namespace evaluation {
namespace {

constexpr int64_t kMaxValues = int64_t{1} << 29;

// What libjpeg's callbacks reach from the decompressor.
struct ErrorState {
  jpeg_error_mgr base;  // first: libjpeg only knows this member
  std::jmp_buf jump;
  char message[JMSG_LENGTH_MAX];
  bool truncated;
};

void Fail(j_common_ptr info) {
  auto* state = reinterpret_cast<ErrorState*>(info->err);
  (*info->err->format_message)(info, state->message);
  std::longjmp(state->jump, 1);
}

// libjpeg fills in what is missing at the end of a file, with a warning. Other
// warnings are about damaged data within the file, which decoders accept.
void NoteWarning(j_common_ptr info, int level) {
  auto* state = reinterpret_cast<ErrorState*>(info->err);
  if (level < 0 && info->err->msg_code == JWRN_JPEG_EOF) {
    state->truncated = true;
  }
}

void DropMessage(j_common_ptr) {}

// Adobe's programs store inverted values.
void CmykToRgb(const std::vector<uint8_t>& cmyk, bool inverted, uint8_t* rgb) {
  for (size_t i = 0; i < cmyk.size() / 4; ++i) {
    const int k = cmyk[4 * i + 3];
    for (int c = 0; c < 3; ++c) {
      const int ink = cmyk[4 * i + c];
      rgb[3 * i + c] = static_cast<uint8_t>(
          inverted ? k * ink / 255 : (255 - k) * (255 - ink) / 255);
    }
  }
}

J_COLOR_SPACE OutputSpace(J_COLOR_SPACE stored) {
  if (stored == JCS_GRAYSCALE) return JCS_GRAYSCALE;
  return stored == JCS_CMYK || stored == JCS_YCCK ? JCS_CMYK : JCS_RGB;
}

}  // namespace

// Owns libjpeg's memory. libjpeg reports errors by longjmp, which must not skip
// destructors: the functions between setjmp and libjpeg's calls therefore have
// no local objects with a destructor.
class JpegRows::Decoder {
 public:
  Decoder() = default;
  ~Decoder() {
    if (created_) jpeg_destroy_decompress(&info_);
  }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  base::Status Open(const std::string& bytes) {
    if (!ReadHeader(bytes)) return base::Invalid(errors_.message);
    if (errors_.truncated) return Truncated();
    const int components = info_.output_components;
    const int64_t values = int64_t{info_.output_width} * info_.output_height *
                           std::max(components, 3);
    if (values >= kMaxValues) {
      return base::Invalid("an image of ", info_.output_width, "x",
                           info_.output_height, " pixels is too large");
    }
    if (components == 4) cmyk_.resize(size_t{info_.output_width} * 4);
    return base::OkStatus();
  }

  base::Status Next(uint8_t* row) {
    if (!ReadRow(cmyk_.empty() ? row : cmyk_.data())) {
      return base::Invalid(errors_.message);
    }
    if (errors_.truncated) return Truncated();
    if (!cmyk_.empty()) CmykToRgb(cmyk_, info_.saw_Adobe_marker != 0, row);
    return base::OkStatus();
  }

  const jpeg_decompress_struct& info() const { return info_; }

 private:
  static base::Status Truncated() {
    return base::Invalid("the file ends early");
  }

  bool ReadHeader(const std::string& bytes) {
    info_.err = jpeg_std_error(&errors_.base);
    errors_.base.error_exit = Fail;
    errors_.base.emit_message = NoteWarning;
    errors_.base.output_message = DropMessage;
    errors_.truncated = false;
    if (setjmp(errors_.jump) != 0) return false;
    jpeg_create_decompress(&info_);
    created_ = true;
    jpeg_mem_src(&info_, reinterpret_cast<const unsigned char*>(bytes.data()),
                 bytes.size());
    jpeg_read_header(&info_, TRUE);
    info_.dct_method = JDCT_ISLOW;
    info_.do_fancy_upsampling = TRUE;
    info_.scale_num = info_.scale_denom = 1;
    info_.out_color_space = OutputSpace(info_.jpeg_color_space);
    jpeg_calc_output_dimensions(&info_);
    return true;
  }

  bool ReadRow(JSAMPROW row) {
    if (setjmp(errors_.jump) != 0) return false;
    if (!started_) jpeg_start_decompress(&info_);
    started_ = true;
    jpeg_read_scanlines(&info_, &row, 1);
    if (info_.output_scanline == info_.output_height && !errors_.truncated) {
      jpeg_finish_decompress(&info_);
    }
    return true;
  }

  jpeg_decompress_struct info_{};
  ErrorState errors_{};
  std::vector<uint8_t> cmyk_;  // a row, if the image is CMYK
  bool created_ = false;
  bool started_ = false;
};

JpegRows::JpegRows(std::unique_ptr<Decoder> decoder)
    : decoder_(std::move(decoder)) {}
JpegRows::JpegRows(JpegRows&&) noexcept = default;
JpegRows::~JpegRows() = default;

base::StatusOr<JpegRows> JpegRows::Open(const std::string& bytes) {
  auto decoder = std::make_unique<Decoder>();
  TFLL_RETURN_IF_ERROR(decoder->Open(bytes));
  return JpegRows(std::move(decoder));
}

int JpegRows::width() const {
  return static_cast<int>(decoder_->info().output_width);
}

int JpegRows::height() const {
  return static_cast<int>(decoder_->info().output_height);
}

int JpegRows::channels() const {
  return decoder_->info().out_color_space == JCS_GRAYSCALE ? 1 : 3;
}

base::Status JpegRows::Next(uint8_t* row) { return decoder_->Next(row); }

}  // namespace evaluation
}  // namespace tflite
