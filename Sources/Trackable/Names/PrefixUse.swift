import Synchronization

/// Whether a prefix that a style drops begins any name, so that a misspelt one can be reported.
///
/// It remembers up to 20 different names without the prefix, and none once a name had it or the issue was reported.
final class PrefixUse: Sendable {
  /// So many different names are enough to report that none of them begins with the prefix.
  static let namesToReport = 20

  private let prefix: String
  private let location: CodeLocation
  private let withoutPrefix = Lock<Set<String>?>([])
  /// Whether `withoutPrefix` has become `nil` for good: read before each name without taking the lock.
  private let isDecided = Atomic(false)

  init(of prefix: String, at location: CodeLocation) {
    self.prefix = prefix
    self.location = location
  }

  /// Takes note of a name that was spelt.
  func note(_ name: String, hasPrefix: Bool) {
    if isDecided.load(ordering: .relaxed) { return }
    let isLast = withoutPrefix.withLock { names in
      if !hasPrefix { names?.insert(name) }
      let isLast = names?.count == Self.namesToReport
      if hasPrefix || isLast { names = nil }
      return isLast
    }
    if hasPrefix || isLast { isDecided.store(true, ordering: .relaxed) }
    if isLast { report(example: name) }
  }

  private func report(example name: String) {
    IssueReporter.current.report(
      TrackableIssue(
        kind: .prefixNeverMatches,
        message: "None of \(Self.namesToReport) different names begins with the prefix \"\(prefix)\" that is to be "
          + "dropped; the last one was \"\(name)\".",
        remedy: "write the prefix as names begin, with the module and the dots, or use '.droppingModule', which drops "
          + "the module whatever it is called.",
        location: location))
  }
}
