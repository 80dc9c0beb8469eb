#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The calls into adopters' code that are active on this thread. A computed property that tracks on its own object would
/// otherwise be computed again for that event, and so on without end; the same goes for an issue handler that causes
/// issues.
///
/// Whoever makes such calls keeps one frame on the stack. A thread-specific value points to the innermost one. Tasks
/// inherit nothing: what they do later is not part of the call. An event that is read on another actor takes the calls
/// of its thread along as a value.
enum ActiveCalls {
  /// What is called on an object.
  enum Question: Sendable { case properties, parent, report, deliver, route, userRoute, replay }

  struct Call: Sendable {
    let object: ObjectIdentifier
    let question: Question
  }

  struct Frame {
    fileprivate var object: ObjectIdentifier?
    fileprivate var question = Question.properties
    /// Whether the call ended in what a class says for good: that it has nothing to say.
    private(set) var usedDefault = false
    fileprivate let inherited: [Call]
    fileprivate let outer: UnsafeMutablePointer<Frame>?

    fileprivate init(inherited: [Call], outer: UnsafeMutablePointer<Frame>?) {
      self.inherited = inherited
      self.outer = outer
    }

    /// Call this before running code of an object. Returns `false` if that code is running already.
    @inline(__always)
    mutating func begin(_ object: AnyObject, _ question: Question) -> Bool {
      let identity = ObjectIdentifier(object)
      if outer != nil || !inherited.isEmpty, isRunning(identity, question) { return false }
      self.object = identity
      self.question = question
      usedDefault = false
      return true
    }

    /// Call this after the code has run.
    @inline(__always)
    mutating func end() { object = nil }

    fileprivate mutating func noteDefault(_ object: ObjectIdentifier, _ question: Question) {
      if self.object == object, self.question == question { usedDefault = true }
    }

    private func isRunning(_ identity: ObjectIdentifier, _ question: Question) -> Bool {
      if inherited.contains(where: { $0.object == identity && $0.question == question }) { return true }
      var frame = outer
      while let current = frame {
        if current.pointee.object == identity, current.pointee.question == question { return true }
        if current.pointee.inherited.contains(where: { $0.object == identity && $0.question == question }) {
          return true
        }
        frame = current.pointee.outer
      }
      return false
    }
  }

  /// - Parameter inherited: The calls as part of which this happens, if they were made on another thread.
  // Invariant: a thread's value is `nil` or points to the frame of the innermost `withFrame` on that thread's own
  // stack, which puts the outer one back before it returns; no other thread reads it. `body` is synchronous, so it
  // stays on its thread. `RecursionTests` end in a stack overflow without it.
  @inline(__always)
  static func withFrame<Result>(
    inheriting inherited: [Call] = [], _ body: (UnsafeMutablePointer<Frame>) -> Result
  ) -> Result {
    let outer = innermost
    var frame = Frame(inherited: inherited, outer: outer)
    return withUnsafeMutablePointer(to: &frame) { pointer in
      pthread_setspecific(key, pointer)
      defer { pthread_setspecific(key, outer) }
      return body(pointer)
    }
  }

  /// Runs code of an object as an active call, unless it is running already; then the result is `nil`.
  static func run<Result>(
    _ question: Question, of object: AnyObject, inheriting inherited: [Call] = [], _ body: () -> Result
  ) -> Result? {
    withFrame(inheriting: inherited) { frame in
      guard frame.pointee.begin(object, question) else { return nil }
      defer { frame.pointee.end() }
      return body()
    }
  }

  /// Whether code of an object is running on this thread.
  static func isActive(_ question: Question, of object: AnyObject) -> Bool {
    current.contains { $0.object == ObjectIdentifier(object) && $0.question == question }
  }

  /// All calls that are active on this thread, to take along.
  static var current: [Call] {
    var calls: [Call] = []
    var frame = innermost
    while let current = frame {
      if let object = current.pointee.object { calls.append(Call(object: object, question: current.pointee.question)) }
      calls += current.pointee.inherited
      frame = current.pointee.outer
    }
    return calls
  }

  /// Notes that a call of an object has reached what its class says for good: that it has nothing to say.
  static func noteDefault(_ object: ObjectIdentifier, _ question: Question) {
    innermost?.pointee.noteDefault(object, question)
  }

  private static var innermost: UnsafeMutablePointer<Frame>? {
    pthread_getspecific(key)?.assumingMemoryBound(to: Frame.self)
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}
