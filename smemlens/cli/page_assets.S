// The files of the built page as bytes (page_assets_embedded.cpp).

.macro asset name, file
  .global smemlens_page_\name
  .global smemlens_page_\name\()_end
smemlens_page_\name:
  .incbin "\file"
smemlens_page_\name\()_end:
  .byte 0
.endm

  .section .rodata
asset html, "page.html"
asset en, "static.en.html"
asset hi, "static.hi.html"
asset hi_latn, "static.hi-Latn.html"

  .section .note.GNU-stack, "", %progbits
