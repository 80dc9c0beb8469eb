/// The clock and the network of the phone.
///
/// The time is simulated, so the same session gives the same output whenever and wherever it is played.
@MainActor
final class Device {
  enum Reachability: String, CaseIterable {
    case wifi, cellular
    // Not `none`, which could be mistaken for a missing optional.
    case unreachable = "none"
  }

  /// Seconds since the phone was switched on.
  private(set) var now = 0
  var reachability = Reachability.wifi

  func advance(seconds: Int) {
    now += seconds
  }
}
