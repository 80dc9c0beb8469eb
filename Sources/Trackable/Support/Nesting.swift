/// The nesting of calls into adopters' code on the current thread. A tracker or a computed property that tracks may
/// lead to itself without end, so calls deeper than ``limit`` are not made.
enum Nesting {
  /// The most calls on one thread, one within the other.
  static let limit = 16

  /// The changes of the user that one change has led to. These changes wait in line, so a limit of depth is not enough:
  /// if each change makes two, 16 levels are 65,536 changes.
  final class Cascade: Sendable {
    /// The most changes that one change may lead to. A tracker that passes on all properties of a user makes fewer
    /// changes.
    static let limit = 1_000
    private let count = AtomicWord()

    /// Counts one more change. Returns false after too many.
    func takesOneMore() -> Bool { count.add(1) < Self.limit }
  }

  struct Thread {
    var depth = 0
    /// Whether the library has refused a too deeply nested call within the outermost call. From then on, only the
    /// outermost call itself makes further calls: if every call makes two, 16 levels are 65,536 calls.
    var wasCut = false
    var isReporting = false
    var cascade: Cascade?
    #if TRACKABLE_COUNTS_LOCKS
      /// The number of locks that the thread holds.
      var locks = 0
    #endif
  }

  /// Runs `body` one level deeper. If that is too deep, returns `nil`, and does not run `body`.
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

  /// The depth of the thread, to continue with on another thread.
  static var depth: Int { thread.pointee.depth }
  /// The cascade of the thread; `nil` if no change of the user has led to the current work.
  static var cascade: Cascade? { thread.pointee.cascade }

  /// Runs `body` at the depth of the call that it completes, and in the cascade of that call. A getter that is read on
  /// another actor may track, and that event may be read on another actor again. The limit of the depth stops such a
  /// repetition.
  static func atDepth<Result>(_ depth: Int, in cascade: Cascade? = nil, _ body: () -> Result) -> Result {
    let thread = thread
    let (outer, outerCascade) = (thread.pointee.depth, thread.pointee.cascade)
    thread.pointee.depth = max(outer, depth)
    thread.pointee.cascade = cascade
    defer {
      thread.pointee.depth = outer
      thread.pointee.cascade = outerCascade
      if outer == 0 { thread.pointee.wasCut = false }
    }
    return body()
  }

  /// Runs `body`, unless the thread is already reporting an issue.
  static func reporting(_ body: () -> Void) -> Bool {
    let thread = thread
    if thread.pointee.isReporting { return false }
    thread.pointee.isReporting = true
    defer { thread.pointee.isReporting = false }
    body()
    return true
  }
}
