/// The name of a file of records. The name contains everything about the file that changes, while the content of the
/// file only grows. So every change is one `rename`, which happens completely or not at all.
///
///     folder           number   acknowledged
///     019aa8f2c1d7710e/0000002a-00000064.events
///
/// The folder and the number never change: they identify the process and the order of its files. The last number counts
/// the records at the start of the file whose delivery has ended.
struct SegmentName: Hashable, CustomStringConvertible {
  static let suffix = ".events"

  /// The folder.
  let origin: UInt64
  let number: Int
  var acknowledged = 0

  var description: String {
    "\(Self.digits(UInt64(number), 8))-\(Self.digits(UInt64(acknowledged), 8))\(Self.suffix)"
  }

  /// The identity of the file, which does not depend on the number of its delivered records. Sorting by it puts files
  /// in the order in which their processes started, and the files of one process in their own order.
  var place: (origin: UInt64, number: Int) { (origin, number) }

  /// The seed of the checksums of this file's headers.
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
  /// Reads a name; `nil` for any other file.
  init?(_ name: String, in origin: UInt64) {
    // One kind of number and of text, because each has a parser of its own, of 1.5 KiB.
    guard let number = UInt64(String(name.prefix(8)), radix: 16),
      let acknowledged = UInt64(String(name.dropFirst(9).prefix(8)), radix: 16)
    else { return nil }
    self.init(origin: origin, number: Int(number), acknowledged: Int(acknowledged))
    if description != name { return nil }
  }
}
