/// The name of a file of records. It says everything that changes while the file itself only grows, so every change is
/// one `rename`, which happens completely or not at all.
///
///     origin           number   owner            acknowledged
///     9c1f03aa55de7710-0000002a.9c1f03aa55de7710-00000064.events
///
/// Origin and number never change: whose records these are, and their order. The owner is who delivers them now:
/// another process, once it has adopted the file. The last number is how many records from the start are done with.
struct SegmentName: Hashable, CustomStringConvertible {
  static let suffix = ".events"

  let origin: UInt64
  let number: Int
  var owner: UInt64
  var acknowledged: Int

  init(origin: UInt64, number: Int, owner: UInt64, acknowledged: Int = 0) {
    self.origin = origin
    self.number = number
    self.owner = owner
    self.acknowledged = acknowledged
  }

  /// Reads a name; `nil` if the file is something else.
  init?(_ name: String) {
    guard name.hasSuffix(Self.suffix) else { return nil }
    let fields = name.dropLast(Self.suffix.count).split(separator: ".", omittingEmptySubsequences: false)
      .map { $0.split(separator: "-", omittingEmptySubsequences: false) }
    guard fields.count == 2, fields[0].count == 2, fields[1].count == 2,
      let origin = Self.number(fields[0][0], 16), let number = Self.number(fields[0][1], 8),
      let owner = Self.number(fields[1][0], 16), let acknowledged = Self.number(fields[1][1], 8),
      let number = Int(exactly: number), let acknowledged = Int(exactly: acknowledged)
    else { return nil }
    self.init(origin: origin, number: number, owner: owner, acknowledged: acknowledged)
  }

  var description: String {
    "\(Self.digits(origin, 16))-\(Self.digits(UInt64(number), 8)).\(Self.digits(owner, 16))"
      + "-\(Self.digits(UInt64(acknowledged), 8))\(Self.suffix)"
  }

  /// Whether only the owner differs, or how much is done with.
  func isSameFile(as other: SegmentName) -> Bool { origin == other.origin && number == other.number }

  /// What the checksums of this file's headers begin with.
  var salt: UInt32 {
    withUnsafeBytes(of: (origin.littleEndian, UInt64(number).littleEndian)) { Checksum.crc32c($0) }
  }

  /// A number in lower-case hexadecimal, with leading zeros.
  static func digits(_ number: UInt64, _ count: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(count - digits.count, 0)) + digits
  }

  private static func number(_ digits: Substring, _ count: Int) -> UInt64? {
    guard digits.utf8.count == count, digits.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return nil }
    return UInt64(digits, radix: 16)
  }
}
