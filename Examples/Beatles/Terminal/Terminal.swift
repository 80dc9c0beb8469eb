import Foundation

/// The three streams of the program.
package enum Terminal {
  /// Whether a person may be typing the input.
  static var isInputInteractive: Bool { isatty(STDIN_FILENO) == 1 }

  /// Whether a person may be watching the output.
  package static var isOutputInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Replaces the current line on the screen, without moving on to the next.
  package static func overwriteLine(_ line: String) {
    print("\r\u{1B}[K" + line, terminator: "")
    flush()
  }

  /// Writes out all earlier output. `nil` means every stream, because the C library's `stdout` is a variable that
  /// Swift 6 does not let us read.
  static func flush() {
    fflush(nil)
  }

  /// Prints a line on standard error, after everything that was printed on standard output.
  package static func printError(_ line: String) {
    flush()
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
