/// The name of a file of records. It says everything that changes while the file itself only grows, so every change is
/// one `rename`, which happens completely or not at all.
///
///     folder           number   acknowledged
///     019aa8f2c1d7710e/0000002a-00000064.events
///
/// The folder and the number never change: whose records these are, and their order. The last number is how many records
/// from the start are done with.
struct SegmentName: Hashable, CustomStringConvertible {
  static let suffix = ".events"

  /// The folder.
  let origin: UInt64
  let number: Int
  var acknowledged = 0

  var description: String {
    "\(Self.digits(UInt64(number), 8))-\(Self.digits(UInt64(acknowledged), 8))\(Self.suffix)"
  }

  /// The file, however many of its records are done with. Files are in the order of this: the process that began first goes
  /// first, and the files of one process are in their order.
  var place: (origin: UInt64, number: Int) { (origin, number) }

  /// What the checksums of this file's headers begin with.
  var salt: UInt32 {
    withUnsafeBytes(of: (origin.littleEndian, UInt64(number).littleEndian)) { Checksum.crc32c($0) }
  }

  /// A number in lower-case hexadecimal, with leading zeros.
  static func digits(_ number: UInt64, _ count: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(count - digits.count, 0)) + digits
  }
}

extension SegmentName {
  /// Reads a name; `nil` if the file is something else.
  init?(_ name: String, in origin: UInt64) {
    let fields = name.dropLast(Self.suffix.count).split(separator: "-").map { UInt32($0, radix: 16) }
    guard fields.count == 2, let number = fields[0], let acknowledged = fields[1] else { return nil }
    self.init(origin: origin, number: Int(number), acknowledged: Int(acknowledged))
    if description != name { return nil }
  }
}
