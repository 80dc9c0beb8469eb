/// Calls that wait, in order. Of two calls about the user with no event between them, one is left where that says the
/// same.
struct HeldCalls: Sendable {
  /// Those that a full queue keeps, as far as they come first. At most a `reset`, an `identify` and a purge, because
  /// neighbours say the same as fewer.
  private var kept: [HeldCall] = []
  /// The others, in order; `nil` once a call has gone. A slice, because nothing is moved when the first ones go.
  private var calls: ArraySlice<HeldCall?> = []
  /// How many of them a full queue may drop.
  private(set) var ordinary = 0
  /// How many bytes they take, roughly.
  private(set) var size = 0
  /// Calls that may hold the last reference to an adopter's object: the gate releases them after unlocking.
  private(set) var released: [HeldCall] = []

  var count: Int { kept.count + calls.count }

  mutating func takeReleased() -> [HeldCall] {
    defer { released = [] }
    return released
  }

  /// Adds a call as the last one, whatever is before it.
  mutating func line(up call: HeldCall) {
    size += call.size
    if !call.stays { ordinary += 1 }
    calls.append(call)
  }

  /// Adds a call, which may say the same as the one before it.
  mutating func append(_ call: HeldCall) {
    if !call.stays { return line(up: call) }
    size += call.size
    if calls.isEmpty { return keep(call) }
    var call = call
    while let last = calls.last ?? nil, let one = last.merged(with: call) {
      replace([calls.removeLast() ?? last, call], by: one)
      call = one
    }
    calls.append(call)
  }

  /// Adds a call to those that come first.
  private mutating func keep(_ call: HeldCall) {
    var call = call
    while let last = kept.last, let one = last.merged(with: call) {
      replace([kept.removeLast(), call], by: one)
      call = one
    }
    kept.append(call)
  }

  private mutating func replace(_ calls: [HeldCall], by one: HeldCall) {
    size += one.size - calls.reduce(0) { $0 + $1.size }
    released += calls
  }

  /// Takes out the first call.
  mutating func popFirst() -> HeldCall? {
    let first = kept.isEmpty ? popFromRest() : kept.removeFirst()
    if let first { forget(first) }
    return first
  }

  private mutating func popFromRest() -> HeldCall? {
    guard let first = calls.first else { return nil }
    calls[calls.startIndex] = nil
    calls.removeFirst()
    return first
  }

  private mutating func forget(_ call: HeldCall) {
    size -= call.size
    if !call.stays { ordinary -= 1 }
  }

  /// Drops the oldest call that need not be kept. Returns whether there was one.
  mutating func dropOldest() -> Bool {
    keepFirst()
    guard let oldest = popFromRest() else { return false }
    forget(oldest)
    released.append(oldest)
    keepFirst()
    return true
  }

  /// Moves those that come first and are kept to the others of that kind.
  private mutating func keepFirst() {
    while let first = calls.first ?? nil, first.stays { keep(popFromRest() ?? first) }
  }

  /// Drops all of them, or all but who the user is.
  mutating func removeAll(exceptUser keepsUser: Bool = false) {
    let all = kept + calls.compactMap { $0 }
    released += all
    (kept, calls, ordinary, size) = ([], [], 0, 0)
    if keepsUser { for call in all where call.tellsUser { append(call) } }
  }
}
