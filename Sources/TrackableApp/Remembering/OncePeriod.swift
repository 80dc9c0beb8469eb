#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// In which time an event passes once.
public struct OncePeriod: Sendable {
  /// What stands in a memory for the kind of period.
  let name: String
  /// Says when a day begins; `nil` for a period that ends with its memory. A date has one name in each calendar system.
  private var calendar: Calendar?
  /// `nil` for one that ends with the process.
  let memory: OnceMemory?

  /// As long as the process lives.
  public static let launch = OncePeriod(name: "launch", memory: nil)

  /// A day of the user's calendar, as far as this process knows: another launch on the same day counts anew.
  public static var day: OncePeriod { OncePeriod(name: "day", calendar: .current, memory: nil) }

  /// A day, also over several launches.
  ///
  /// - Parameters:
  ///   - memory: Where it is remembered.
  ///   - calendar: Says with its time zone when a day begins; its system does not matter. The default is the user's.
  public static func day(in memory: OnceMemory, calendar: Calendar = .current) -> OncePeriod {
    OncePeriod(name: "day", calendar: calendar, memory: memory)
  }

  /// As long as the app is installed, or until a `purge()`: once ever.
  public static func install(in memory: OnceMemory) -> OncePeriod { OncePeriod(name: "install", memory: memory) }

  /// The period that a time is in: the same text for the same period.
  func text(for time: Date) -> String {
    guard let calendar, time.timeIntervalSince1970.isFinite else { return "" }
    var dates = Calendar(identifier: .gregorian)
    dates.timeZone = calendar.timeZone
    let day = dates.dateComponents([.era, .year, .month, .day], from: time)
    return "\(day.era ?? 0)-\(day.year ?? 0)-\(day.month ?? 0)-\(day.day ?? 0)"
  }
}
