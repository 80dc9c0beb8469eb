import Trackable

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
    let always = tracked.properties.planned(isRequired: true) + required.planned(isRequired: true)
    let known = Set(always.map(\.key))
    var plan = TrackingPlan()
    plan.events = [
      Event(
        name: tracked.name, entity: tracked.entity, eventType: tracked.eventType,
        properties: (always + optional.planned(isRequired: false).filter { !known.contains($0.key) }).unique)
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
        Property(key: key.name, types: [], isRequired: false, isSensitive: type is any SensitiveKey.Type)
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
  /// as the recording. Record in front of combinators that rename, and let ``seen(by:events:keys:within:)`` spell.
  public init(observing recorder: RecordingTracker) {
    self.init(recorder.deliveries.map { TrackingPlan(observing: $0.delivery) })
  }

  private init(observing delivery: Delivery) {
    switch delivery {
    case .track(let event):
      events = [
        Event(
          name: event.name, entity: event.entity, eventType: event.eventType,
          properties: event.properties.planned(isRequired: true).unique)
      ]
    case .update(let property): userProperties = [Property(property)]
    case .identify(_, let traits): self.traits = traits.planned(isRequired: false).unique
    case .reset, .report, .purge: break
    }
  }
}

extension TrackingPlan.Property {
  fileprivate init(_ property: TrackedUserProperty) {
    self.init(key: property.name, types: [.init(of: property.value)], isRequired: false, isSensitive: false)
  }
}

extension TrackedProperties {
  /// The properties as a plan has them, those that are sensitive among them.
  func planned(isRequired: Bool) -> [TrackingPlan.Property] {
    let all = flattened
    func planned(_ properties: TrackedProperties, isSensitive: Bool) -> [TrackingPlan.Property] {
      properties.flatMap { property -> [TrackingPlan.Property] in
        let key = property.key.name
        let types: Set = [TrackingPlan.ValueType(of: property.value)]
        let whole = TrackingPlan.Property(key: key, types: types, isRequired: isRequired, isSensitive: isSensitive)
        guard case .array(let values) = property.value else { return [whole] }
        return [whole] + TrackingPlan.Property.inside(values, at: key, isSensitive: isSensitive)
      }
    }
    return planned(all, isSensitive: false) + planned(all.sensitiveProperties, isSensitive: true)
  }
}

extension [TrackingPlan.Property] {
  /// Sorted, one for each key. Of two for one key, which only names of nested ones can be, the first counts.
  fileprivate var unique: [TrackingPlan.Property] {
    Dictionary(map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first }).values.sorted { $0.key < $1.key }
  }
}
