@testable import Trackable

/// An object of an app, not `Sendable`.
class ProgramObject: TrackableClass {
  var place: PropertyPlace

  init(_ place: PropertyPlace) { self.place = place }

  var trackedProperties: TrackedProperties { return place.properties }
}

/// The same with a body of statements.
final class ProgramObjectWithStatements: ProgramObject {
  @TrackedPropertiesBuilder override var trackedProperties: TrackedProperties {
    for property in place.list { property }
  }
}

private struct ProgramEvent: AnalyticsEvent {
  let properties: TrackedProperties
}

extension ChainProgram {
  /// Runs the program on the library and on the oracle. Answers how they differ, or `nil`.
  ///
  /// Events are compared after the last step: what was set after an event must not be on it.
  func difference() -> String? {
    let recorders = (0..<3).map { _ in Recorder() }
    let issues = IssueCollector()
    return withSystem(recorders[0], issues: issues) {
      var run = ProgramRun(program: self, recorders: recorders)
      for (index, step) in steps.enumerated() {
        let expected = run.perform(step)
        let reported = Self.names(issues.takeIssues())
        if reported != expected {
          return "step \(index): issues \(reported.sorted()), expected \(expected.sorted())"
        }
      }
      return run.difference()
    }
  }

  /// The keys that the issues about doubled keys name, and the kinds of all others.
  private static func names(_ issues: [TrackableIssue]) -> Set<String> {
    if issues.isEmpty { return [] }
    return Set(issues.map { $0.kind == .duplicateKey ? $0.quotedName : $0.kind.description })
  }
}

extension TrackableIssue {
  /// The first words between quotation marks. Bytes, since characters take long in a debug build.
  fileprivate var quotedName: String {
    let rest = message.utf8.drop { $0 != UInt8(ascii: "'") }.dropFirst()
    return String(Substring(rest.prefix { $0 != UInt8(ascii: "'") }))
  }
}

private struct ProgramRun {
  let program: ChainProgram
  let recorders: [Recorder]
  var objects: [Int: ProgramObject] = [:]
  var oracle = PrecedenceOracle()
  var expected: [[PrecedenceOracle.Delivery]] = [[], [], []]

  init(program: ChainProgram, recorders: [Recorder]) {
    self.program = program
    self.recorders = recorders
  }

  /// Answers the issues that the step should report.
  mutating func perform(_ step: ChainProgram.Step) -> Set<String> {
    let places = program.places
    switch step {
    case .create(let index, let place):
      objects[index] =
        index % 2 == 0 ? ProgramObject(places[place]) : ProgramObjectWithStatements(places[place])
      oracle.objects[index] = PrecedenceOracle.Object(computed: places[place].said)
    case .compute(let index, let place):
      objects[index]?.place = places[place]
      oracle.objects[index]?.computed = places[place].said
    case .release(let index):
      objects[index] = nil
      oracle.objects[index]?.isAlive = false
    case .defaults(let place):
      TrackableSystem.defaultProperties = places[place].properties
      oracle.defaults = places[place].said
    case .link(let child, let parent, let place, let tracker):
      guard let object = objects[child] else { break }
      let parent = parent.flatMap { objects[$0] == nil ? nil : $0 }
      let refused = oracle.link(child, to: parent, saying: places[place].said, tracker: tracker)
      object.setupTrackableChain(
        trackedProperties: places[place].properties, parent: parent.flatMap { objects[$0] },
        tracker: tracker.map { recorders[$0] })
      return refused ? places[place].said.doubled.union(["cycle"]) : places[place].said.doubled
    case .track(let index, let site, let event):
      guard let object = objects[index] else { break }
      let delivery = oracle.track(index, site: places[site].said, event: places[event].said)
      expected[delivery.tracker ?? 0].append(delivery)
      // The same walk, asked and not performed: it must find what the event below will carry.
      let explanation = object.explain(
        ProgramEvent(properties: places[event].properties), trackedProperties: places[site].properties)
      guard Self.matches(explanation.properties, delivery) else { return ["explanation: \(explanation)"] }
      object.track(ProgramEvent(properties: places[event].properties), trackedProperties: places[site].properties)
      return delivery.doubled
    }
    return []
  }

  func difference() -> String? {
    for (tracker, recorder) in recorders.enumerated() {
      let events = recorder.events
      if events.count != expected[tracker].count {
        return "tracker \(tracker): \(events.count) events, expected \(expected[tracker].count)"
      }
      for (event, delivery) in zip(events, expected[tracker]) where !Self.matches(event.properties, delivery) {
        let wanted = delivery.properties.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
        return "tracker \(tracker):\n  \(event.properties), expected\n  [\(wanted)]"
      }
    }
    return nil
  }

  private static func matches(_ properties: TrackedProperties, _ delivery: PrecedenceOracle.Delivery) -> Bool {
    guard properties.count == delivery.properties.count else { return false }
    var index = 0
    for property in properties {
      let wanted = delivery.properties[index]
      if property.key.name != wanted.name || property.value != wanted.value { return false }
      index += 1
    }
    return true
  }
}
