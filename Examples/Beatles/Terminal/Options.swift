import Foundation
import TrackableHTTP

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
  private(set) var usesHub = false
  private(set) var printsHelp = false
  /// The file for a report of what was tracked.
  private(set) var report: String?
  /// Where to send everything.
  private(set) var service: Service?

  /// - Parameter environment: Where the key may be, so that it need not stand on the command line for all to see.
  init(
    _ arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(UsageError) {
    var (url, format, key): (String?, String?, String?)
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h": printsHelp = true
      case "--json": printsJSON = true
      case "--hub": usesHub = true
      case "--report":
        report = rest.next()
        if report == nil { throw UsageError("'--report' does not say which file to write") }
      case "--send": url = try Self.value(of: argument, "where to", rest.next())
      case "--format": format = try Self.value(of: argument, "which one", rest.next())
      case "--key": key = try Self.value(of: argument, "which one", rest.next())
      case "--interactive": try setInput(.prompt, argument)
      case "-": try setInput(.standardInput, argument)
      case _ where argument.hasPrefix("-"): throw UsageError("there is no option '\(argument)'")
      default: try setInput(.file(argument), argument)
      }
    }
    service = try Self.service(at: url, format, key: key ?? environment["BEATLES_KEY"])
    if service != nil && (usesHub || printsJSON) {
      throw UsageError("'--send' excludes '--hub' and '--json': one hub at a time, and a ledger is no JSON")
    }
    if printsJSON && input == .prompt {
      throw UsageError("'--json' and '--interactive' exclude each other: a prompt is no JSON")
    }
    if printsJSON && usesHub {
      throw UsageError("'--json' and '--hub' exclude each other: a ledger is no JSON")
    }
  }

  private static func value(of option: String, _ what: String, _ value: String?) throws(UsageError) -> String {
    if let value { return value }
    throw UsageError("'\(option)' does not say \(what)")
  }

  private static func service(at url: String?, _ format: String?, key: String?) throws(UsageError) -> Service? {
    guard let url else {
      if format != nil { throw UsageError("'--format' is for '--send', which says where to") }
      return nil
    }
    let choices = Command.alternatives(Service.Format.allCases.map(\.rawValue), "or")
    guard let format else { throw UsageError("'--send' needs '--format': \(choices)") }
    guard let format = Service.Format(rawValue: format) else {
      throw UsageError("there is no format '\(format)'; choose \(choices)")
    }
    guard let url = URL(string: url) else { throw UsageError("'\(url)' is no URL") }
    return Service(url: url, format: format, key: Secret(key ?? ""))
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
