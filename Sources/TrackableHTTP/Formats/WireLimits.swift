/// The limits of a request.
///
/// ```swift
/// WireLimits(events: 2_500, bytes: 500_000, eventBytes: 32_000)
/// ```
///
/// A request never exceeds its limits. If a single envelope exceeds them, the destination rejects the envelope without
/// a request, and reports the reason.
public struct WireLimits: Sendable, Hashable {
  /// The most items in a request.
  @usableFromInline let events: Int
  /// The most bytes in a body.
  let bytes: Int
  /// The most bytes of one item.
  let eventBytes: Int

  /// Creates limits. Nearly every service allows the defaults.
  ///
  /// - Parameters:
  ///   - events: The most items in a request; less than 1 counts as 1.
  ///   - bytes: The most bytes in a body.
  ///   - eventBytes: The most bytes of one item; `nil` if an item may fill a request.
  public init(events: Int = 500, bytes: Int = 500_000, eventBytes: Int? = nil) {
    self.events = max(events, 1)
    self.bytes = bytes
    self.eventBytes = min(eventBytes ?? bytes, bytes)
  }
}
