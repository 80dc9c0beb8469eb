import Trackable
import TrackableHub

/// Reports the issues of a destination.
final class HTTPIssues: Sendable {
  private struct Episodes {
    /// Whether a request has failed since the last time that all events were sent.
    var isFailing = false
    /// Whether the service has refused events in the last batch, and whether events of it were put aside.
    var isRejecting = false
    var isPuttingAside = false
    /// The subjects of the issues that are reported once for each destination, such as an operation that the service
    /// does not have.
    // An array, because a set of a type has its own copy of the code of sets: 3 KiB.
    var reported: [String] = []
  }

  private let destination: String
  private let location: CodeLocation
  private let reporter: IssueReporter
  private let episodes = Lock(Episodes())

  init(destination: String, location: CodeLocation, reporter: IssueReporter) {
    self.destination = destination
    self.location = location
    self.reporter = reporter
  }

  private func report(_ kind: TrackableIssue.Kind, _ message: String, _ remedy: String, about subject: String = "") {
    reporter.report(
      TrackableIssue(
        kind: kind, message: message, remedy: remedy, location: location,
        subject: subject.isEmpty ? destination : "\(destination), \(subject)"))
  }

  private func deliveries(_ count: Int) -> String { "\(count) \(count == 1 ? "delivery" : "deliveries")" }

  func storeInUse() {
    report(
      .storeInUse,
      "Two HTTP destinations called \(destination) exist at the same time. Nothing is sent to the wrong service, "
        + "but what one has stored may be sent, or purged, by the other.",
      "make one and use it everywhere, or give each a name.")
  }

  func unusableAnonymousID() {
    report(
      .unusableAnonymousID,
      "The firstAnonymousID of \(destination) is no UUID, so users who have not signed in become new ones.",
      "pass the SDK's anonymous ID as it is, or nil if the SDK has none of this form.")
  }

  /// Notes that all events have arrived, so that the next failure is reported again.
  func endFailure() { episodes.withLock { $0.isFailing = false } }

  /// Reports the problems of a batch. A problem that lasts for several batches is reported once.
  func report(_ report: SendReport, of deliveries: [Envelope.ID: StoredDelivery]) {
    let before = episodes.withLock { episodes in
      defer {
        if report.hasSettled {
          (episodes.isRejecting, episodes.isPuttingAside) = (!report.rejected.isEmpty, !report.aside.isEmpty)
        }
        if report.reason != nil { episodes.isFailing = true }
      }
      return episodes
    }
    /// The name and the first keys of an event, and never a value.
    func description(_ id: Envelope.ID) -> String {
      guard case .event(let event)? = deliveries[id]?.envelope.content else { return "a call that is no event" }
      let keys = event.properties.prefix(20).map { "'\($0.key.name)'" }.joined(separator: ", ")
      return "'\(event.name)'" + (keys.isEmpty ? "" : " with \(keys)")
    }
    for envelope in report.skipped { noWord(in: envelope) }
    if !before.isRejecting, let (id, reason) = report.rejected.min(by: { $0.value < $1.value }) {
      self.report(
        .deliveriesRejected,
        "\(destination) refuses \(self.deliveries(report.rejected.count)), such as \(description(id)): \(reason).",
        "change these events; the destination's ledger counts refused ones once those in front have arrived.")
    }
    if !before.isPuttingAside, let (id, reason) = report.aside.min(by: { $0.value < $1.value }) {
      self.report(
        .deliveryFailed, "\(destination) takes other events, but not \(description(id)): \(reason).",
        "see why the service does not take it. It is at the end of the store now, and is sent again as long as the store keeps it."
      )
    }
    if !before.isFailing, let reason = report.reason {
      self.report(
        .deliveryFailed, "\(destination) cannot be reached; its events stay in its store: \(reason).",
        "see why, if it lasts; the destination tries again, and loses nothing within the limits of the store's policy.")
    }
  }

  /// Reports an operation on a user property for which the service has no counterpart. If a format has no user
  /// properties at all, its author has decided so, and the library reports no issue.
  private func noWord(in envelope: Envelope) {
    guard case .userProperty(let property, let value, let operation) = envelope.content, operation != .set else {
      return
    }
    let word =
      if case .group = operation { value == .null ? "leaving a group" : "a group" } else {
        "\(operation) of a user property"
      }
    if !isNew(word) { return }
    report(
      .deliveriesRejected,
      "\(destination) has no word for \(word): '\(property)' is not sent to it.",
      "set the property to its value, or leave it to another service.", about: word)
  }

  private func isNew(_ problem: String) -> Bool {
    episodes.withLock {
      if $0.reported.contains(problem) { return false }
      $0.reported.append(problem)
      return true
    }
  }

  /// Reports stored deliveries that cannot be read and so stay in the store.
  func unreadable(_ count: Int, because reason: String) {
    if !isNew("unreadable") { return }
    report(
      .storeDamaged, "\(deliveries(count)) in the store of \(destination) cannot be read: \(reason)",
      "see whether an older version of the app runs with the files of a newer one.")
  }

  func unstored(_ count: Int) {
    report(
      .storeUnavailable, "\(destination) has \(deliveries(count)) in memory only, as its hub ends.",
      "see the issue about the disk; they are lost with the process, unless they are sent before.", about: "in memory")
  }
}

extension TrackableIssue.Kind {
  /// Two destinations that exist at the same time have the same name, or the same URL without a name.
  public static let storeInUse = Self("storeInUse")
  /// The anonymous ID of another library has a form that a destination cannot take over.
  package static let unusableAnonymousID = Self("unusableAnonymousID")
}
