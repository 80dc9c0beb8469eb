#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Writes a text to standard error.
func writeToStandardError(_ text: String) {
  // The C library's `stderr` is a variable that Swift 6 does not let several threads read; descriptor 2 is a number.
  text.utf8CString.withUnsafeBytes { bytes in
    var rest = bytes.dropLast()[...]
    while !rest.isEmpty {
      let written = write(2, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written <= 0 { return }
      rest = rest.dropFirst(written)
    }
  }
}
