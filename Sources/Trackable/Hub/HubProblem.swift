/// Something of which whoever made the hub should hear. The system makes an issue of it.
enum HubProblem: Sendable {
  /// A destination could not be configured; it is tried again.
  case configurationFailed(destination: String, error: any Error)
  /// A destination could not be configured so many times; it gets nothing.
  case gaveUp(destination: String, failures: Int, error: any Error)
  /// A destination threw, for the first time since it last took something.
  case deliveryFailed(destination: String, error: any Error)
  /// A destination had no room, for the first time since it last caught up.
  case overflow(destination: String)
  /// Something was handed over after the hub was shut down.
  case late
  /// So many deliveries were lost when the hub was let go of, or when the task that ran it was cancelled.
  case lost(Int)
  /// A destination was given no room.
  case capacity(destination: String, capacity: Int)
  /// Inside a destination is an adapter that nobody will configure.
  case hiddenAdapter(destination: String)

  /// The destination of which it speaks, if it does not speak of all.
  var destination: String? {
    switch self {
    case .configurationFailed(let destination, _), .gaveUp(let destination, _, _), .deliveryFailed(let destination, _),
      .overflow(let destination), .capacity(let destination, _), .hiddenAdapter(let destination):
      destination
    case .late, .lost: nil
    }
  }
}
