import Foundation

/// Reads a date in a header of HTTP, in any of the three forms (RFC 9110, 5.6.7).
enum HTTPDate {
  private static let forms = [
    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
  ]

  /// The date that a text of a header field means; `nil` if the text is not a date.
  static func date(of text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    return forms.lazy.compactMap { form in
      formatter.dateFormat = form
      return formatter.date(from: text)
    }.first
  }
}
