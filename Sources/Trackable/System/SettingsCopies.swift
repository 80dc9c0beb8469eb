/// The settings of a core, which every thread reads for every event.
///
/// Reading them takes a lock, a retain and a release. If several threads do that to the same object, it costs more than
/// the rest of the event. So there are several copies, each with its own lock, and threads are spread over them. A
/// writer holds all the locks at once: when any thread has seen new settings, no thread sees the old ones.
struct SettingsCopies: Sendable {
  typealias Settings = SystemCore.Settings

  private let copies: [Lock<Copy>]

  /// One copy, padded so that no other copy's lock shares its cache lines.
  private struct Copy {
    typealias CacheLine = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

    var settings: Settings
    var apart: (CacheLine, CacheLine)?
  }

  /// - Parameter count: How many copies there are, a power of two.
  init(_ settings: Settings, count: Int) {
    copies = (0..<count).map { _ in Lock(Copy(settings: settings.copy())) }
  }

  /// The copy for the calling thread.
  @inline(__always)
  var current: Settings {
    // Identities of threads are addresses, which differ in their middle bits.
    let spread = UInt64(CurrentThread.identity) &* 0x9E37_79B9_7F4A_7C15
    return copies[Int(truncatingIfNeeded: spread &>> 32) & (copies.count - 1)].withLock { $0.settings }
  }

  /// Replaces all copies, and returns the old ones. They may hold the last reference to an adopter's object, so the
  /// caller has to release them after unlocking its own locks.
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
