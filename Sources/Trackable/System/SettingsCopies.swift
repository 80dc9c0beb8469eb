/// The settings of a system, which every thread reads for every event.
///
/// Reading them takes a lock, a retain and a release. If several threads do that to the same object, it costs more than
/// the rest of the event. So there are several copies, and threads are spread over them. A writer replaces one copy
/// after the other while it holds all the locks: when any thread has seen new settings, no thread sees the old ones.
final class SettingsCopies: Sendable {
  private let copies: Lock<Settings>
  private let count: Int

  /// - Parameter count: How many copies there are, a power of two.
  init(_ settings: Settings, count: Int) {
    self.count = count
    copies = Lock(stripes: count) { _ in settings.copy() }
  }

  /// The copy for the calling thread.
  @inline(__always)
  var current: Settings {
    copies.withLock(stripe: CurrentThread.stripe(of: count)) { $0 }
  }

  /// Replaces all copies, and returns the old ones. They may hold the last reference to an adopter's object, so the
  /// caller has to release them after unlocking its own locks.
  func replace(by settings: Settings) -> [Settings] {
    var old: [Settings] = []
    copies.withAllLocks(each: { _, copy in
      old.append(copy)
      copy = settings.copy()
    }) {}
    return old
  }
}
