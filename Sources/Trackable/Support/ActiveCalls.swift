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
/// Whoever makes such calls keeps one frame on the stack. A thread-specific value points to the innermost one. Nothing is
/// inherited by tasks: what they do later is not part of the call.
enum ActiveCalls {
  /// What an object is asked to do.
  enum Question { case properties, parent, report, deliver }

  struct Frame {
    fileprivate var object: ObjectIdentifier?
    fileprivate var question = Question.properties
    fileprivate let outer: UnsafeMutablePointer<Frame>?

    /// Call this before running code of an object. Returns `false` if that code is running already.
    @inline(__always)
    mutating func begin(_ object: AnyObject, _ question: Question) -> Bool {
      let identity = ObjectIdentifier(object)
      if outer != nil, isRunning(identity, question) { return false }
      self.object = identity
      self.question = question
      return true
    }

    /// Call this after the code has run.
    @inline(__always)
    mutating func end() { object = nil }

    private func isRunning(_ identity: ObjectIdentifier, _ question: Question) -> Bool {
      var frame = outer
      while let current = frame {
        if current.pointee.object == identity, current.pointee.question == question { return true }
        frame = current.pointee.outer
      }
      return false
    }
  }

  // Invariant: a thread's value is `nil` or points to the frame of the innermost `withFrame` on that thread's own
  // stack, which puts the outer one back before it returns; no other thread reads it. `body` is synchronous, so it
  // stays on its thread. `RecursionTests` end in a stack overflow without it.
  @inline(__always)
  static func withFrame<Result>(_ body: (UnsafeMutablePointer<Frame>) -> Result) -> Result {
    let outer = pthread_getspecific(key)?.assumingMemoryBound(to: Frame.self)
    var frame = Frame(object: nil, outer: outer)
    return withUnsafeMutablePointer(to: &frame) { pointer in
      pthread_setspecific(key, pointer)
      defer { pthread_setspecific(key, outer) }
      return body(pointer)
    }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}

extension UnsafeMutablePointer<ActiveCalls.Frame> {
  /// Runs code of an object. Returns `nil` if that code is running already.
  ///
  /// This is not a mutating method of the frame, because nested walks read the frame while `body` runs.
  func ask<Result>(_ object: AnyObject, _ question: ActiveCalls.Question, _ body: () -> Result) -> Result? {
    guard pointee.begin(object, question) else { return nil }
    defer { pointee.end() }
    return body()
  }
}
