import Foundation
import TestSupport
import Testing
import Trackable
import TrackableApp
import TrackableTesting

private struct Opened: AnalyticsEvent {}
private enum Step: String, Event { case first, second }

/// Random launches, days, events, resets, purges, grants and denials, against a naive model: what has passed is a list.
@Suite struct OnceModelTests {
  private struct Model {
    struct Event {
      let rule: Int
      let text: String
      let name: String
      let value: Int?
      let day: Int
    }

    /// Which rules stand behind a gate.
    let isGated: [Bool]
    var launch = 0
    var status = Consent.Status.undecided
    var held: [Event] = []
    var passed: [(event: Event, launch: Int)] = []
    var arrived: [String] = []

    init(isGated: [Bool]) { self.isGated = isGated }

    /// Rule 0: once in a launch. 1: once a day. 2: once ever, by a key.
    mutating func track(_ event: Event) {
      let rule = event.rule
      if isGated[rule], status == .undecided { held.append(event) }
      if isGated[rule], status != .granted { return }
      if rule == 0 || event.name.contains("Step") {
        let earlier = passed.filter {
          $0.event.rule == rule && $0.event.name == event.name && (rule != 2 || $0.event.value == event.value)
        }
        let isKnown =
          switch rule {
          case 0: earlier.last?.launch == launch
          case 1: earlier.suffix(7).contains { $0.event.day == event.day }
          default: !earlier.isEmpty
          }
        if isKnown { return }
        passed.append((event, launch))
      }
      arrived.append(event.text)
    }

    mutating func reset(_ rule: Int) { held.removeAll { $0.rule == rule } }

    mutating func purge(_ rule: Int) {
      reset(rule)
      passed.removeAll { $0.event.rule == rule }
    }

    mutating func grant() {
      status = .granted
      let waiting = held
      held = []
      for rule in 0..<3 { for event in waiting where event.rule == rule { track(event) } }
    }

    mutating func deny() {
      if status != .denied { for rule in 0..<3 where isGated[rule] { purge(rule) } }
      status = .denied
    }
  }

  @Test(arguments: 0..<SearchScale.times(60, long: 2_000))
  func `What passes is what a naive model says`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let folder = TemporaryFolder("/once.json")
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: (random.below(25) - 12) * 3_600) ?? .gmt
    let seconds = calendar.timeZone.secondsFromGMT()
    var model = Model(isGated: (0..<3).map { _ in random.chance(60) })
    var arrived: [String] = []
    var time = 1_700_000_000 + random.below(100_000)

    func launch() {
      // The process before it has ended or was killed: it leaves nothing but the files.
      (model.launch, model.held) = (model.launch + 1, [])
      let recorder = RecordingTracker()
      let (memory, consent) = (OnceMemory(file: URL(filePath: folder.path)), Consent([.analytics: model.status]))
      func gated(_ tracker: some AnalyticsEventTracker, _ rule: Int) -> any AnalyticsEventTracker {
        if !model.isGated[rule] { return tracker }
        return tracker.requiringConsent(.analytics, from: consent)
      }
      let trackers = [
        gated(recorder.once(per: .launch, Opened.self, Step.self), 0),
        gated(recorder.once(per: .day(in: memory, calendar: calendar), Step.first, Step.second), 1),
        gated(recorder.once(per: .install(in: memory), by: "pid") { $0.base is Step }, 2),
      ]
      for _ in 0..<random.below(24) {
        let rule = random.below(3)
        switch random.below(20) {
        case 0:
          trackers[rule].purge()
          model.purge(rule)
        case 1:
          trackers[rule].reset()
          model.reset(rule)
        case 2, 3:
          consent.grant(.analytics)
          model.grant()
        case 4:
          consent.deny(.analytics)
          model.deny()
        default:
          time += [0, 60, 3_600, 80_000, 200_000, -90_000][random.below(6)]
          let value = random.chance(30) ? nil : random.below(3)
          let event: any AnalyticsEvent = [Step.first, Step.second, Opened()][random.below(3)]
          let tracked = TrackedEvent(
            event, properties: ["pid" ~>> value], timestamp: Date(timeIntervalSince1970: Double(time)))
          let (name, day) = (tracked.name, Int((Double(time + seconds) / 86_400).rounded(.down)))
          trackers[rule].track(tracked)
          model.track(Model.Event(rule: rule, text: "\(name) \(time)", name: name, value: value, day: day))
        }
      }
      arrived += recorder.events.map { "\($0.name) \(Int($0.timestamp.timeIntervalSince1970))" }
    }

    // What a gate still holds at the end of a launch is an issue.
    for _ in 0..<6 { _ = issues { launch() } }
    #expect(arrived == model.arrived)
  }
}
