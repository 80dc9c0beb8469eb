import Trackable

/// A tree of combinators as data: it is built through the library's public methods, and interpreted naively.
indirect enum TrackerTree: Sendable {
  /// A destination, known by its number.
  case leaf(Int)
  case noOp
  /// `first.combined(with: second)`.
  case combined(TrackerTree, TrackerTree)
  /// `CombinedTracker([…])`.
  case list([TrackerTree])
  case filter(EventRule, TrackerTree)
  case filterUserProperties(UserPropertyRule, TrackerTree)
  /// `compactMap` where the change may drop events, `map` otherwise.
  case change(EventChange, TrackerTree)
  /// `flatMap`: an event becomes as many, each with its number.
  case multiplying(Int, TrackerTree)
  /// A tracker of the adopter's, which does the same.
  case written(Int, TrackerTree)
  case adding(ModelProperties, TrackerTree)
  case overriding(ModelProperties, TrackerTree)
  case renaming(Renaming, TrackerTree)
  /// `allowing(keys:)`, or `prohibiting(keys:)`.
  case keys(isAllowing: Bool, [String], TrackerTree)
  case named(String, TrackerTree)
  /// `requiringConsent`, where the user has decided.
  case consenting(Bool, TrackerTree)
  /// `holding`, where the app has opened the gate, or closed it for good.
  case holding(Bool, TrackerTree)
  /// Sampled by the name of the event.
  case sampled(Double, TrackerTree)
}

extension TrackerTree {
  /// The tracker. Everything that reaches a leaf is noted in `log`.
  func tracker(_ log: CallLog) -> any AnalyticsEventTracker {
    switch self {
    case .leaf(let number): log.tracker("leaf \(number)")
    case .noOp: NoOpTracker()
    case .combined(let first, let second): first.tracker(log).combined(with: second.tracker(log))
    case .list(let members): CombinedTracker(members.map { $0.tracker(log) })
    case .filter(let rule, let base): rule.applied(to: base.tracker(log))
    case .filterUserProperties(let rule, let base): rule.applied(to: base.tracker(log))
    case .change(let change, let base): change.applied(to: base.tracker(log))
    case .multiplying(let count, let base): base.tracker(log).flatMap { Multiplying.copies(of: $0, count) }
    case .written(let count, let base): Multiplying(base: base.tracker(log), count: count)
    case .adding(let properties, let base): base.tracker(log).addingDefaults(properties.trackedProperties)
    case .overriding(let properties, let base):
      base.tracker(log).overridingProperties(with: properties.trackedProperties)
    case .renaming(let renaming, let base): renaming.applied(to: base.tracker(log))
    case .keys(true, let keys, let base): base.tracker(log).allowing(keys: keys)
    case .keys(false, let keys, let base): base.tracker(log).prohibiting(keys: keys)
    case .named(let name, let base): base.tracker(log).named(name)
    case .consenting(let isGranted, let base):
      base.tracker(log).requiringConsent(.analytics, from: Consent([.analytics: isGranted ? .granted : .denied]))
    case .holding(let isOpen, let base):
      base.tracker(log).holding(until: Self.gate(isOpen))
    case .sampled(let rate, let base): base.tracker(log).sampled(rate, by: .value(\.name))
    }
  }

  private static func gate(_ isOpen: Bool) -> TrackerGate {
    let gate = TrackerGate("anything happened")
    if isOpen { gate.open() } else { gate.close() }
    return gate
  }
}

/// A tracker that an adopter writes: an event becomes as many, each with its number.
struct Multiplying: ForwardingTracker {
  var base: any AnalyticsEventTracker
  let count: Int

  func track(_ event: TrackedEvent) { for copy in Self.copies(of: event, count) { base.track(copy) } }

  static func copies(of event: TrackedEvent, _ count: Int) -> [TrackedEvent] {
    (0..<count).map { number in
      var copy = event
      copy.properties["number"] = .int(number)
      return copy
    }
  }
}

/// Which events pass.
enum EventRule: Sendable {
  case allowing([SampleEvent])
  case prohibiting([SampleEvent])
  /// The events themselves instead of their types.
  case allowingEvents([SampleEvent])
  case prohibitingEvents([SampleEvent])
  /// `filter`, by each thing that an event says.
  case named(String, Bool)
  case entity(String, Bool)
  case eventType(AnalyticsEventType, Bool)
  case having(String, Bool)

  func applied(to base: any AnalyticsEventTracker) -> any AnalyticsEventTracker {
    switch self {
    case .allowing(let events): base.allowing(eventTypes: events.map(\.type))
    case .prohibiting(let events): base.prohibiting(eventTypes: events.map(\.type))
    case .allowingEvents(let events): base.allowing(events: events.map(\.event))
    case .prohibitingEvents(let events): base.prohibiting(events: events.map(\.event))
    case .named(let name, let expected): base.filter { ($0.name == name) == expected }
    case .entity(let entity, let expected): base.filter { ($0.entity == entity) == expected }
    case .eventType(let type, let expected): base.filter { ($0.eventType == type) == expected }
    case .having(let key, let expected): base.filter { ($0.properties[key] != nil) == expected }
    }
  }
}

/// Which user properties pass.
enum UserPropertyRule: Sendable {
  case allowing([SampleUserProperty])
  case prohibiting([SampleUserProperty])
  case named(String)

  func applied(to base: any AnalyticsEventTracker) -> any AnalyticsEventTracker {
    switch self {
    case .allowing(let properties): base.allowing(userProperties: properties.map { type(of: $0.value) })
    case .prohibiting(let properties): base.prohibiting(userProperties: properties.map { type(of: $0.value) })
    case .named(let name): base.filterUserProperties { $0.name == name }
    }
  }
}

/// What a `map` does to an event.
enum EventChange: Sendable {
  case name(String)
  case entity(String)
  case eventType(AnalyticsEventType)
  case put(String, Int)
  case remove(String)
  /// A `compactMap` that drops events of a type, and marks the others.
  case drop(AnalyticsEventType, mark: Int)

  func callAsFunction(_ event: TrackedEvent) -> TrackedEvent? {
    var event = event
    switch self {
    case .name(let name): event.name = name
    case .entity(let entity): event.entity = entity
    case .eventType(let type): event.eventType = type
    case .put(let key, let value): event.properties[key] = .int(value)
    case .remove(let key): event.properties[key] = nil
    case .drop(let type, let mark):
      if event.eventType == type { return nil }
      event.properties["mark"] = .int(mark)
    }
    return event
  }

  func applied(to base: any AnalyticsEventTracker) -> any AnalyticsEventTracker {
    if case .drop = self { return base.compactMap { self($0) } }
    return base.map { self($0) ?? $0 }
  }
}

/// Another spelling.
enum Renaming: Sendable {
  case all(Spelling)
  case split(events: Spelling, keys: Spelling)
  /// The events of one enum by a `switch`.
  case contacts
  /// The keys of one enum by a `switch`.
  case fields

  func applied(to base: any AnalyticsEventTracker) -> any AnalyticsEventTracker {
    switch self {
    case .all(let spelling): base.renaming(spelling.style)
    case .split(let events, let keys): base.renaming(events: events.style, keys: keys.style)
    case .contacts:
      base.renaming(Sample.Contacts.self) { event in
        switch event {
        case .addTapped: nil
        case .selected(let index): "selected_\(index)"
        }
      }
    case .fields:
      base.renaming(keys: Sample.Field.self) { key in
        switch key {
        case .amount: "amt"
        case .note: "a"
        case .contact: "contact"
        }
      }
    }
  }
}

/// A style, and the same in naive words.
enum Spelling: Sendable, CaseIterable {
  case path, dropped, last, upper, constant
  /// One that does not give the same when it is asked twice.
  case marked

  var style: NamingStyle {
    switch self {
    case .path: .path
    case .dropped: .droppingPrefix("TestSupport.")
    case .last: .keepingLast(1)
    case .upper: .custom { $0.uppercased() }
    case .constant: .custom { _ in "x" }
    case .marked: .custom { "<\($0)>" }
    }
  }
}
