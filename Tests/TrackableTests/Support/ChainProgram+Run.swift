import TestSupport
import Trackable

/// An object of an app that any place may use; where it is read depends on where it was linked.
class ProgramObject: TrackableClass, @unchecked Sendable {
  private struct State {
    var place: PropertyPlace
    weak var parent: ProgramObject?
  }

  private let state: Lock<State>

  init(_ place: PropertyPlace) { state = Lock(State(place: place)) }
  deinit { HeldLocks.mustBeNone() }

  var place: PropertyPlace {
    HeldLocks.mustBeNone()
    return state.withLock { $0.place }
  }

  func compute(_ place: PropertyPlace) { state.withLock { $0.place = place } }
  func compute(parent: ProgramObject?) { state.withLock { $0.parent = parent } }

  var trackedProperties: TrackedProperties { place.properties }
  var trackableParent: (any TrackableClass)? { state.withLock { $0.parent } }
}

/// The same with a body of statements.
final class ProgramObjectWithStatements: ProgramObject, @unchecked Sendable {
  @TrackedPropertiesBuilder override var trackedProperties: TrackedProperties {
    let list = place.list
    if let first = list.first { first }
    if list.count > 1 {
      for property in list.dropFirst() { property }
    }
  }
}

struct ProgramEvent: AnalyticsEvent {
  let properties: TrackedProperties
  /// Names of their own, because an issue reports a missing ancestor once for each name.
  let name: String
  let entity = "program"

  init(properties: TrackedProperties) {
    self.properties = properties
    name = "event \(Self.count.add(1))"
  }

  private static let count = Shared(0)
}

extension ChainProgram {
  /// Runs the program on the library and on the oracle. Answers how they differ, or `nil`.
  ///
  /// The test compares events after the last step: later properties must not be on an earlier event.
  func difference() -> String? {
    let world = MixedWorld(places: places)
    var model = ProgramModel(places: places)
    for (index, step) in steps.enumerated() where model.allows(step) {
      if case .track(let start, let site, let event, let scopes) = step {
        // The same walk, asked and not performed: it must find what the event below will carry.
        let delivery = model.delivery(start, site: site, event: event, scopes: scopes)
        let explanation = world.explanation(start, site: site, event: event, scopes: scopes)
        if let explanation, !delivery.matches(explanation, isOfContext: start.isContext) {
          return "step \(index): explanation\n\(explanation)"
        }
      }
      world.take(step)
      let expected = model.perform(step)
      let reported = TrackableIssue.names(world.issues.takeIssues())
      if reported != expected {
        return "step \(index): issues \(reported.sorted()), expected \(expected.sorted())"
      }
    }
    return model.difference(world.recorders)
  }
}

extension ChainProgram.Start {
  var isContext: Bool { if case .context = self { true } else { false } }
}

extension TrackingContext {
  /// This context, with a tracker of its own if there is one.
  func delivering(ifAny tracker: (any AnalyticsEventTracker)?) -> TrackingContext {
    tracker.map { delivering(to: $0) } ?? self
  }

  /// One more step, with its trackers.
  func appending(
    _ properties: TrackedProperties, isLive: Bool, _ base: (any AnalyticsEventTracker)?,
    _ added: (any AnalyticsEventTracker)?
  ) -> TrackingContext {
    let context = (isLive ? appending(live: { properties }) : appending(properties)).delivering(ifAny: base)
    return added.map { context.delivering(alsoTo: $0) } ?? context
  }
}
