import TestSupport
import Testing
import Trackable
import TrackableValuePropositions

/// Many sessions at once, with and without handles, driven at random, against a naive model.
@Suite struct InterleavingTests {
  /// One session as the documents describe it, by name.
  private struct Model {
    let video: String
    let hasHandle: Bool
    let isKept: Bool
    var id: String
    var status = "opened"
    var waits = false
    var times: [(status: String, at: Int)]

    init(video: String, hasHandle: Bool, isKept: Bool, id: String, at now: Int) {
      (self.video, self.hasHandle, self.isKept, self.id) = (video, hasHandle, isKept, id)
      times = [("opened", now)]
    }

    var isLive: Bool { Graph.allowed[status]?.isEmpty == false }

    /// The event as text. Durations are added up anew from the times, each time.
    func event(_ trigger: String) -> String {
      var (counts, keys): ([String: Int], [String]) = ([:], [])
      for (status, at) in times {
        let count = counts[status, default: 0]
        keys.append("\(status)\(count == 0 ? "" : "_\(count)")=\(at)")
        counts[status] = count + 1
      }
      func sum(_ status: String) -> Int {
        zip(times, times.dropFirst()).reduce(0) { $0 + ($1.0.status == status ? $1.1.at - $1.0.at : 0) }
      }
      if counts["started"] != nil { keys.append("secondsActive=\(sum("started"))") }
      if counts["paused"] != nil { keys.append("secondsPaused=\(sum("paused"))") }
      if status == "completed" {
        keys.append("secondsToComplete=\(sum("opened") + sum("started") + sum("paused"))")
      }
      return "\(video) \(status) \(trigger) \(id) \(keys.joined(separator: " "))"
    }
  }

  /// An event as the model writes it.
  private static func text(of event: TrackedEvent) -> String {
    var keys: [String] = []
    for property in event.properties.dropFirst(5) {
      switch property.value {
      case .date(let date): keys.append("\(property.key.name)=\(Int(date.timeIntervalSince1970) - 1_000_000)")
      case .double(let seconds): keys.append("\(property.key.name)=\(Int(seconds))")
      default: keys.append("\(property)")
      }
    }
    let words = ["video", "status", "trigger", "valuePropositionSessionId"].map { event.text($0) }
    return (words + keys).joined(separator: " ")
  }

  @Test(arguments: 1...SearchScale.times(8, long: 40))
  func `Any calls on many sessions send the events of the model`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let world = World()
    var (models, expected, errors, now, ids, dropped) = ([Model](), [String](), [String](), 0, 1, 0)
    var handles: [Int: ValuePropositionSession] = [:]
    var user: String?
    // Of the models, in the order in which they were opened, and opened anew.
    var order: [Int] = []
    func nextID() -> String {
      ids += 1
      return "id-\(ids)"
    }
    func step(_ index: Int, _ step: ValuePropositionStatus) {
      if models[index].waits, step.isEnd {
        models[index].waits = false
        return
      }
      guard let next = Graph.allowed[models[index].status]?["\(step)"] else {
        return errors.append("\(models[index].id) \(models[index].status) \(step)")
      }
      models[index].status = next
      models[index].times.append((next, now))
      expected.append(models[index].event("clicked"))
    }
    world.run {
      for _ in 0..<400 {
        if random.chance(70) {
          let seconds = random.below(100)
          world.wait(Double(seconds))
          now += seconds
        }
        let video = "video \(random.below(4))"
        let action = ValuePropositionAction(
          status: ValuePropositionStatus.allCases[random.below(5)], trigger: .clicked)
        switch random.below(103) {
        case 0..<12:  // Open with a handle.
          let isKept = random.chance(30)
          let model = Model(video: video, hasHandle: true, isKept: isKept, id: nextID(), at: now)
          order.append(models.count)
          models.append(model)
          expected.append(model.event("clicked"))
          handles[models.count - 1] = TrackingContext().open(
            Watching(video: video, endsInBackground: !isKept), trigger: .clicked)
        case 12..<40:  // Drive without one.
          let live = order.last { models[$0].video == video && models[$0].isLive }
          let waiting = action.step.isEnd ? order.last { models[$0].video == video && models[$0].waits } : nil
          if let found = live ?? waiting {
            step(found, action.step)
          } else if action.step == .open {
            // It takes the place of those that wait without a handle.
            for index in models.indices where models[index].video == video && !models[index].hasHandle {
              models[index].waits = false
            }
            order.append(models.count)
            models.append(Model(video: video, hasHandle: false, isKept: false, id: nextID(), at: now))
            expected.append(models[models.count - 1].event("clicked"))
          } else {
            errors.append("- - \(action.step)")
          }
          TrackingContext().track(for: Watching(video: video), with: action)
        case 40..<88:  // Drive with a handle.
          guard let index = handles.keys.sorted().randomElement(using: &random) else { continue }
          step(index, action.step)
          handles[index]?.track(action)
        case 88..<92:  // Drop a handle.
          guard let index = handles.keys.sorted().randomElement(using: &random) else { continue }
          models[index].waits = false
          if models[index].isLive {
            dropped += 1
            models[index].status = "canceled"
            models[index].times.append(("canceled", now))
            expected.append(models[index].event("app"))
          }
          handles[index] = nil
        case 92..<96:
          for index in order where models[index].isLive && !models[index].isKept {
            guard let next = Graph.background[models[index].status] else { continue }
            models[index].status = next
            models[index].waits = true
            models[index].times.append((next, now))
            expected.append(models[index].event("app"))
          }
          world.app.applicationDidEnterBackground()
        case 96..<100:
          for index in order where models[index].waits {
            models[index].waits = false
            order.removeAll { $0 == index }
            order.append(index)
            models[index].id = nextID()
            models[index].status = "opened"
            models[index].times = [("opened", now)]
            expected.append(models[index].event("app"))
          }
          world.app.applicationWillEnterForeground()
        default:  // The sessions of a person end without an event, and no ID connects the next one with it.
          let next = [nil, "john", "paul"][random.below(3)]
          // Who signs up goes on.
          let endsPerson = next == nil || user != nil && user != next
          user = next
          if let next { TrackableSystem.identify(next) } else { TrackableSystem.reset() }
          if !endsPerson { continue }
          let ended = order.filter { models[$0].isLive || models[$0].waits }
          if ended.contains(where: { models[$0].isLive }) { dropped += 1 }
          for index in ended {
            (models[index].id, models[index].status, models[index].waits) = (nextID(), "canceled", false)
          }
          // The next call ends them, whichever it is.
          switch random.below(3) {
          case 0: world.app.applicationDidEnterBackground()
          case 1: world.app.applicationWillEnterForeground()
          default:
            TrackingContext().track(for: Watching(video: "another"), with: .start())
            errors.append("- - start")
          }
        }
      }
      // Prohibited changes have sent nothing, and everything else has sent one event, in this order.
      #expect(world.recorder.events.map(Self.text) == expected)
      let found = world.recorder.errors.map { "\($0.sessionID ?? "-") \($0.status?.rawValue ?? "-") \($0.step)" }
      #expect(found == errors)
      #expect(world.recorder.issues.count { $0.kind == .sessionDropped } == dropped)
      for (index, handle) in handles {
        #expect(handle.status.rawValue == models[index].status)
        #expect(handle.id == models[index].id)
        if !handle.status.isEnd { handle.cancel() }
      }
    }
    #expect(expected.count > 50)
    #expect(errors.count > 50)
    // One ID, one opening.
    let opened = world.recorder.events.filter { $0.text("status") == "opened" }
    #expect(Set(opened.map { $0.text("valuePropositionSessionId") }).count == opened.count)
  }
}
