import Foundation
import Trackable

// The forms of a date that services expect.

extension Date {
  /// The milliseconds since 1970. A date outside the years 1 to 9999 becomes the nearest date inside them.
  @usableFromInline var milliseconds: Int64 { CivilDate.milliseconds(since1970: timeIntervalSince1970) }

  /// Nanoseconds since 1970, exact to the microsecond; 0 for earlier dates.
  @export(implementation) var nanoseconds: UInt64 {
    let microseconds = (timeIntervalSince1970 * 1_000_000).rounded()
    return microseconds > 0 ? UInt64(min(microseconds, 9e15)) * 1_000 : 0
  }

  /// ISO 8601 in UTC to the millisecond: `2026-11-22T03:18:34.250Z`.
  var iso8601: [UInt8] { CivilDate.iso8601(milliseconds) }
}
