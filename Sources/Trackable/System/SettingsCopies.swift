/// The settings of a core, as its threads read them for each event.
///
/// To read them takes a lock and counts a reference up and down. Done by several threads to one object, that costs more
/// than the event. So there are copies, each under a lock of its own, and threads are spread over them. Who writes holds
/// all the locks meanwhile: once a thread has seen new settings, nobody sees the old ones.
struct SettingsCopies: Sendable {
  typealias Settings = SystemCore.Settings

  private let copies: [Lock<Copy>]

  /// One copy. The room after it keeps another copy's lock out of its cache lines.
  private struct Copy {
    typealias CacheLine = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

    var settings: Settings
    var apart: (CacheLine, CacheLine)?
  }

  /// - Parameter count: How many copies there are, a power of two.
  init(_ settings: Settings, count: Int) {
    copies = (0..<count).map { _ in Lock(Copy(settings: settings.copy())) }
  }

  /// Those of the calling thread.
  @inline(__always)
  var current: Settings {
    // The addresses that threads are known by differ in their middle bits.
    let spread = UInt64(CurrentThread.identity) &* 0x9E37_79B9_7F4A_7C15
    return copies[Int(truncatingIfNeeded: spread &>> 32) & (copies.count - 1)].withLock { $0.settings }
  }

  /// Replaces all of them, and answers the old ones: they may hold the last reference to an adopter's object, and are
  /// to be released after unlocking whatever else is locked.
  func replace(by settings: Settings) -> [Settings] {
    var old: [Settings] = []
    replace(from: 0, by: settings, &old)
    return old
  }

  private func replace(from index: Int, by settings: Settings, _ old: inout [Settings]) {
    if index == copies.count { return }
    copies[index].withLock { copy in
      old.append(copy.settings)
      copy.settings = settings.copy()
      replace(from: index + 1, by: settings, &old)
    }
  }
}
