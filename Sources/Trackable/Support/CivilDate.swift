/// A day of the Gregorian calendar in UTC. A formatter of Foundation takes longer than everything
/// else about writing an event.
// Numbers, and not a `Date`: the ground floor knows nothing of Foundation.
package enum CivilDate {
  /// Milliseconds since 1970; of a time outside the years 1 to 9999, the nearest inside them.
  package static func milliseconds(since1970 seconds: Double) -> Int64 {
    let milliseconds = (seconds * 1_000).rounded()
    return milliseconds.isNaN ? 0 : Int64(min(max(milliseconds, -62_135_596_800_000), 253_402_300_799_999))
  }

  /// ISO 8601 in UTC to the millisecond: `2026-11-22T03:18:34.250Z`.
  ///
  /// - Parameter milliseconds: Since 1970, inside the years 1 to 9999.
  package static func iso8601(_ milliseconds: Int64) -> [UInt8] {
    let days = milliseconds >= 0 ? milliseconds / 86_400_000 : -((86_399_999 - milliseconds) / 86_400_000)
    let rest = Int(clamping: milliseconds - days * 86_400_000)
    let date = date(ofDay: Int(clamping: days))
    var text: [UInt8] = []
    text.reserveCapacity(24)
    func append(_ number: Int, digits: Int, _ separator: Character? = nil) {
      var divisor = [1, 10, 100, 1_000][digits - 1]
      while divisor > 0 {
        text.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
        divisor /= 10
      }
      if let separator = separator?.asciiValue { text.append(separator) }
    }
    append(date.year, digits: 4, "-")
    append(date.month, digits: 2, "-")
    append(date.day, digits: 2, "T")
    append(rest / 3_600_000, digits: 2, ":")
    append(rest / 60_000 % 60, digits: 2, ":")
    append(rest / 1_000 % 60, digits: 2, ".")
    append(rest % 1_000, digits: 3, "Z")
    return text
  }

  /// The date of a day, counted from the first of 1970.
  private static func date(ofDay number: Int) -> (year: Int, month: Int, day: Int) {
    // Years begin in March, so that the leap day is their last. 400 of them have 146,097 days.
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}
