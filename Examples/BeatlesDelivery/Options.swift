import Foundation
import TrackableHTTP

/// What the program was asked to do.
struct Options {
  /// The file of a session, or `-` for standard input.
  private(set) var session: String?
  private(set) var printsHelp = false
  /// The file for a report of the recording.
  private(set) var report: String?
  /// Where to send everything; without it, to destinations that are pretended.
  private(set) var service: Service?
  /// Whether to send to a counter that takes a `GET` for each event, and print its requests.
  private(set) var sendsPixels = false

  /// - Parameter environment: Where the key may be, so that it need not stand on the command line for all to see.
  init(
    _ arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(UsageError) {
    var (url, format, key): (String?, String?, String?)
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h": printsHelp = true
      case "--report": report = try Self.value(of: argument, "which file to write", rest.next())
      case "--send": url = try Self.value(of: argument, "where to", rest.next())
      case "--pixels": sendsPixels = true
      case "--format": format = try Self.value(of: argument, "which one", rest.next())
      case "--key": key = try Self.value(of: argument, "which one", rest.next())
      case _ where argument.hasPrefix("-") && argument != "-": throw UsageError("there is no option '\(argument)'")
      case _ where session != nil: throw UsageError("'\(argument)' is one session too many: one is played at a time")
      default: session = argument
      }
    }
    service = try Self.service(at: url, format, key: key ?? environment["BEATLES_KEY"])
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
    let choices = Service.Format.allCases.map(\.rawValue).joined(separator: ", ")
    guard let format else { throw UsageError("'--send' needs '--format', one of \(choices)") }
    guard let format = Service.Format(rawValue: format) else {
      throw UsageError("there is no format '\(format)'; choose one of \(choices)")
    }
    guard let url = URL(string: url) else { throw UsageError("'\(url)' is no URL") }
    return Service(url: url, format: format, key: Secret(key ?? ""))
  }
}

/// Why the arguments are wrong.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
