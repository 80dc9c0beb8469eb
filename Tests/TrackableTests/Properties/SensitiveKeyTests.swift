import Foundation
import TestSupport
import Testing
import Trackable

private enum UserKeys: String, EntityKey, SensitiveKey {
  case id, email
  static let identifyingKey = id
}

private enum SecretKeys: String, SensitiveKey { case email, phone }

private enum OpenKeys: String, Key { case plan, user, email }

private enum OtherKeys: String, Key { case user }

private struct Signed: AnalyticsEvent {
  var properties: TrackedProperties = []
}

private struct Profile: UserProperty {
  let value: TrackedProperties
}

private let mail = SecretKeys.email ~>> "SECRET"
private let plan = OpenKeys.plan ~>> "free"

@Suite struct SensitiveKeyTests {
  private let recorder = RecordingTracker.plain()

  private static func event(_ properties: TrackedProperties) -> TrackedEvent {
    TrackedEvent(Signed(properties: properties))
  }

  @Test func `A nested value keeps its other keys, and an array's element goes as a whole`() {
    let user: TrackedProperties = [plan, mail]
    let event = Self.event([
      OpenKeys.user ~>> user, "users" ~>> TrackedValue.array([1, .properties(user)]), "n" ~>> 1,
    ])
    let (plan, email) = (OpenKeys.plan.name, SecretKeys.email.name)
    expect(event.properties.map(\.key), is: [PropertyKey(OpenKeys.user), "users", "n"])
    expect(event.properties[OpenKeys.user]?.json, is: #"{"\#(plan)":"free"}"#)
    expect(event.properties["users"]?.json, is: "[1,null]")
    let sensitive = event.sensitiveProperties
    expect(sensitive.map(\.key), is: [PropertyKey(OpenKeys.user), "users"])
    expect(sensitive[OpenKeys.user]?.json, is: #"{"\#(email)":"SECRET"}"#)
    expect(sensitive["users"]?.json, is: #"[null,{"\#(plan)":"free","\#(email)":"SECRET"}]"#)
    expect(sensitive.flattened.first?.value, is: "SECRET")
    expect(Self.event(sensitive.flattened).sensitiveProperties.first?.value, is: "SECRET")
  }

  @Test func `Sensitive properties hide again wherever code puts them`() {
    let properties: TrackedProperties = [
      mail, OpenKeys.user ~>> [mail], "users" ~>> TrackedValue.array([1, .properties([mail, plan])]),
    ]
    let sensitive = Self.event(properties).sensitiveProperties
    func array(_ depth: Int) -> TrackedValue {
      (0..<depth).reduce(.properties(sensitive)) { value, _ in .array([value]) }
    }
    var assigned = TrackedProperties()
    for property in sensitive { assigned[property.key] = property.value }
    let ways: [TrackedProperties] = [
      sensitive, sensitive + [plan], [plan] + sensitive, ["a" ~>> sensitive], ["a" ~>> array(1)], ["a" ~>> array(3)],
      ["a" ~>> array(40)], ["a" ~>> [plan, "b" ~>> array(1)]], TrackedProperties(sensitive.filter { _ in true }),
      Self.built { for property in sensitive { property } }, Self.built { sensitive[1] },
      TrackedProperties(sensitive.map { $0.key ~>> $0.value }), assigned,
      TrackedProperties(sensitive.flattened.filter { _ in true }), ["a" ~>> sensitive["users"]],
      TrackedProperties(dictionary: ["a": sensitive, "b": [sensitive]]),
    ]
    for (number, way) in ([properties] + ways).enumerated() {
      for text in Self.printed(way) + way.flatMap({ Self.printed($0) }) {
        #expect(!text.contains("SECRET"), "\(number)")
      }
      let made = TrackedEvent(Signed(properties: way))
      var changed = [made, TrackedEvent(Signed())]
      for index in changed.indices { changed[index].properties = way }
      let events = changed + [made, TrackedEvent(Signed(), properties: way), TrackedEvent(made, properties: way)]
      for event in events { #expect(!event.properties.json.contains("SECRET"), "\(number)") }
      let recorder = RecordingTracker.plain()
      TrackableSystem.withTracker(recorder) { TrackableSystem.identify("john", traits: way) }
      expect(recorder.users.map { $0.traits.json.contains("SECRET") }, is: [false])
      // A property loses values that are nested too deep, with an issue.
      if number != 7 {
        for event in events { #expect(event.sensitiveProperties.json.contains("SECRET"), "\(number)") }
      }
    }
    #expect(!"\(properties["users"] ?? .null)".contains("SECRET"))
    expect(sensitive.flattened.json.split(separator: "SECRET").count, is: 4)
  }

  private static func built(@TrackedPropertiesBuilder _ body: () -> TrackedProperties) -> TrackedProperties { body() }

  @Test func `Assigning other properties keeps them, also where code swaps them, and setting nil removes one`() {
    var event = TrackedEvent(Signed(properties: [mail, plan]))
    event.properties = ["network" ~>> "wifi"]
    expect(event.properties.map(\.key.name), is: ["network"])
    var asked = event.sensitiveProperties
    swap(&event.properties, &asked)
    #expect(event.properties.isEmpty)
    expect(Array(event.sensitiveProperties), is: [mail])
    event.properties[SecretKeys.email] = "other"
    #expect(event.sensitiveProperties[SecretKeys.email] == "other" && event.properties.isEmpty)
    event.sensitiveProperties[SecretKeys.email] = nil
    #expect(event.sensitiveProperties.isEmpty && event.properties.isEmpty)
  }

  @Test func `A value that code replaces takes the sensitive part inside it along`() {
    let user: TrackedProperties = [OpenKeys.user ~>> [plan, mail], "other" ~>> [mail], mail]
    let premium = TrackedValue.properties([OpenKeys.plan ~>> "premium"])
    let kept: TrackedProperties = ["other" ~>> [mail], mail]
    let tracker = recorder.addingDefaults(["a" ~>> 1]).map { event in
      var event = event
      event.properties[OpenKeys.user] = premium
      return event
    }
    tracker.track(Self.event(user))
    expect(recorder.events[0].properties[OpenKeys.user], is: premium)
    expect(recorder.events[0].sensitiveProperties, is: kept)
    var event = Self.event(user)
    event.properties[OpenKeys.user] = nil
    event.properties["other"] = .properties([SecretKeys.phone ~>> "1"])
    expect(event.sensitiveProperties, is: ["other" ~>> [SecretKeys.phone ~>> "1"], mail])
    // What stays as it is keeps its part.
    event = Self.event(user)
    event.properties[OpenKeys.user] = .properties([plan])
    expect(event.sensitiveProperties, is: user.split().sensitive)

    var (john, paul) = (TrackedUser("john", traits: user), TrackedUser("john", traits: user))
    john.traits[OpenKeys.user] = premium
    expect(john.sensitiveTraits, is: kept)
    paul.traits = ["a" ~>> 1]
    expect(paul.sensitiveTraits, is: [mail])
    var profile = TrackedUserProperty(Profile(value: [plan, mail]))
    profile.operand = .properties([plan])
    expect(profile.sensitiveValue, is: .properties([mail]))
    profile.operand = .properties([])
    expect(profile.sensitiveValue, is: nil)
  }

  @Test(arguments: [true, false])
  func `Of two keys that a style gives one name, the one of higher rank counts, sensitive or not`(isSensitive: Bool) {
    let key: any Key = isSensitive ? SecretKeys.email : OpenKeys.email
    let other: any Key = isSensitive ? OpenKeys.email : SecretKeys.email
    let (near, far) = (PropertyKey(key) ~>> "nearer", PropertyKey(other) ~>> "farther")
    let screen = Plain()
    screen.setupTrackableChain(trackedProperties: [far, plan])
    let (recorder, issues) = (RecordingTracker.plain(), RecordingTracker.plain())
    let tracker = recorder.renaming(.keepingLast(1)).addingDefaults(["a" ~>> 1]).prohibiting(keys: ["b"])
    withSystem(tracker, issues: issues) {
      screen.track(Signed(), trackedProperties: [near])
      screen.track(Signed(), trackedProperties: [OpenKeys.user ~>> [near, far]])
      TrackableSystem.identify("john", traits: [near, far])
      TrackableSystem.update(Profile(value: [near, far]))
      TrackableSystem.group("apple", type: "company", traits: [near, far])
      // A value has its own sensitive part, and not that of the one which has lost its name to it.
      Signed(properties: [OpenKeys.user ~>> [plan], OtherKeys.user ~>> [mail]]).trigger()
    }
    expect(issues.issues.map(\.subject), is: [PropertyKey(other).name, OtherKeys.user.name])
    expect(recorder.events[2].properties["user"], is: .properties(["plan" ~>> "free"]))
    #expect(recorder.events[2].sensitiveProperties.isEmpty)
    func said(_ open: TrackedProperties, _ sensitive: TrackedProperties) -> [TrackedValue?] {
      [open["email"], sensitive["email"]]
    }
    func nested(_ value: TrackedValue?) -> TrackedProperties {
      if case .properties(let nested)? = value { nested } else { [] }
    }
    var found = [
      said(recorder.events[0].properties, recorder.events[0].sensitiveProperties),
      said(nested(recorder.events[1].properties["user"]), nested(recorder.events[1].sensitiveProperties["user"])),
    ]
    for case .identify(let user) in recorder.deliveries { found.append(said(user.traits, user.sensitiveTraits)) }
    for property in recorder.userProperties {
      let shown =
        if case .group(let traits) = property.operation { TrackedValue.properties(traits) } else { property.operand }
      found.append(said(nested(shown), nested(property.sensitiveValue)))
    }
    expect(found, is: Array(repeating: isSensitive ? [nil, "nearer"] : ["nearer", nil], count: 5))
  }

  private final class Quiet: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }

  @Test func `Sensitive properties that are nested deeply can be released`() {
    var properties: TrackedProperties = [mail]
    for _ in 0..<2_000 { properties = [SecretKeys.phone ~>> properties] }
    expect(Self.event(properties).sensitiveProperties.count, is: 1)
  }
}

// MARK: - On their way

extension SensitiveKeyTests {
  /// Everything that an event or a collection can be printed as.
  static func printed(_ value: some CustomStringConvertible) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return ["\(value)", String(reflecting: value), String(describing: [value]), dumped]
  }

  private static func texts(of properties: TrackedProperties) -> [String] {
    var texts = printed(properties)
    texts += [properties.json, "\(properties.dictionary)", "\(properties.nestedDictionary)", "\(properties.flattened)"]
    return texts + properties.flatMap { ["\($0)", "\($0.value)"] }
  }

  /// A value whose texts tell where it was given: `SECRET` if any key above it is sensitive.
  private func value(
    _ isSecret: Bool, depth: Int, _ leaves: inout [String], _ random: inout SeededGenerator
  ) -> TrackedValue {
    switch depth > 3 ? 0 : random.below(6) {
    case 0, 1, 2:
      let text = "\(isSecret ? "SECRET" : "open")-\(random.below(1_000_000_000))"
      leaves.append(text)
      return .string(text)
    case 3:
      return .array((0..<random.below(4)).map { _ in value(isSecret, depth: depth + 1, &leaves, &random) })
    default:
      return .properties(properties(random.below(4), isSecret, depth: depth + 1, &leaves, &random))
    }
  }

  private static let keys: [(key: PropertyKey, isSecret: Bool)] = [
    (PropertyKey(OpenKeys.plan), false), (PropertyKey(OpenKeys.user), false), ("a", false), ("b", false),
    (PropertyKey(SecretKeys.email), true), (PropertyKey(SecretKeys.phone), true),
  ]

  /// Up to `count` properties with distinct keys, and the texts in them.
  private func properties(
    _ count: Int, _ isSecret: Bool, depth: Int = 0, _ leaves: inout [String], _ random: inout SeededGenerator
  ) -> TrackedProperties {
    var list: [TrackedProperty] = []
    for (key, isSecretKey) in Self.keys.shuffled(using: &random).prefix(count) {
      list.append(key ~>> value(isSecret || isSecretKey, depth: depth, &leaves, &random))
    }
    return TrackedProperties(list)
  }

  /// One place, and the texts for each name.
  private func place(_ random: inout SeededGenerator) -> (properties: TrackedProperties, leaves: [String: [String]]) {
    var list: [TrackedProperty] = []
    var leaves: [String: [String]] = [:]
    for (key, isSecret) in Self.keys.shuffled(using: &random).prefix(random.below(5)) {
      var own: [String] = []
      list.append(key ~>> value(isSecret, depth: 0, &own, &random))
      leaves[key.name] = own
    }
    return (TrackedProperties(list), leaves)
  }

  /// The texts that are expected where the first place with a name wins.
  private func expected(_ places: [[String: [String]]]) -> Set<String> {
    Set(places.reversed().reduce(into: [:]) { $0.merge($1) { $1 } }.values.joined())
  }

  private static func leaves(in text: String) -> Set<String> {
    var found: Set<String> = []
    for prefix in ["SECRET-", "open-"] {
      for part in text.components(separatedBy: prefix).dropFirst() {
        found.insert(prefix + part.prefix { $0.isNumber })
      }
    }
    return found
  }

  @Test(arguments: 0..<4) func `No sensitive value is ever printed or among the properties, and none is lost`(part: Int)
  {
    var random = SeededGenerator(seed: UInt64(part) + 1)
    for _ in 0..<SearchScale.times(25, long: 250) {
      let places = (0..<8).map { _ in place(&random) }
      let (object, parent) = (Saying(places[3].properties), Saying(places[4].properties))
      parent.link(to: TrackingContext().appending(places[5].properties))
      object.setupTrackableChain(trackedProperties: places[2].properties, parent: parent)
      let (recorder, console, issues) = (RecordingTracker.plain(), Lock<[String]>([]), RecordingTracker.plain())
      var tracker: any AnalyticsEventTracker = recorder.logged(.verbose) { text in console.withLock { $0.append(text) }
      }
      let style: NamingStyle = random.chance(50) ? .snakeCase : .keepingLast(2)
      if random.chance(50) { tracker = tracker.renaming(style) }
      if random.chance(50) { tracker = tracker.map { $0 }.filter { _ in true } }
      var order = places[0..<7].map(\.leaves)
      if random.chance(50) {
        tracker = tracker.addingDefaults(places[7].properties)
        order.append(places[7].leaves)
      } else if random.chance(50) {
        tracker = tracker.overridingProperties(with: places[7].properties)
        order.insert(places[7].leaves, at: 0)
      }
      let event = Signed(properties: places[1].properties)
      var texts: [String] = []
      withSystem(tracker, issues: issues) {
        withTrackedProperties(places[6].properties) {
          object.track(event, trackedProperties: places[0].properties + ["bad" ~>> Double.nan])
          let explanation = object.explainTracking(of: event, trackedProperties: places[0].properties)
          texts += Self.printed(explanation)
          texts += explanation.entries.map { "\($0)" }
          let drawing = object.trackableChainDescription()
          texts += Self.printed(drawing)
        }
      }
      texts += console.withLock { $0 } + issues.issues.map(\.description)
      let delivered = recorder.events[0]
      texts += Self.printed(delivered) + Self.texts(of: delivered.properties)
      #expect(texts.first { $0.contains("SECRET") } == nil)
      for text in Self.printed(delivered.sensitiveProperties) {
        #expect(!text.contains("SECRET"))
      }
      let found = Self.leaves(in: delivered.properties.json + delivered.sensitiveProperties.json)
      expect(found, is: expected(order))
      if found != expected(order) { return }
    }
  }

  private final class Saying: TrackableClass, Sendable {
    let properties: TrackedProperties
    init(_ properties: TrackedProperties) { self.properties = properties }
    var trackedProperties: TrackedProperties { properties }
  }

  @Test func `Traits and user properties hide them in the same way`() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<SearchScale.times(50, long: 300) {
      var leaves: [String] = []
      let traits = properties(4, false, &leaves, &random)
      let recorder = RecordingTracker.plain()
      let console = Shared<[String]>([])
      let tracker = recorder.logged(.verbose) { text in console.withLock { $0.append(text) } }.renaming(.snakeCase)
      tracker.identify("john", traits: traits)
      tracker.update(Profile(value: traits))
      let (received, property) = (recorder.users[0], recorder.userProperties[0])
      let texts =
        console.value + Self.texts(of: received.traits) + Self.printed(property) + ["\(property.operand)"]
      #expect(texts.first { $0.contains("SECRET") } == nil)
      expect(Self.leaves(in: received.traits.json + received.sensitiveTraits.json), is: Set(leaves))
      expect(Self.leaves(in: property.operand.json + (property.sensitiveValue?.json ?? "")), is: Set(leaves))
    }
  }

  @Test func `Issues print neither them nor what is nested in them`() {
    let observed = RecordingTracker.plain()
    let twice: TrackedProperties = ["pin" ~>> "SECRET-1", "pin" ~>> "SECRET-2"]
    observed.run {
      let object = Saying(["user" ~>> [SecretKeys.phone ~>> [SecretKeys.email ~>> "x", OpenKeys.plan ~>> twice]]])
      object.setupTrackableChain(trackedProperties: [SecretKeys.email ~>> twice])
      object.track(Signed(properties: [SecretKeys.phone ~>> ["number" ~>> Double.nan]]))
      TrackableSystem.identify("john", traits: [UserKeys.email ~>> twice])
      TrackableSystem.track(
        Signed(), trackedProperties: [SecretKeys.email ~>> "SECRET-1", SecretKeys.email ~>> Double.nan])
    }
    expect(Set(observed.issues.map(\.kind)), is: [.duplicateKey, .valueDoesNotFit])
    expect(observed.issues.count, is: 6)
    for issue in observed.issues {
      #expect(!["SECRET", "NaN", "pin"].contains { issue.description.contains($0) }, "\(issue)")
    }
  }
}
