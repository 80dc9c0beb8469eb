#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The period in which an event passes once.
public struct OncePeriod: Sendable {
  /// The name of the kind of period in a memory.
  let name: String
  /// The calendar that decides when a day begins; `nil` for a period without days. A date has one name in all calendar
  /// systems.
  private var calendar: Calendar?
  /// The memory; `nil` for a period that ends with the process.
  let memory: OnceMemory?

  /// The period from the launch until the end of the process.
  public static let launch = OncePeriod(name: "launch", memory: nil)

  /// A day of the user's calendar, without a memory: after another launch on the same day, an event passes again.
  public static var day: OncePeriod { OncePeriod(name: "day", calendar: .current, memory: nil) }

  /// A day of a calendar, with a memory: another launch on the same day belongs to the same period.
  ///
  /// - Parameters:
  ///   - memory: The memory of the events that have passed.
  ///   - calendar: The calendar's time zone decides when a day begins; the calendar system does not matter. The default
  ///     is the user's calendar.
  public static func day(in memory: OnceMemory, calendar: Calendar = .current) -> OncePeriod {
    OncePeriod(name: "day", calendar: calendar, memory: memory)
  }

  /// The period until the app is removed, or until a `purge()`.
  public static func install(in memory: OnceMemory) -> OncePeriod { OncePeriod(name: "install", memory: memory) }

  /// The name of the period at a time. The same period always has the same name.
  func text(for time: Date) -> String {
    guard let calendar, time.timeIntervalSince1970.isFinite else { return "" }
    var dates = Calendar(identifier: .gregorian)
    dates.timeZone = calendar.timeZone
    let day = dates.dateComponents([.era, .year, .month, .day], from: time)
    return "\(day.era ?? 0)-\(day.year ?? 0)-\(day.month ?? 0)-\(day.day ?? 0)"
  }
}
