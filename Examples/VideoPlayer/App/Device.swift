import Foundation

/// The clock of the device. Time is simulated, so the same script gives the same output whenever it is played.
final class Device: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  /// When the device was switched on.
  static let start = Date(timeIntervalSince1970: 1_767_294_000)

  private let elapsed = Box(Duration.zero)

  var now: Instant { Instant(offset: elapsed.value) }
  var minimumResolution: Duration { .milliseconds(1) }
  var date: Date { Device.start + elapsed.value / .seconds(1) }

  func advance(by duration: Duration) { elapsed.value += duration }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
