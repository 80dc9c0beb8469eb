/// Writes a time as a date of the Gregorian calendar in UTC. Foundation's formatter would take longer than all other
/// work for writing an event.
// The time is a number and not a `Date`, because the code of this folder does not use Foundation.
package enum CivilDate {
  /// The milliseconds since 1970. A time outside the years 1 to 9999 becomes the nearest time inside them.
  package static func milliseconds(since1970 seconds: Double) -> Int64 {
    let milliseconds = (seconds * 1_000).rounded()
    return milliseconds.isNaN ? 0 : Int64(min(max(milliseconds, -62_135_596_800_000), 253_402_300_799_999))
  }

  /// ISO 8601 in UTC to the millisecond: `2026-11-22T03:18:34.250Z`.
  ///
  /// - Parameter milliseconds: The time since 1970, inside the years 1 to 9999.
  package static func iso8601(_ milliseconds: Int64) -> [UInt8] {
    let days = milliseconds >= 0 ? milliseconds / 86_400_000 : -((86_399_999 - milliseconds) / 86_400_000)
    let rest = Int(clamping: milliseconds - days * 86_400_000)
    let date = date(ofDay: Int(clamping: days))
    let day = Int64((date.year * 100 + date.month) * 100 + date.day)
    let time = Int64((rest / 3_600_000 * 100 + rest / 60_000 % 60) * 100_000 + rest % 60_000)
    var digits = day * 1_000_000_000 + time
    // The loop writes from the last digit to the first.
    var text = Array("0000-00-00T00:00:00.000Z".utf8)
    for index in text.indices.reversed() where text[index] == UInt8(ascii: "0") {
      text[index] += UInt8(digits % 10)
      digits /= 10
    }
    return text
  }

  /// The date of a day. The number counts days from 1 January 1970.
  private static func date(ofDay number: Int) -> (year: Int, month: Int, day: Int) {
    // Years begin in March, so that the leap day is the last day of a year. 400 years have 146,097 days.
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
