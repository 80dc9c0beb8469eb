#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// In which time an event passes once.
public struct OncePeriod: Sendable {
  enum Length: Sendable {
    case launch
    case day(Calendar)
    case install
  }

  let length: Length
  let memory: OnceMemory?

  /// As long as the process lives.
  public static let launch = OncePeriod(length: .launch, memory: nil)

  /// A day of the user's calendar, as far as this process knows: another launch on the same day counts anew.
  public static var day: OncePeriod { .day(calendar: .current, memory: nil) }

  /// A day, also over several launches.
  ///
  /// - Parameters:
  ///   - memory: Where it is remembered.
  ///   - calendar: Says with its time zone when a day begins. The default is the user's.
  public static func day(in memory: OnceMemory, calendar: Calendar = .current) -> OncePeriod {
    .day(calendar: calendar, memory: memory)
  }

  /// As long as the app is installed, or until a `purge()`: once ever.
  public static func install(in memory: OnceMemory) -> OncePeriod { OncePeriod(length: .install, memory: memory) }

  private static func day(calendar: Calendar, memory: OnceMemory?) -> OncePeriod {
    OncePeriod(length: .day(calendar), memory: memory)
  }

  /// What stands in a memory for the kind of period.
  var name: String {
    switch length {
    case .launch: "launch"
    case .day: "day"
    case .install: "install"
    }
  }

  /// The period that a time is in: the same text for the same period.
  func text(for time: Date) -> String {
    guard case .day(let calendar) = length, time.timeIntervalSince1970.isFinite else { return "" }
    let day = calendar.dateComponents([.era, .year, .month, .day], from: time)
    return "\(day.era ?? 0)-\(day.year ?? 0)-\(day.month ?? 0)-\(day.day ?? 0)"
  }
}
