#include "tools/evaluation/image/jpeg.h"

// jpeglib.h needs FILE and size_t.
#include <jerror.h>
#include <jpeglib.h>

#include <csetjmp>
#include <cstddef>
#include <cstdio>

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

// Owns libjpeg's memory. libjpeg reports errors by longjmp, which must not skip
// destructors: the functions between setjmp and libjpeg's calls therefore have
// no local objects with a destructor.
class Decoder {
 public:
  explicit Decoder(const std::string& bytes) : bytes_(bytes) {}
  ~Decoder() {
    if (created_) jpeg_destroy_decompress(&info_);
  }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  bool ReadHeader() {
    info_.err = jpeg_std_error(&errors_.base);
    errors_.base.error_exit = Fail;
    errors_.base.emit_message = NoteWarning;
    errors_.base.output_message = DropMessage;
    errors_.truncated = false;
    if (setjmp(errors_.jump) != 0) return false;
    jpeg_create_decompress(&info_);
    created_ = true;
    jpeg_mem_src(&info_, reinterpret_cast<const unsigned char*>(bytes_.data()),
                 bytes_.size());
    jpeg_read_header(&info_, TRUE);
    info_.dct_method = JDCT_ISLOW;
    info_.do_fancy_upsampling = TRUE;
    info_.scale_num = info_.scale_denom = 1;
    const bool cmyk = info_.jpeg_color_space == JCS_CMYK ||
                      info_.jpeg_color_space == JCS_YCCK;
    info_.out_color_space = cmyk ? JCS_CMYK : JCS_RGB;
    jpeg_calc_output_dimensions(&info_);
    return true;
  }

  // `rows` has space for all rows of `stride` bytes.
  bool ReadRows(uint8_t* rows, size_t stride) {
    if (setjmp(errors_.jump) != 0) return false;
    jpeg_start_decompress(&info_);
    while (info_.output_scanline < info_.output_height) {
      JSAMPROW row = rows + info_.output_scanline * stride;
      jpeg_read_scanlines(&info_, &row, 1);
      if (errors_.truncated) return true;
    }
    jpeg_finish_decompress(&info_);
    return true;
  }

  const jpeg_decompress_struct& info() const { return info_; }
  const char* message() const { return errors_.message; }
  bool truncated() const { return errors_.truncated; }

 private:
  const std::string& bytes_;
  jpeg_decompress_struct info_{};
  ErrorState errors_{};
  bool created_ = false;
};

// Adobe's programs store inverted values.
void CmykToRgb(const std::vector<uint8_t>& cmyk, bool inverted,
               std::vector<uint8_t>* rgb) {
  for (size_t i = 0; i < cmyk.size() / 4; ++i) {
    const int k = cmyk[4 * i + 3];
    for (int c = 0; c < 3; ++c) {
      const int ink = cmyk[4 * i + c];
      (*rgb)[3 * i + c] = static_cast<uint8_t>(
          inverted ? k * ink / 255 : (255 - k) * (255 - ink) / 255);
    }
  }
}

base::StatusOr<RgbImage> SizeOf(Decoder* decoder) {
  if (!decoder->ReadHeader()) return base::Invalid(decoder->message());
  if (decoder->truncated()) return base::Invalid("the file ends early");
  const jpeg_decompress_struct& info = decoder->info();
  const int64_t values =
      int64_t{info.output_width} * info.output_height * info.output_components;
  if (values >= kMaxValues) {
    return base::Invalid("an image of ", info.output_width, "x",
                         info.output_height, " pixels is too large");
  }
  RgbImage image;
  image.width = static_cast<int>(info.output_width);
  image.height = static_cast<int>(info.output_height);
  return image;
}

}  // namespace

base::StatusOr<RgbImage> JpegSize(const std::string& bytes) {
  Decoder decoder(bytes);
  return SizeOf(&decoder);
}

base::StatusOr<RgbImage> DecodeJpeg(const std::string& bytes) {
  Decoder decoder(bytes);
  TFLL_ASSIGN_OR_RETURN(RgbImage image, SizeOf(&decoder));
  const size_t pixels = static_cast<size_t>(image.width) * image.height;
  const int components = decoder.info().output_components;
  image.rgb.resize(pixels * 3);
  std::vector<uint8_t> cmyk(components == 4 ? pixels * 4 : 0);
  uint8_t* rows = components == 4 ? cmyk.data() : image.rgb.data();
  const size_t stride = static_cast<size_t>(image.width) * components;
  if (!decoder.ReadRows(rows, stride)) return base::Invalid(decoder.message());
  if (decoder.truncated()) return base::Invalid("the file ends early");
  if (components == 4) {
    CmykToRgb(cmyk, decoder.info().saw_Adobe_marker != 0, &image.rgb);
  }
  return image;
}

}  // namespace evaluation
}  // namespace tflite
