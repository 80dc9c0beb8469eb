/// How deep calls into adopters' code are nested on the current thread. A tracker or a computed property that tracks
/// may lead to itself without end; deeper than ``limit`` such calls are cut off.
enum Nesting {
  /// How many calls may run on one thread, one within the other.
  static let limit = 16

  /// The changes of the user that one change has led to. These changes wait in line, so the depth alone would cut them
  /// off too late: where each change makes two, 16 levels are 65,536 changes.
  final class Row: Sendable {
    /// How many changes one may lead to: more than a tracker makes that passes on all properties of a user.
    static let limit = 1_000
    private let count = AtomicWord()

    /// Counts one more, unless there are too many.
    func takesOneMore() -> Bool { count.add(1) < Self.limit }
  }

  struct Thread {
    var depth = 0
    /// Whether a call was cut off within the outermost call. From then on only the calls of the outermost call itself
    /// are made, because each deeper call could be cut off again: where every call makes two, 16 levels are 65,536
    /// calls.
    var wasCut = false
    var isReporting = false
    var row: Row?
    #if TRACKABLE_COUNTS_LOCKS
      /// How many locks it holds.
      var locks = 0
    #endif
  }

  /// Runs `body` as one more level. The result is `nil`, and nothing is run, if that would be too deep.
  @inline(__always) static func deeper<Result>(_ body: () -> Result) -> Result? {
    HeldLocks.mustBeNone()
    let thread = thread
    if thread.pointee.depth >= (thread.pointee.wasCut ? 2 : limit) {
      thread.pointee.wasCut = true
      return nil
    }
    thread.pointee.depth += 1
    defer {
      thread.pointee.depth -= 1
      if thread.pointee.depth == 0 { thread.pointee.wasCut = false }
    }
    return body()
  }

  /// How deep the thread is, to go on with elsewhere.
  static var depth: Int { thread.pointee.depth }
  /// The row that the thread works on; `nil` if no change of the user has led to what it does.
  static var row: Row? { thread.pointee.row }

  /// Runs `body` at the depth of the call that it completes, and in its row. A getter that is read on another actor may
  /// track, and that event may be read on another actor again: the depth ends that.
  static func from<Result>(_ depth: Int, in row: Row? = nil, _ body: () -> Result) -> Result {
    let thread = thread
    let (outer, outerRow) = (thread.pointee.depth, thread.pointee.row)
    thread.pointee.depth = max(outer, depth)
    thread.pointee.row = row
    defer {
      thread.pointee.depth = outer
      thread.pointee.row = outerRow
      if outer == 0 { thread.pointee.wasCut = false }
    }
    return body()
  }

  /// Runs `body`, unless the thread is doing that already.
  static func reporting(_ body: () -> Void) -> Bool {
    let thread = thread
    if thread.pointee.isReporting { return false }
    thread.pointee.isReporting = true
    defer { thread.pointee.isReporting = false }
    body()
    return true
  }
}
