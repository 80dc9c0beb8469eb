/// What the program was asked to do.
struct Options {
  enum Input: Equatable {
    /// Nothing was specified: what happens depends on standard input.
    case unspecified
    case standardInput
    case file(String)
    case prompt
  }

  private(set) var input = Input.unspecified
  private(set) var printsJSON = false
  private(set) var printsHelp = false
  /// The folder for the page of an inspector.
  private(set) var inspected: String?

  init(_ arguments: [String]) throws(UsageError) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--help", "-h": printsHelp = true
      case "--json": printsJSON = true
      case "--inspect":
        guard let folder = arguments.next() else { throw UsageError("'--inspect' does not say which folder to write") }
        inspected = folder
      case "--interactive": try setInput(.prompt, argument)
      case "-": try setInput(.standardInput, argument)
      case _ where argument.hasPrefix("-"): throw UsageError("there is no option '\(argument)'")
      default: try setInput(.file(argument), argument)
      }
    }
    if printsJSON && input == .prompt {
      throw UsageError("'--json' and '--interactive' exclude each other: a prompt is no JSON")
    }
  }

  private mutating func setInput(_ input: Input, _ argument: String) throws(UsageError) {
    guard self.input == .unspecified else {
      throw UsageError("'\(argument)' is one session too many: one is played at a time")
    }
    self.input = input
  }
}

/// Why the arguments are wrong.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
