#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The objects whose code a walk is running on this thread: a computed property that tracks on its own object would
/// otherwise be computed for that event as well, and so on without end.
///
/// Each walk has one frame on its stack, and a thread knows its innermost one.
enum RunningCode {
  /// What an object is asked.
  enum Question { case properties, parent }

  struct Frame {
    fileprivate var object: ObjectIdentifier?
    fileprivate var question = Question.properties
    fileprivate let outer: UnsafeMutablePointer<Frame>?

    /// To be called before the code of an object runs. Answers `false` where that code is running already.
    @inline(__always)
    mutating func begin(_ object: AnyObject, _ question: Question) -> Bool {
      let identity = ObjectIdentifier(object)
      if outer != nil, isRunning(identity, question) { return false }
      self.object = identity
      self.question = question
      return true
    }

    /// To be called after it has run.
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

extension UnsafeMutablePointer<RunningCode.Frame> {
  /// Runs the code of an object. Answers `nil` where that code is running already.
  ///
  /// Through the pointer, and not a mutating method of the frame: while `body` runs, walks further in read the frame.
  func ask<Result>(_ object: AnyObject, _ question: RunningCode.Question, _ body: () -> Result) -> Result? {
    guard pointee.begin(object, question) else { return nil }
    defer { pointee.end() }
    return body()
  }
}
