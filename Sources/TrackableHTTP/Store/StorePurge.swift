/// A purge: it is about the records that were accepted until it was asked for, whenever it can be carried out.
///
///     purged-0000019aa4c01c3e-51ac09e3b7740d12/      when it was asked for, in milliseconds since 1970; any number
///
/// That is the name of the folder into which it moves everything. What was accepted later is brought back from there.
struct StorePurge: Hashable {
  /// Which records purges are about. One rule for what is in files and for what waits in memory.
  struct Reach: Equatable {
    static let everything = Reach(until: .max, now: .max)

    /// When the latest was asked for.
    let until: Int64
    /// What the clock says. It was turned back since it gave a later time, and nobody knows when.
    let now: Int64

    func covers(_ time: Int64) -> Bool { time <= until || time > now }
  }

  let name: String
  let time: Int64

  init(at time: Int64) {
    self.time = max(time, 0)
    name =
      "purged-\(SegmentName.digits(UInt64(self.time), 16))-\(SegmentName.digits(.random(in: 0 ... .max), 16))"
  }

  /// Reads a name; `nil` if the folder is something else.
  init?(_ name: String) {
    let parts = name.split(separator: "-")
    guard parts.count == 3, parts[0] == "purged", let time = Int64(parts[1], radix: 16) else { return nil }
    self.name = name
    self.time = time
  }
}
