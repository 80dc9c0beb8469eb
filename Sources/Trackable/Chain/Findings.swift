/// What a walk finds for an event, nearest first: merged as it goes; part by part from where something is missing on, or from
/// the beginning where it is to be explained, drawn or kept.
struct Findings: Sendable {
  enum Part: Sendable {
    case properties(TrackedProperties, PropertySource)
    /// This has to be read on another actor.
    case deferred(DeferredRead)
    /// Here is a place that could not be read.
    case unread(ReadFailure)
  }

  /// The properties that were merged, before the first part.
  private(set) var merge = PropertyMerge()
  /// `nil` as long as everything was merged. A deferred part wins over the parts behind it.
  var parts: [Part]?
  /// The trackers that the walk passed.
  var route: TrackerRoute?
  /// Whether the chain has passed the system's root, so that it is not read again.
  var passedRoot = false
  private(set) var draws = false
  /// The reads that were done for the event on other actors. A context further up may contain one again, without end.
  var asked: [DeferredRead] = []

  init() {}

  /// - Parameters:
  ///   - keepsParts: Whether nothing is merged.
  ///   - draws: Whether an object counts that has never said anything.
  init(keepsParts: Bool, draws: Bool = false) {
    if keepsParts { parts = [] }
    self.draws = draws
  }

  @inline(__always)
  mutating func add(_ properties: consuming TrackedProperties, from source: @autoclosure () -> PropertySource) {
    if parts == nil { merge.add(properties) } else { addPart(.properties(properties, source())) }
  }

  mutating func add(_ read: DeferredRead) { addPart(.deferred(read)) }
  mutating func add(_ failure: ReadFailure) { addPart(.unread(failure)) }

  @inline(never)
  private mutating func addPart(_ part: Part) {
    if parts?.append(part) == nil { parts = [part] }
  }

  /// Whether nothing has to be read elsewhere any more.
  @inline(__always)
  var isComplete: Bool { parts == nil || nextActor == nil }

  /// The actor to read on next; `nil` if there is none.
  var nextActor: LinkedActor? {
    for case .deferred(let read)? in parts ?? [] { return read.actor }
    return nil
  }

  /// What could not be read.
  var failures: [ReadFailure] {
    (parts ?? []).compactMap { if case .unread(let failure) = $0 { failure } else { nil } }
  }

  /// Goes without the reads that are still missing.
  mutating func giveUp() {
    parts = parts?.map { part in
      guard case .deferred(let read) = part else { return part }
      return .unread(ReadFailure(reason: .unanswered, source: read.source))
    }
  }

  /// Merges the parts as well, and moves out the properties of the event.
  @inline(__always)
  mutating func take() -> TrackedProperties {
    if parts != nil { mergeParts() }
    return merge.takeResult()
  }

  /// Whether there is anything to report, or to note on the event: what is not sent as it was given, or is missing.
  @inline(__always)
  var isRemarkable: Bool { parts != nil || !merge.flawed.isEmpty }

  /// Moves out the properties that are not sent as they were given.
  mutating func takeFlawed() -> [TrackedProperty] { merge.takeFlawed() }

  @inline(never)
  private mutating func mergeParts() {
    for part in parts ?? [] {
      switch part {
      case .properties(let properties, _): merge.add(properties)
      case .unread(let failure) where !failure.isMissing: break
      case .deferred, .unread: merge.addUnreadPlace()
      }
    }
  }
}
