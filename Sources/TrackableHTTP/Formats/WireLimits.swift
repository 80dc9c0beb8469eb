/// How much a service takes in one request.
///
/// ```swift
/// WireLimits(events: 2_500, bytes: 500_000, eventBytes: 32_000)
/// ```
///
/// A request never exceeds them. An envelope that does by itself is rejected, with a reason, before anything is sent.
public struct WireLimits: Sendable, Hashable {
  /// How many items.
  let events: Int
  /// How many bytes the body has.
  let bytes: Int
  /// How many bytes one item has.
  let eventBytes: Int

  /// 500 items and half a megabyte: what nearly every service takes.
  static let `default` = WireLimits(events: 500, bytes: 500_000)

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - events: How many items; less than 1 counts as 1.
  ///   - bytes: How many bytes the body has.
  ///   - eventBytes: How many bytes one item has; `nil` if it may fill a request.
  public init(events: Int, bytes: Int, eventBytes: Int? = nil) {
    self.events = max(events, 1)
    self.bytes = bytes
    self.eventBytes = min(eventBytes ?? bytes, bytes)
  }
}
