import Foundation
import Trackable

/// The dates of HTTP (RFC 9110, 5.6.7), in all three forms.
enum HTTPDate {
  /// The date that a header field says; `nil` if it says none.
  static func date(of text: String) -> Date? {
    // Sun, 06 Nov 1994 08:49:37 GMT | Sunday, 06-Nov-94 08:49:37 GMT | Sun Nov  6 08:49:37 1994
    var words = text.split { " -,".contains($0) }.map(String.init)
    guard words.count >= 5 else { return nil }
    if words[3].contains(":") { words = [words[0], words[2], words[1], words[4], words[3]] }
    let time = words[4].split(separator: ":").map { Int($0) }
    guard let day = Int(words[1]), let month = months.firstIndex(of: words[2].lowercased()), let year = Int(words[3]),
      time.count == 3, let hour = time[0], let minute = time[1], let second = time[2], 1...31 ~= day, 0...23 ~= hour,
      0...59 ~= minute, 0...60 ~= second, 0...9_999 ~= year
    else { return nil }
    // Two digits mean a year that is not more than 50 years ahead.
    let fullYear: Int = year >= 100 ? year : year < 70 ? 2_000 + year : 1_900 + year
    let days = CivilDate.days(year: fullYear, month: month + 1, day: day)
    let seconds: Int = hour * 3_600 + minute * 60 + second
    return Date(timeIntervalSince1970: Double(days) * 86_400 + Double(seconds))
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}
