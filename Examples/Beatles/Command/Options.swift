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

  init(_ arguments: [String]) throws(UsageError) {
    for argument in arguments {
      switch argument {
      case "--help", "-h": printsHelp = true
      case "--json": printsJSON = true
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
