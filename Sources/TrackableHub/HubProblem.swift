/// Something to report to whoever created the hub. The system turns it into an issue.
enum HubProblem: Sendable {
  /// A destination could not be configured; it will be tried again.
  case configurationFailed(destination: String, error: any Error)
  /// A destination could not be configured after this many attempts, and gets nothing.
  case gaveUp(destination: String, failures: Int, error: any Error)
  /// A destination threw, for the first time since it last took something.
  case deliveryFailed(destination: String, error: any Error)
  /// A destination had no room, for the first time since it last caught up.
  case overflow(destination: String)
  /// Something was handed over after the hub was shut down.
  case late
  /// This many deliveries were lost when the last reference to the hub went away, or when the task that ran it was
  /// cancelled.
  case lost(Int)
  /// A destination was given room for less than one delivery.
  case capacity(destination: String, capacity: Int)
  /// A destination contains an adapter that nobody will configure.
  case hiddenAdapter(destination: String)

  /// The destination that this is about; `nil` if it is about all of them.
  var destination: String? {
    switch self {
    case .configurationFailed(let destination, _), .gaveUp(let destination, _, _), .deliveryFailed(let destination, _),
      .overflow(let destination), .capacity(let destination, _), .hiddenAdapter(let destination):
      destination
    case .late, .lost: nil
    }
  }
}
