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
  /// Whether the chain has passed the system's root, so that it is not read again.
  var passedRoot = false

  init() {}

  /// A snapshot to which what ranks lowest is added, after the event was held without it.
  init(continuing event: TrackedEvent) {
    merge = event.merge
    if let explanation = event.explanation { rest = SnapshotParts().adding { $0.explanation = explanation } }
  }

  @inline(__always)
  var isComplete: Bool { rest == nil || rest?.list.isEmpty == true }

  @inline(__always)
  mutating func add(_ properties: consuming TrackedProperties, from source: @autoclosure () -> PropertySource) {
    if rest == nil { merge.add(properties) } else { addBesideRest(properties, from: source()) }
  }

  @inline(never)
  private mutating func addBesideRest(_ properties: TrackedProperties, from source: PropertySource) {
    if !isComplete { return rest?.add(properties, from: source) ?? () }
    rest?.explanation?.add(properties, from: source)
    merge.add(properties)
  }

  /// Adds what is given first, and notes from now on who gives each property.
  @inline(never)
  mutating func explain(callSite: TrackedProperties, event: TrackedProperties) {
    rest = (rest.take() ?? SnapshotParts()).adding { $0.explanation = .init() }
    add(callSite, from: PropertySource(.callSite))
    add(event, from: PropertySource(.event))
  }

  mutating func add(_ read: DeferredRead) { rest = (rest.take() ?? SnapshotParts()).adding { $0.add(read) } }
  mutating func add(_ failure: ReadFailure) {
    if failure.isMissing { addUnreadPlace() }
    rest = (rest.take() ?? SnapshotParts()).adding { $0.note(failure) }
  }

  mutating func addUnreadPlace() {
    if !isComplete { return rest?.addUnreadPlace() ?? () }
    rest?.explanation?.addUnreadPlace()
    merge.addUnreadPlace()
  }

  /// Lets what is still to be read notice the system's root.
  mutating func notice(root: ObjectIdentifier?) { rest?.root = root }

  /// Moves out everything that was merged, as an event.
  @inline(__always)
  mutating func takeEvent(
    _ event: some AnalyticsEvent, timestamp: Date, at location: CodeLocation, hasDefaults: Bool = false
  ) -> TrackedEvent {
    let places = merge.hasPlaces ? merge.places : nil
    var tracked = TrackedEvent(event, merged: merge.takeResult(), timestamp: timestamp, location: location)
    tracked.hasDefaults = hasDefaults
    if let places { tracked.keep(places) }
    if let rest {
      tracked.unread += rest.failures.filter(\.isMissing).map(\.source)
      tracked.explanation = rest.completeExplanation
    }
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
    case unread(ReadFailure?)
  }

  private(set) var list: [Part] = []
  /// What could not be read.
  private(set) var failures: [ReadFailure] = []
  /// Who gave what was merged before the first part, if the event is to be explained.
  var explanation: TrackedPropertiesExplanation? {
    get { explained?.explanation }
    set { explained = newValue.map { Explained(explanation: $0) } }
  }
  private var explained: Explained?
  /// The trackers found by reading elsewhere, and the subjects whose added trackers are gone with them.
  var route = TrackerRoute()
  var gone: [ObjectIdentifier] = []
  /// The system's root, if it was read for rank 7.
  var root: ObjectIdentifier?
  /// Whether reading elsewhere has passed the root after all: then it counts there, and not once more for rank 7.
  var passedRoot = false

  /// Stored apart, because hardly any event has one. Benchmarks: depth 4.
  private final class Explained: Sendable {
    let explanation: TrackedPropertiesExplanation

    init(explanation: TrackedPropertiesExplanation) { self.explanation = explanation }
  }

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
    if failure.isMissing { list.append(.unread(failure)) }
    note(failure)
  }

  mutating func addUnreadPlace() { list.append(.unread(nil)) }

  /// Notes what could not be read, but not where.
  mutating func note(_ failure: ReadFailure) { failures.append(failure) }

  /// The explanation with everything that was found, and what was not.
  var completeExplanation: TrackedPropertiesExplanation? {
    guard var explanation else { return nil }
    pass(to: &explanation)
    for failure in failures where failure.isMissing { explanation.addUnread(failure.source) }
    return explanation
  }

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
  func read(in isolation: (any Actor)?, asked: inout Set<DeferredRead.Identity>, as calls: [ActiveCalls.Call]) -> Self {
    var next = SnapshotParts()
    next.failures = failures
    next.explanation = explanation
    next.route = route
    next.gone = gone
    next.root = root
    let known = asked
    for part in list {
      switch part {
      case .properties(let properties, let source):
        next.add(properties, from: source)
      case .unread:
        next.list.append(part)
      case .deferred(let read):
        let actor = read.subject.actor
        if known.contains(read.identity) {
          next.add(ReadFailure(reason: .cycle, source: read.source))
        } else if actor.isHere(isolation) || actor.actor == nil {
          asked.insert(read.identity)
          read.subject.read(read, into: &next, isolation: isolation, as: calls)
        } else {
          next.add(read)
        }
      }
    }
    if next.passedRoot { next.removeRoot() }
    return next
  }

  private mutating func removeRoot() {
    root = nil
    list.removeAll { part in
      switch part {
      case .properties(_, let source): source.isOfRoot
      case .deferred(let read): read.isOfRoot
      case .unread(let failure): failure?.source.isOfRoot ?? false
      }
    }
    failures.removeAll(where: \.source.isOfRoot)
  }

  /// The parts without what was not read.
  var givenUp: Self {
    var parts = self
    for (index, part) in list.enumerated() {
      guard case .deferred(let read) = part else { continue }
      let failure = ReadFailure(reason: .unanswered, source: read.source)
      parts.list[index] = .unread(failure)
      parts.note(failure)
    }
    return parts
  }
}
