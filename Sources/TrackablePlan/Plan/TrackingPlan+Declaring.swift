import Trackable
import TrackableTesting

extension TrackingPlan {
  /// All cases of an enum of events.
  ///
  /// ```swift
  /// .events(Events.User.self, always: [Keys.albumName ~>> "Imagine"], sometimes: [Keys.row ~>> 3])
  /// ```
  ///
  /// - Parameters:
  ///   - type: The enum. What a case says itself, it always carries.
  ///   - required: What each of the events always carries besides, with values that stand for their types.
  ///   - optional: What each of them may carry.
  public static func events<Events: AnalyticsEvent & CaseIterable>(
    _ type: Events.Type, always required: TrackedProperties = [], sometimes optional: TrackedProperties = []
  ) -> TrackingPlan {
    TrackingPlan(type.allCases.map { .event($0, always: required, sometimes: optional) })
  }

  /// An event, by a sample of it.
  ///
  /// ```swift
  /// .event(PaymentSent(amount: 20), sometimes: [Keys.note ~>> "thanks"])
  /// ```
  ///
  /// - Parameters:
  ///   - event: The sample. What it says itself, the event always carries.
  ///   - required: What it always carries besides, with values that stand for their types.
  ///   - optional: What it may carry.
  public static func event(
    _ event: some AnalyticsEvent, always required: TrackedProperties = [], sometimes optional: TrackedProperties = []
  ) -> TrackingPlan {
    let tracked = TrackedEvent(event)
    let always = tracked.planned(isRequired: true) + required.planned(isRequired: true)
    let known = Set(always.map(\.key))
    var plan = TrackingPlan()
    plan.events = [
      Event(tracked, (always + optional.planned(isRequired: false).filter { !known.contains($0.key) }).unique)
    ]
    return plan
  }

  /// All cases of an enum of keys, which any event may carry with any type of value.
  ///
  /// Use it to have every key in the plan, and ``properties(_:)`` where the types are known.
  public static func keys<Keys: Key & CaseIterable>(_ type: Keys.Type) -> TrackingPlan {
    var plan = TrackingPlan()
    plan.properties =
      type.allCases.map { key in
        Property(
          key: PropertyPath(key.name).text, types: [], isRequired: false, isSensitive: type is any SensitiveKey.Type)
      }
      .unique
    return plan
  }

  /// What any event may carry, such as what the root of the chain says, with values that stand for their types.
  public static func properties(_ samples: TrackedProperties) -> TrackingPlan {
    var plan = TrackingPlan()
    plan.properties = samples.planned(isRequired: false).unique
    return plan
  }

  /// A user property, by a sample of it.
  public static func userProperty(_ sample: some UserProperty) -> TrackingPlan {
    var plan = TrackingPlan()
    plan.userProperties = [Property(TrackedUserProperty(sample))]
    return plan
  }

  /// What is known of a user who is identified, with values that stand for their types.
  public static func traits(_ samples: TrackedProperties) -> TrackingPlan {
    var plan = TrackingPlan()
    plan.traits = samples.planned(isRequired: false).unique
    return plan
  }

  /// What was recorded: every event, user property and trait that the recorder received.
  ///
  /// ```swift
  /// let plan = withRecordedTracking { recorder in
  ///   Tour().play()
  ///   return TrackingPlan(observing: recorder)
  /// }
  /// ```
  ///
  /// A property is required if every recorded event of the name carries it, so what the plan says of properties is as good
  /// as the recording. Record in front of combinators that rename, and let ``seen(by:events:keys:nested:within:)`` spell.
  public init(observing recorder: RecordingTracker) {
    self.init(recorder.deliveries.map { TrackingPlan(observing: $0.delivery) })
  }

  private init(observing delivery: TrackerCall) {
    switch delivery {
    case .track(let event): events = [Event(event, event.planned(isRequired: true).unique)]
    case .update(let property): userProperties = [Property(property)]
    case .identify(let user): self.traits = user.planned.unique
    case .reset, .report, .purge: break
    }
  }
}

extension TrackingPlan.Event {
  fileprivate init(_ event: TrackedEvent, _ properties: [TrackingPlan.Property]) {
    let hasRawValue = (event.base as? any RawRepresentable)?.rawValue is String
    self.init(
      name: event.name, entity: event.entity, eventType: event.eventType, properties: properties,
      isCaseWithoutRawValue: !hasRawValue && Mirror(reflecting: event.base).displayStyle == .enum)
  }
}

extension TrackingPlan.Property {
  fileprivate init(_ property: TrackedUserProperty) {
    self.init(key: property.name, types: [.init(of: property.operand)], isRequired: false, isSensitive: false)
  }
}

extension TrackedEvent {
  /// What it carries as a plan has it.
  func planned(isRequired: Bool) -> [TrackingPlan.Property] {
    properties.planned(isRequired, isSensitive: false) + sensitiveProperties.planned(isRequired, isSensitive: true)
  }
}

extension TrackedUser {
  /// Their traits as a plan has them.
  fileprivate var planned: [TrackingPlan.Property] {
    traits.planned(false, isSensitive: false) + sensitiveTraits.planned(false, isSensitive: true)
  }
}

extension TrackedProperties {
  /// The properties as a plan has them, those that are sensitive among them.
  ///
  /// - Parameter isRequired: Whether they are always there. What is inside an array never is, because it may be empty.
  fileprivate func planned(isRequired: Bool) -> [TrackingPlan.Property] {
    let (shown, sensitive) = split()
    return shown.planned(isRequired, isSensitive: false) + sensitive.planned(isRequired, isSensitive: true)
  }

  fileprivate func planned(_ isRequired: Bool, isSensitive: Bool) -> [TrackingPlan.Property] {
    var types: [PropertyPath: Set<TrackingPlan.ValueType>] = [:]
    forEachPlanned(isSensitive: isSensitive) { types[$0, default: []].insert($1) }
    return types.map { path, types in
      TrackingPlan.Property(
        key: path.text, types: types, isRequired: isRequired && !path.isInArray, isSensitive: isSensitive)
    }
  }

  /// Everything that has a type of its own, also what is nested and what is inside arrays.
  private func forEachPlanned(
    in outer: PropertyPath? = nil, isSensitive: Bool, _ body: (PropertyPath, TrackingPlan.ValueType) -> Void
  ) {
    func add(_ value: TrackedValue, at path: PropertyPath) {
      switch value {
      // Properties are known by their keys. Elements of an array are told also if they are empty.
      case .properties(let nested) where !nested.isEmpty || !path.leadsToElements:
        nested.forEachPlanned(in: path, isSensitive: isSensitive, body)
      case .array(let values):
        body(path, .array)
        // In an array of which something is sensitive, null stands for what is not.
        for value in values where !(isSensitive && value == .null) { add(value, at: path.elements) }
      default: body(path, .init(of: value))
      }
    }
    for property in self {
      let key = property.key.name
      add(property.value, at: outer?.appending(key) ?? PropertyPath(key))
    }
  }
}

extension [TrackingPlan.Property] {
  /// Sorted, one for each path. Of two for one path, the first counts.
  fileprivate var unique: [TrackingPlan.Property] {
    Dictionary(map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first }).values.sorted { $0.key < $1.key }
  }
}
