import Trackable

/// The issues of a destination.
struct HTTPIssues: Sendable {
  let destination: String
  let location: CodeLocation
  let reporter: IssueReporter

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

  /// The service takes user properties, but not this operation.
  func noWord(for operation: String, of property: String) {
    report(
      .deliveriesRejected,
      "\(destination) has no word for \(operation): '\(property)' is not sent to it.",
      "set the property to its value, or leave it to another service.", about: operation)
  }

  /// Something does not arrive, for the first time since everything had.
  func failed(because reason: String) {
    report(
      .deliveryFailed, "\(destination) cannot be reached; its events stay in its store: \(reason).",
      "see why, if it lasts; it is tried again, and nothing is lost as far as the store's policy has room.")
  }

  /// The service refuses some for good, for the first time since it took everything.
  func rejected(_ count: Int, because reason: String) {
    report(
      .deliveriesRejected, "\(destination) refuses \(deliveries(count)): \(reason).",
      "change these events; the destination's ledger counts refused ones once those in front have arrived.")
  }

  /// Some that was stored cannot be read.
  func unreadable(_ count: Int, because reason: String) {
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
  /// Two destinations that exist at the same time have the same name, or send to the same URL without having names.
  public static let storeInUse = Self("storeInUse")
}
