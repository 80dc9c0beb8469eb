import Trackable
import TestSupport

/// An object of an app, not `Sendable`.
class ProgramObject: TrackableClass, @unchecked Sendable {
  var place: PropertyPlace
  weak var computedParent: ProgramObject?

  init(_ place: PropertyPlace) { self.place = place }
  deinit { HeldLocks.mustBeNone() }

  var trackedProperties: TrackedProperties {
    HeldLocks.mustBeNone()
    return place.properties
  }
  var trackableParent: (any TrackableClass)? { computedParent }
}

/// The same with a body of statements.
final class ProgramObjectWithStatements: ProgramObject, @unchecked Sendable {
  @TrackedPropertiesBuilder override var trackedProperties: TrackedProperties {
    let _ = HeldLocks.mustBeNone()
    if let first = place.list.first { first }
    if place.list.count > 1 {
      for property in place.list.dropFirst() { property }
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
    let recorders = (0..<5).map { _ in RecordingTracker.plain() }
    let issues = RecordingTracker.plain()
    return withSystem(recorders[0], issues: issues) {
      var run = ProgramRun(places: places, recorders: recorders)
      for (index, step) in steps.enumerated() {
        let expected = run.perform(step)
        let reported = TrackableIssue.names(issues.takeIssues())
        if reported != expected {
          return "step \(index): issues \(reported.sorted()), expected \(expected.sorted())"
        }
      }
      return run.model.difference(recorders)
    }
  }
}

private struct ProgramRun {
  let places: [PropertyPlace]
  let recorders: [RecordingTracker]
  var model: ProgramModel
  var objects: [Int: ProgramObject] = [:]
  var contexts: [Int: TrackingContext] = [:]

  init(places: [PropertyPlace], recorders: [RecordingTracker]) {
    self.places = places
    self.recorders = recorders
    model = ProgramModel(places: places)
  }

  /// Answers the issues that the step should report.
  mutating func perform(_ step: ChainProgram.Step) -> Set<String> {
    guard model.allows(step) else { return [] }
    if case .track(let start, let site, let event, let scopes) = step {
      let delivery = model.delivery(start, site: site, event: event, scopes: scopes)
      // The same walk, asked and not performed: it must find what the event below will carry.
      let explanation = within(scopes[...]) { explain(start, site, event) }
      if let explanation, !delivery.matches(explanation, isOfContext: start.isContext) {
        return ["explanation: \(explanation)"]
      }
      within(scopes[...]) { track(start, site, event) }
    } else {
      change(step)
    }
    return model.perform(step)
  }

  private mutating func change(_ step: ChainProgram.Step) {
    switch step {
    case .create(let index, let place):
      objects[index] =
        index % 2 == 0 ? ProgramObject(places[place]) : ProgramObjectWithStatements(places[place])
    case .compute(let index, let place): objects[index]?.place = places[place]
    case .computeParent(let index, let parent): objects[index]?.computedParent = parent.flatMap { objects[$0] }
    case .release(let index): objects[index] = nil
    case .defaults(let place): TrackableSystem.defaultProperties = places[place].properties
    case .root(let object): TrackableSystem.bootstrap(recorders[0], root: object.flatMap { objects[$0] })
    case .link(let child, let parent, let place, let trackers):
      objects[child]?.setupTrackableChain(
        trackedProperties: places[place].properties, parent: parent.flatMap { objects[$0] })
      objects[child]?.deliver(to: recorder(trackers.base))
      objects[child]?.deliver(alsoTo: recorder(trackers.added))
    case .linkToContext(let child, let context, let place, let trackers):
      objects[child]?.link(to: contexts[context] ?? TrackingContext()) { places[place].properties }
      objects[child]?.deliver(to: recorder(trackers.base))
      objects[child]?.deliver(alsoTo: recorder(trackers.added))
    case .context(let number, let above, let place, let isLive, let trackers):
      contexts[number] = (above.flatMap { contexts[$0] } ?? TrackingContext())
        .appending(places[place].properties, isLive: isLive, recorder(trackers.base), recorder(trackers.added))
    case .snapshot(let number, let object): contexts[number] = objects[object]?.makeTrackingContext()
    case .track: break
    }
  }

  private func recorder(_ number: Int?) -> RecordingTracker? { number.map { recorders[$0] } }

  private func explain(_ start: ChainProgram.Start, _ site: Int, _ event: Int) -> TrackedPropertiesExplanation? {
    let (event, site) = (ProgramEvent(properties: places[event].properties), places[site].properties)
    return switch start {
    case .object(let index): objects[index]?.explainTracking(of: event, trackedProperties: site)
    case .context(let number): contexts[number]?.explainTracking(of: event, trackedProperties: site)
    }
  }

  private func track(_ start: ChainProgram.Start, _ site: Int, _ event: Int) {
    let (event, site) = (ProgramEvent(properties: places[event].properties), places[site].properties)
    switch start {
    case .object(let index): objects[index]?.track(event, trackedProperties: site)
    case .context(let number): contexts[number]?.track(event, trackedProperties: site)
    }
  }

  /// Runs `body` inside the scopes, the last one innermost.
  private func within<Result>(_ scopes: ArraySlice<ChainProgram.Scope>, _ body: () -> Result) -> Result {
    guard let scope = scopes.first else { return body() }
    return withTrackedProperties(
      places[scope.place].properties, in: .current.delivering(ifAny: recorder(scope.tracker))
    ) {
      within(scopes.dropFirst(), body)
    }
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
    var context = isLive ? appending(live: { properties }) : appending(properties)
    context = context.delivering(ifAny: base)
    if let added { context = context.delivering(alsoTo: added) }
    return context
  }
}
