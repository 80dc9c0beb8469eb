/// The waiting calls of a ``CallQueue``, oldest first. Two calls about the user of a system without an event between
/// them become one call, if one call can have the same content.
struct HeldCalls: Sendable {
  /// The first calls, in reverse order, so that the removal of the first one moves no others.
  private var first: [HeldCall] = []
  /// The calls after `first`.
  private var rest: [HeldCall] = []
  /// The number of calls that a full queue may drop.
  private(set) var ordinary = 0
  /// The number of calls about the users of requests: ``HeldCall/isSignInOfRequest``.
  private(set) var ofRequests = 0
  /// The size of the calls in bytes, roughly.
  private(set) var size = 0
  /// The calls that were replaced by one. Each may hold the last reference to an adopter's object.
  var replaced: [HeldCall] = []

  var count: Int { first.count + rest.count }
  var all: [HeldCall] { first.reversed() + rest }

  /// Appends a call.
  ///
  /// - Parameter merging: Whether the call may be merged with the call before it.
  mutating func append(_ call: HeldCall, merging: Bool = true) {
    if merging, call.stays, let last = rest.last ?? first.first, let one = last.merged(with: call) {
      count(rest.popLast() ?? first.removeFirst(), -1)
      replaced.append(last)
      return append(one)
    }
    count(call, 1)
    rest.append(call)
  }

  private mutating func count(_ call: HeldCall, _ sign: Int) {
    size += sign * call.size
    if !call.stays { ordinary += sign } else if call.isSignInOfRequest { ofRequests += sign }
  }

  private mutating func remove(at place: Int) -> HeldCall {
    count(first[place], -1)
    return first.remove(at: place)
  }

  private mutating func bringForward() { (first, rest) = (rest.reversed() + first, []) }

  /// Removes and returns the first call.
  mutating func popFirst() -> HeldCall? {
    if first.isEmpty { bringForward() }
    return first.isEmpty ? nil : remove(at: first.count - 1)
  }

  /// Removes and returns the oldest call that a full queue may drop. Few calls can be in front of that call, because
  /// neighbouring calls about one user are merged.
  ///
  /// - Parameter ofRequest: Whether to remove the oldest call about the user of a request instead.
  mutating func popOldest(ofRequest: Bool = false) -> HeldCall? {
    func isWanted(_ call: HeldCall) -> Bool { ofRequest ? call.isSignInOfRequest : !call.stays }
    // The neighbours of the removed call move to `first` as well.
    if !first.dropFirst().contains(where: isWanted) { bringForward() }
    guard let place = first.lastIndex(where: isWanted) else { return nil }
    let oldest = remove(at: place)
    while place > 0, place < first.count, let one = first[place].merged(with: first[place - 1]) {
      replaced += [remove(at: place), remove(at: place - 1)]
      count(one, 1)
      first.insert(one, at: place - 1)
    }
    return oldest
  }
}

/// The figures of a gate: the number of waiting calls, and the number of dropped calls. A gate drops calls if it has no
/// room, if it was closed for good, or if its tracker is released.
package typealias HeldCounts = (held: Int, dropped: Int)
