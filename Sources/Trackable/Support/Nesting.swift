/// Counts how deeply calls into adopters' code are nested on the current thread. A tracker or a computed property that
/// tracks may call itself in this way without end, so the library makes no call deeper than ``limit``.
enum Nesting {
  /// The most calls on one thread, one within the other.
  static let limit = 16

  /// Counts the changes of the user to which one change has led. Changes are made one after the other and not nested,
  /// so the limit of depth is not enough: if each change leads to two others, 16 levels are 65,536 changes.
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
    /// Whether the library has refused a too deeply nested call within the outermost call. From then on, only calls
    /// directly inside the outermost call are made. Without this rule, 16 levels could be 65,536 calls, if every call
    /// makes two others.
    var wasCut = false
    var isReporting = false
    var cascade: Cascade?
    #if TRACKABLE_COUNTS_LOCKS
      /// The number of locks that the thread holds.
      var locks = 0
    #endif
  }

  /// Runs `body` one level deeper. If that is too deep, returns `nil`, and does not run `body`.
  static func deeper<Result>(_ body: () -> Result) -> Result? {
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

  /// The depth of the current thread, with which work can continue on another thread.
  static var depth: Int { thread.pointee.depth }
  /// The cascade of the thread; `nil` if no change of the user has led to the current work.
  static var cascade: Cascade? { thread.pointee.cascade }

  /// Runs `body` at the depth of the call that it completes, and in the cascade of that call. A getter that is read on
  /// another actor may track an event, which may need a read on another actor again. The limit of the depth stops such
  /// a repetition.
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
