import Testing
import TestSupport
import Trackable

private enum Secret: String, SensitiveKey { case mail }

@Suite struct DefaultPropertiesTests {
  @Test func `Changes in place by several tasks at the same time are all there`() async {
    let names = await withSystem(NoOpTracker()) {
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<4 {
          group.addTask {
            for number in 0..<25 {
              TrackableSystem.defaultProperties["\(task).\(number)"] = .int(number)
              TrackableSystem.defaultProperties["\(task).\(number - 10)"] = nil
            }
          }
        }
      }
      return Set(TrackableSystem.defaultProperties.map(\.key.name))
    }
    expect(names, is: Set((0..<4).flatMap { task in (15..<25).map { "\(task).\($0)" } }))
  }

  @Test func `To assign replaces all, and a change in place may assign as well`() {
    withSystem(NoOpTracker()) {
      TrackableSystem.defaultProperties = ["a" ~>> 1, Secret.mail ~>> "a@b.c"]
      TrackableSystem.defaultProperties += ["b" ~>> 2]
      expect(TrackableSystem.defaultProperties, is: ["a" ~>> 1, "b" ~>> 2, Secret.mail ~>> "a@b.c"])
      TrackableSystem.defaultProperties[Secret.mail] = nil
      expect(TrackableSystem.defaultProperties, is: ["a" ~>> 1, "b" ~>> 2])
      func replace(_ properties: inout TrackedProperties) {
        TrackableSystem.defaultProperties["theirs"] = 1
        properties = ["c" ~>> 3]
      }
      replace(&TrackableSystem.defaultProperties)
      expect(TrackableSystem.defaultProperties, is: ["c" ~>> 3, "theirs" ~>> 1])
    }
  }

  @Test(arguments: 0..<50) func `Changes meet those of others as in a dictionary`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func randomValues() -> [String: Int] {
      let keys = "abcde".map(String.init).shuffled(using: &random).prefix(random.below(6))
      return Dictionary(uniqueKeysWithValues: keys.map { ($0, random.below(3)) })
    }
    func properties(_ values: [String: Int]) -> TrackedProperties {
      TrackedProperties(values.sorted { $0.key < $1.key }.map { $0.key ~>> $0.value })
    }
    for _ in 0..<40 {
      let (current, before, after) = (randomValues(), randomValues(), randomValues())
      var expected = current
      for key in "abcde".map(String.init) where before[key] != after[key] { expected[key] = after[key] }
      let changed = TrackableSystem.withTracker(NoOpTracker()) {
        func changeMeanwhile(_ own: inout TrackedProperties) {
          TrackableSystem.defaultProperties = properties(current)
          own = properties(after)
        }
        TrackableSystem.defaultProperties = properties(before)
        changeMeanwhile(&TrackableSystem.defaultProperties)
        return TrackableSystem.defaultProperties
      }
      #expect(changed == properties(expected), "\(current), \(before) -> \(after)")
    }
  }
}
