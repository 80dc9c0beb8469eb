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
/// Whoever makes such calls keeps one frame on the stack. Each thread knows where the innermost one is, and each frame the
/// one outside it. Tasks inherit nothing: what they do later is not part of the call. An event that is read on another
/// actor takes the calls of its thread along as a value.
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
    /// Whether the call ended in a default, which never has a value.
    private(set) var usedDefault = false
    /// How many deliveries are on their way, one within the other; see ``Delivery``.
    private var depth: UInt16
    /// How many there have been within the outermost one.
    fileprivate var deliveries: UInt16
    fileprivate let outer: UnsafeMutablePointer<Frame>?

    @inline(__always)
    fileprivate init(outer: UnsafeMutablePointer<Frame>?) {
      self.outer = outer
      (depth, deliveries) = outer.map { ($0.pointee.depth, $0.pointee.deliveries) } ?? (0, 0)
    }

    /// A call that was active elsewhere.
    fileprivate init(_ call: Call, outer: UnsafeMutablePointer<Frame>?) {
      self.init(outer: outer)
      (object, question) = (call.object, call.question)
    }

    /// Call this before handing something to trackers, which may hand over something themselves. Returns `false` if that
    /// has led from one to the next so often that it will not end.
    @inline(__always)
    mutating func beginDelivery(_ delivery: Delivery = .first) -> Bool {
      depth += delivery.rawValue
      if depth > 1, deliveries < .max { deliveries += 1 }
      return depth <= Delivery.usualDepth || depth <= Delivery.maximumDepth && deliveries <= Delivery.manyDeliveries
    }

    /// Call this before running code of an object. Returns `false` if that code is running already.
    @inline(__always)
    mutating func begin(_ object: AnyObject, _ question: Question) -> Bool {
      let identity = ObjectIdentifier(object)
      if outer != nil, ActiveCalls.isRunning(identity, question, from: outer) { return false }
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
  }

  /// Whether a call is active in a frame or in those outside it.
  @inline(never)
  private static func isRunning(
    _ identity: ObjectIdentifier, _ question: Question, from frame: UnsafeMutablePointer<Frame>?
  ) -> Bool {
    var frame = frame
    while let current = frame {
      if current.pointee.object == identity, current.pointee.question == question { return true }
      frame = current.pointee.outer
    }
    return false
  }

  // Invariant: where `innermost` points to is the thread's own, from its first call until it ends; no other thread reads
  // it. It is `nil` or the address of that thread's innermost frame, which lies on its stack, or in an array there, until the
  // outer one is put back. `body` is synchronous, so it stays on its thread. `RecursionTests` end in a stack overflow
  // without it.
  @inline(__always)
  static func withFrame<Result>(_ body: (UnsafeMutablePointer<Frame>) -> Result) -> Result {
    let innermost = innermost
    let outer = innermost.pointee
    var frame = Frame(outer: outer)
    return withUnsafeMutablePointer(to: &frame) { pointer in
      innermost.pointee = pointer
      defer {
        innermost.pointee = outer
        outer?.pointee.deliveries = pointer.pointee.deliveries
      }
      return body(pointer)
    }
  }

  /// Runs `body` as part of calls that were active on another thread, innermost first.
  static func withCalls<Result>(_ calls: [Call], _ body: () -> Result) -> Result {
    let innermost = innermost
    let outer = innermost.pointee
    return withUnsafeTemporaryAllocation(of: Frame.self, capacity: calls.count) { frames in
      for (index, call) in calls.enumerated().reversed() {
        frames.initializeElement(at: index, to: Frame(call, outer: innermost.pointee))
        innermost.pointee = frames.baseAddress.map { $0 + index }
      }
      defer { innermost.pointee = outer }
      return body()
    }
  }

  /// Runs code of an object as an active call, unless it is running already; then the result is `nil`.
  static func run<Result>(_ question: Question, of object: AnyObject, _ body: () -> Result) -> Result? {
    withFrame { frame in
      guard frame.pointee.begin(object, question) else { return nil }
      defer { frame.pointee.end() }
      return body()
    }
  }

  /// How much a delivery counts that is made while another one is: by a tracker, that is.
  enum Delivery: UInt16 {
    /// A tracker may track, and what gets that as well.
    case first = 1
    /// An event that was tracked before comes to the system: from the tracker that just got it from there, as a rule.
    case again = 16

    /// So deep may each tracker lead to any number of others.
    static let usualDepth: UInt16 = 10
    /// So deep may they as long as they are not ``manyDeliveries``: so much fits on the stack of any thread.
    static let maximumDepth: UInt16 = 128
    static let manyDeliveries: UInt16 = 10_000
  }

  /// Hands something to trackers. Returns `false` if there have been so many, one within the other, that it would not end.
  static func deliver(_ delivery: Delivery, _ body: () -> Void) -> Bool {
    withFrame { frame in
      guard frame.pointee.beginDelivery(delivery) else { return false }
      body()
      return true
    }
  }

  /// Runs code of an object as an active call; if it is running already, as part of that.
  static func during<Result>(_ question: Question, of object: AnyObject, _ body: () -> Result) -> Result {
    run(question, of: object, body) ?? body()
  }

  /// Whether code of an object is running on this thread.
  static func isActive(_ question: Question, of object: AnyObject) -> Bool {
    isRunning(ObjectIdentifier(object), question, from: innermost.pointee)
  }

  /// All calls that are active on this thread, to take along.
  static var current: [Call] {
    var calls: [Call] = []
    var frame = innermost.pointee
    while let current = frame {
      if let object = current.pointee.object { calls.append(Call(object: object, question: current.pointee.question)) }
      frame = current.pointee.outer
    }
    return calls
  }

  /// Notes that a call of an object has reached a default, which never has a value.
  static func noteDefault(_ object: ObjectIdentifier, _ question: Question) {
    innermost.pointee?.pointee.noteDefault(object, question)
  }

  /// Where the thread keeps its innermost frame.
  @inline(__always)
  private static var innermost: UnsafeMutablePointer<UnsafeMutablePointer<Frame>?> {
    pthread_getspecific(key)?.assumingMemoryBound(to: UnsafeMutablePointer<Frame>?.self) ?? newInnermost()
  }

  // A place of its own, because to set the thread's value costs more than to read it. Benchmarks: depth 4.
  @inline(never)
  private static func newInnermost() -> UnsafeMutablePointer<UnsafeMutablePointer<Frame>?> {
    let innermost = UnsafeMutablePointer<UnsafeMutablePointer<Frame>?>.allocate(capacity: 1)
    innermost.initialize(to: nil)
    pthread_setspecific(key, innermost)
    return innermost
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { deallocate($0) }
    return key
  }()

  // The pointer is optional on Linux only.
  private static func deallocate(_ innermost: UnsafeMutableRawPointer?) { innermost?.deallocate() }
}
