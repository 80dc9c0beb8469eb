/// One way from the hub to a destination.
struct Route: Sendable {
  /// The index of the destination.
  let destination: Int
}
