import Trackable
import TrackableHub

/// Keeps values, and lets others wait until there are enough.
final class Mailbox<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Lock(State())

  var all: [Element] { state.withLock { $0.elements } }

  func put(_ element: Element) {
    let ready = state.withLock { state in
      state.elements.append(element)
      let ready = state.waiting.filter { $0.count <= state.elements.count }
      state.waiting.removeAll { $0.count <= state.elements.count }
      return ready.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }

  /// All values, once there are that many.
  @discardableResult
  func elements(_ count: Int) async -> [Element] {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.elements.count >= count { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if isReady { continuation.resume() }
    }
    return all
  }
}

/// Closed until it is opened, then open for ever. It does not care for cancellation: who waits here is stuck.
final class Gate: Sendable {
  private let opened = Mailbox<Bool>()
  func open() { opened.put(true) }
  func pass() async { await opened.elements(1) }
}

/// The issues that a system reported.
extension Mailbox<TrackableIssue> {
  var kinds: [TrackableIssue.Kind] { all.map(\.kind) }
  /// The kinds of all that were reported, which are at least so many.
  func kinds(_ count: Int, in hub: TrackerHub) async -> [TrackableIssue.Kind] {
    await elements(count)
    await hub.reportsIssues()
    return kinds
  }
  var texts: [String] { all.map(\.description) }
}
