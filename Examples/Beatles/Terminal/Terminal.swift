import Foundation

/// The three streams of the program.
enum Terminal {
  /// Whether somebody may be typing.
  static var isInputInteractive: Bool { isatty(STDIN_FILENO) == 1 }

  /// Whether somebody may be looking.
  static var isOutputInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Writes a line in place of the current one, and stays on it.
  static func overwriteLine(_ line: String) {
    print("\r\u{1B}[K" + line, terminator: "")
    flush()
  }

  /// Brings out what was printed so far. `nil` means every stream: the C library's `stdout` is a variable that Swift 6
  /// does not let us read.
  static func flush() {
    fflush(nil)
  }

  /// Prints a line on standard error, after everything that was printed on standard output.
  static func printError(_ line: String) {
    flush()
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
