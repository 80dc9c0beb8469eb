import Trackable
import TrackableHub

// The issues of what is sent over HTTP.

extension TrackableIssue.Kind {
  /// Two destinations that exist at the same time have the same name, or send to the same URL without having names.
  public static let storeInUse = Self("storeInUse")
}

extension TrackableIssue {
  init(storeInUseBy destination: String, at location: CodeLocation) {
    self.init(
      kind: .storeInUse,
      message:
        "Two HTTP destinations called \(destination) exist at the same time. Nothing is sent to the wrong service, "
        + "but what one has stored may be sent, or purged, by the other.",
      remedy: "make one and use it everywhere, or give each a name.", location: location, subject: destination)
  }

  init(unknown operation: String, of property: String, to destination: String, at location: CodeLocation) {
    self.init(
      kind: .deliveriesRejected,
      message: "\(destination) has no word for \(operation) of a user property: '\(property)' is not sent to it.",
      remedy: "set the property to its value, or leave it to another service.", location: location,
      subject: "\(destination), \(operation)")
  }

  init(unstored count: Int, by destination: String, at location: CodeLocation) {
    self.init(
      kind: .storeUnavailable,
      message: "\(destination) has \(Self.deliveries(count)) in memory only, as its hub ends.",
      remedy: "see the issue about the disk; they are lost with the process, unless they are sent before.",
      location: location, subject: "\(destination), in memory")
  }

  init(_ problem: CourierProblem, of destination: String, at location: CodeLocation) {
    let (kind, message, remedy): (Kind, String, String)
    switch problem {
    case .failed(let reason):
      kind = .deliveryFailed
      message = "\(destination) cannot be reached; what is tracked stays in its store: \(reason)."
      remedy = "see why, if it lasts; it is tried again, and nothing is lost as far as the store's policy has room."
    case .rejected(let count, let reason):
      kind = .deliveriesRejected
      message = "\(destination) refuses \(Self.deliveries(count)): \(reason)."
      remedy = "change what is sent to it; the destination's ledger counts what it refuses."
    case .unreadable(let count, let reason):
      kind = .storeDamaged
      message = "\(Self.deliveries(count)) in the store of \(destination) cannot be read: \(reason)"
      remedy = "see whether an older version of the app runs with the files of a newer one."
    }
    self.init(kind: kind, message: message, remedy: remedy, location: location, subject: destination)
  }

  private static func deliveries(_ count: Int) -> String { "\(count) \(count == 1 ? "delivery" : "deliveries")" }
}
