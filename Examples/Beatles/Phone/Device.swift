/// The clock and the network of the phone.
///
/// The time is simulated: the same session gives the same output, whenever and wherever it is played.
@MainActor
final class Device {
  enum Reachability: String, CaseIterable {
    case wifi, cellular
    // Not `none`, which would read like a missing optional.
    case unreachable = "none"
  }

  /// Seconds since the phone was switched on.
  private(set) var now = 0
  var reachability = Reachability.wifi

  func advance(seconds: Int) {
    now += seconds
  }
}
