import TestSupport
import Testing
import Trackable

private struct Rated: UserProperty {
  var name = "rated"
  let value: Int?
  var operation = UserPropertyOperation.increment
}

private struct Label: UserProperty {
  let name = "label"
  let value: String?
  var operation = UserPropertyOperation.set
}

private struct Company: UserProperty {
  let value: String
  let operation = UserPropertyOperation.group(traits: [Trait.plan ~>> "label", Hidden.email ~>> "secret"])
}

private enum Trait: String, Key { case plan }
private enum Hidden: String, SensitiveKey { case email }
private struct Opened: AnalyticsEvent {}

/// What an update does to a user property.
@Suite struct UserOperationTests {
  private let issues = RecordingTracker.plain()
  private let recorder = RecordingTracker.plain()

  @Test func `Each operation arrives with its operand`() {
    withSystem(recorder) {
      TrackableSystem.update(Rated(value: 2))
      TrackableSystem.update(Label(value: "Apple", operation: .setOnce))
      TrackableSystem.update(Label(value: "Apple"))
      TrackableSystem.update(Label(value: "Apple", operation: .unset))
    }
    expect(
      recorder.calls,
      is: ["update rated: increment 2", "update label: setOnce Apple", "update label: Apple", "update label: null"])
    expect(recorder.userProperties.map(\.operation), is: [.increment, .setOnce, .set, .unset])
    expect(recorder.userProperties.map(\.operand), is: [2, "Apple", "Apple", .null])
  }

  @Test func `A tracker that looks at the value alone learns nothing that is wrong`() {
    let updates = [
      Label(value: "Apple", operation: .setOnce), Label(value: "Apple"), Label(value: "A", operation: .unset),
    ]
    expect(updates.map { TrackedUserProperty($0).value }, is: [nil, "Apple", .null])
    expect(TrackedUserProperty(Rated(value: 2)).value, is: nil)
    expect(TrackedUserProperty(Company(value: "apple")).value, is: "apple")
  }

  @Test func `To set nothing is to unset, and to add nil or to set nil once does nothing`() {
    expect(TrackedUserProperty(Label(value: nil)).operation, is: .unset)
    expect(TrackedUserProperty(Label(value: nil)).value, is: .null)
    expect(TrackedUserProperty(Rated(value: nil, operation: .set)).operation, is: .unset)
    withSystem(recorder, issues: recorder) {
      TrackableSystem.update(Rated(value: nil))
      recorder.update(Label(value: nil, operation: .setOnce))
    }
    expect(recorder.calls, is: [])
    #expect(recorder.issues.isEmpty)
  }

  @Test func `What cannot be carried out changes nothing, and an issue says so`() {
    let line = withSystem(recorder, issues: issues) { () -> UInt in
      TrackableSystem.update(Label(value: "many", operation: .increment)); let line: UInt = #line
      TrackableSystem.group("", type: "company")
      TrackableSystem.group("apple", type: "")
      TrackableSystem.track(Opened())
      return line
    }
    recorder.run { recorder.update(Label(value: "many", operation: .increment)) }
    expect(recorder.events.map(\.groups), is: [[]])
    expect(recorder.userProperties.count, is: 0)
    let file = "TrackableTests/UserOperationTests.swift"
    let group = "was not sent: a group has a type and an ID. To fix this, give both, or nil to leave the group."
    expect(
      issues.issues.map(\.description),
      is: [
        "\(file):\(line): The user property 'label' was not sent: it is incremented by a number. To fix this, give it a "
          + "value that is a number.",
        "\(file):\(line + 1): The user property 'company' \(group)",
        "\(file):\(line + 2): The user property '' \(group)",
      ])
  }

  @Test func `Sensitive traits of a group are kept apart`() {
    let property = TrackedUserProperty(Company(value: "apple"))
    expect(property.operation, is: .group(traits: [Trait.plan ~>> "label"]))
    expect(property.sensitiveValue, is: .properties([Hidden.email ~>> "secret"]))
    #expect(!"\(property)".contains("secret"))
    withSystem(recorder.logged(.verbose, log: { #expect(!$0.contains("secret")) })) {
      TrackableSystem.update(Company(value: "apple"))
      TrackableSystem.track(Opened())
    }
    #expect(recorder.events.first?.groups.json.contains("secret") == false)
  }

  @Test func `The events of an update are tracked by each way in, also where nothing is to be sent`() {
    struct Told: UserProperty {
      let value: Int? = nil
      let operation = UserPropertyOperation.setOnce
      func updateEvents() -> [any AnalyticsEvent] { [Opened()] }
    }
    withSystem(recorder) {
      TrackableSystem.update(Told())
      recorder.update(Told())
    }
    expect(recorder.calls.count { $0.hasPrefix("track") }, is: 2)
    expect(recorder.userProperties.count, is: 0)
  }
}

/// The groups of the user at the call are content of an event, like the user.
@Suite struct GroupTests {
  /// A naive reader's result of a program.
  private struct Model {
    var user: String?
    var groups: [String: String] = [:]

    mutating func identify(_ id: String?) {
      if id == nil || (user != nil && user != id) { groups = [:] }
      user = id
    }
  }

  @Test(arguments: 0..<SearchScale.times(40, long: 2_000))
  func `An event bears the groups that were joined and not left`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var model = Model()
    var expected: [[String: String]] = []
    let recorder = RecordingTracker.plain()
    // A style leaves the type of a group as it is.
    withSystem(recorder.renaming(.custom { "<\($0)>" })) {
      for _ in 0..<40 {
        let id = "id\(random.below(3))"
        let type = "type\(random.below(3))"
        switch random.below(8) {
        case 0:
          TrackableSystem.identify(id)
          model.identify(id)
        case 1:
          TrackableSystem.reset()
          model.identify(nil)
        case 2:
          TrackableSystem.group(nil, type: type)
          model.groups[type] = nil
        case 3, 4:
          TrackableSystem.group(id, type: type, traits: ["plan" ~>> id])
          model.groups[type] = id
        case 5: TrackableSystem.update(Label(value: id))
        default:
          TrackableSystem.track(Opened())
          expected.append(model.groups)
        }
      }
    }
    let groups = recorder.events.map { event in
      Dictionary(uniqueKeysWithValues: event.groups.map { ($0.key.name, $0.value.description) })
    }
    expect(groups, is: expected)
  }

}
