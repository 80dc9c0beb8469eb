import Trackable
import TrackableHub

// The issues of what is sent over HTTP.

extension TrackableIssue {
  init(_ problem: CourierProblem, of destination: String, at location: SourceLocation) {
    let (kind, message, remedy): (Kind, String, String) =
      switch problem {
      case .failed(let reason):
        (
          .deliveryFailed, "\(destination) cannot be reached; what is tracked stays in its store: \(reason).",
          "see why, if it lasts; it is tried again, and nothing is lost as far as the store's policy has room."
        )
      case .rejected(let count, let reason):
        (
          .deliveriesRejected, "\(destination) refuses \(count) \(count == 1 ? "delivery" : "deliveries"): \(reason).",
          "change what is sent to it; the destination's ledger counts what it refuses."
        )
      case .unreadable(let count, let reason):
        (
          .storeDamaged, "\(count) stored \(count == 1 ? "delivery" : "deliveries") for \(destination) cannot be read: \(reason)",
          "see whether an older version of the app runs with the files of a newer one."
        )
      }
    self.init(kind: kind, message: message, remedy: remedy, location: location, subject: destination)
  }
}
