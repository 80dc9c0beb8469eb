#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a walk has collected for an event: merged as far as possible, and then in parts.
struct Snapshot: SnapshotSink {
  /// Everything before the first part that has to be read elsewhere.
  var merge = PropertyMerge()
  /// Everything from there on, since keys of what is read later win over what comes after it; and what could not be
  /// read. `nil` as long as there is nothing.
  private(set) var rest: SnapshotParts?
  /// The trackers on the way.
  var route = TrackerRoute()

  @inline(__always)
  var isComplete: Bool { rest == nil || rest?.list.isEmpty == true }

  @inline(__always)
  mutating func add(_ properties: consuming TrackedProperties, from source: @autoclosure () -> PropertySource) {
    if isComplete { merge.add(properties) } else { rest?.add(properties, from: source()) }
  }

  mutating func add(_ read: DeferredRead) { rest = (rest.take() ?? SnapshotParts()).adding { $0.add(read) } }
  mutating func add(_ failure: ReadFailure) {
    if failure.isMissing { addUnreadPlace() }
    rest = (rest.take() ?? SnapshotParts()).adding { $0.note(failure) }
  }

  mutating func addUnreadPlace() {
    if isComplete { merge.addUnreadPlace() } else { rest?.addUnreadPlace() }
  }

  /// Moves out everything that was merged, as an event.
  @inline(__always)
  mutating func takeEvent(
    _ event: any AnalyticsEvent, timestamp: Date, hasDefaults: Bool = false
  ) -> TrackedEvent {
    let places = merge.places
    var tracked = TrackedEvent(event, merged: merge.takeResult(), timestamp: timestamp)
    tracked.hasDefaults = hasDefaults
    if let places { tracked.keep(places) }
    if let rest { tracked.unread = rest.failures.filter(\.isMissing).map(\.source) }
    return tracked
  }
}

/// The receiver of what a walk finds. Tracking, explaining and drawing take the same walk with different receivers.
protocol SnapshotSink: PropertySink {
  /// Whether objects without properties count as well, as in a drawing. Otherwise they need not even be loaded.
  static var wantsEveryObject: Bool { get }
  /// Something has to be read on another actor.
  mutating func add(_ read: DeferredRead)
  /// Something could not be read.
  mutating func add(_ failure: ReadFailure)
}

extension SnapshotSink {
  static var wantsEveryObject: Bool { false }
}

/// What a walk has found, part by part, nearest first.
struct SnapshotParts: SnapshotSink {
  enum Part: Sendable {
    case properties(TrackedProperties, PropertySource)
    case deferred(DeferredRead)
    /// Here is a place that could not be read.
    case unread
  }

  private(set) var list: [Part] = []
  /// What could not be read.
  private(set) var failures: [ReadFailure] = []
  /// The trackers found by reading elsewhere, and the subjects whose added trackers are gone with them.
  var route = TrackerRoute()
  var gone: [ObjectIdentifier] = []

  mutating func add(_ properties: TrackedProperties, from source: @autoclosure () -> PropertySource) {
    if !properties.hasNothing { list.append(.properties(properties, source())) }
  }

  consuming fileprivate func adding(_ body: (inout SnapshotParts) -> Void) -> SnapshotParts {
    var parts = self
    body(&parts)
    return parts
  }

  mutating func add(_ read: DeferredRead) { list.append(.deferred(read)) }
  mutating func add(_ failure: ReadFailure) {
    if failure.isMissing { addUnreadPlace() }
    note(failure)
  }

  mutating func addUnreadPlace() { list.append(.unread) }

  /// Notes what could not be read, but not where.
  mutating func note(_ failure: ReadFailure) { failures.append(failure) }

  /// What still has to be read elsewhere.
  var deferred: [DeferredRead] { list.compactMap { if case .deferred(let read) = $0 { read } else { nil } } }

  /// The next actor to go to; `nil` if there is none.
  var nextActor: ActorReference? {
    for case .deferred(let read) in list { return read.subject.actor }
    return nil
  }

  /// Passes on what is known; what still has to be read counts as a place that could not be.
  func pass(to sink: inout some PropertySink) {
    for part in list {
      switch part {
      case .properties(let properties, let source): sink.add(properties, from: source)
      case .deferred, .unread: sink.addUnreadPlace()
      }
    }
  }
}

extension SnapshotParts {
  /// Reads everything that may be read in an isolation: what belongs to that actor, or to one that is gone.
  ///
  /// - Parameters:
  ///   - asked: The subjects that were read for this event before. A context further up may contain one again, and the
  ///     walk would never end.
  ///   - calls: The calls as part of which the event was tracked.
  func read(in isolation: (any Actor)?, asked: inout Set<ObjectIdentifier>, as calls: [ActiveCalls.Call]) -> Self {
    var next = SnapshotParts()
    next.failures = failures
    next.route = route
    next.gone = gone
    let known = asked
    for part in list {
      switch part {
      case .properties(let properties, let source):
        next.add(properties, from: source)
      case .unread:
        next.addUnreadPlace()
      case .deferred(let read):
        let actor = read.subject.actor
        if known.contains(read.subject.identity) {
          next.add(ReadFailure(reason: .cycle, source: read.source))
        } else if actor.isHere(isolation) || actor.actor == nil {
          asked.insert(read.subject.identity)
          read.subject.read(read, into: &next, isolation: isolation, as: calls)
        } else {
          next.add(read)
        }
      }
    }
    return next
  }

  /// The parts without what was not read.
  var givenUp: Self {
    var parts = self
    for read in deferred { parts.failures.append(ReadFailure(reason: .unanswered, source: read.source)) }
    parts.list = parts.list.map { if case .deferred = $0 { .unread } else { $0 } }
    return parts
  }
}
