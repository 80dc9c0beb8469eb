import Trackable
import TrackableTesting

extension TrackingPlan {
  /// Declares all cases of an enum of events.
  ///
  /// ```swift
  /// .events(Events.User.self, always: [Keys.albumName ~>> "Imagine"], sometimes: [Keys.row ~>> 3])
  /// ```
  ///
  /// - Parameters:
  ///   - type: The enum. The events always carry the properties that their cases have.
  ///   - required: The other properties that each event always carries, with values that stand for their types.
  ///   - optional: The properties that each event may carry.
  public static func events<Events: AnalyticsEvent & CaseIterable>(
    _ type: Events.Type, always required: TrackedProperties = [], sometimes optional: TrackedProperties = []
  ) -> TrackingPlan {
    TrackingPlan(type.allCases.map { .event($0, always: required, sometimes: optional) })
  }

  /// Declares all cases of an enum of events, each with its own properties.
  ///
  /// ```swift
  /// .events(Events.Player.self) { event in
  ///   switch event {
  ///   case .didPlay: [Keys.song ~>> "Imagine", Keys.volume ~>> 0.5]
  ///   case .didStop: []
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The enum. The events always carry the properties that their cases have.
  ///   - required: Returns the other properties that a case always carries, with values that stand for their types.
  ///   - optional: Returns the properties that a case may carry.
  public static func events<Events: AnalyticsEvent & CaseIterable>(
    _ type: Events.Type, always required: (Events) -> TrackedProperties = { _ in [] },
    sometimes optional: (Events) -> TrackedProperties
  ) -> TrackingPlan {
    TrackingPlan(type.allCases.map { .event($0, always: required($0), sometimes: optional($0)) })
  }

  /// Declares events by samples behind combinators, with the names and properties that the combinators give them.
  ///
  /// ```swift
  /// .events([Screens.home, Screens.search]) { $0.flatMap { [$0, daily($0)] } }
  /// ```
  ///
  /// With this method, a plan that is declared and not recorded has the names that a `map`, a `flatMap`, a renaming of
  /// one type or your own tracker makes.
  ///
  /// - Parameters:
  ///   - samples: The events, with the properties that they always carry.
  ///   - through: The combinators in front of the recorder.
  public static func events(
    _ samples: [any AnalyticsEvent], through: (RecordingTracker) -> any AnalyticsEventTracker
  ) -> TrackingPlan {
    let recorder = RecordingTracker()
    let tracker = through(recorder)
    for sample in samples { tracker.track(TrackedEvent(sample)) }
    return TrackingPlan(observing: recorder)
  }

  /// Declares an event by a sample.
  ///
  /// ```swift
  /// .event(PaymentSent(amount: 20), sometimes: [Keys.note ~>> "thanks"])
  /// ```
  ///
  /// - Parameters:
  ///   - event: The sample. The event always carries the sample's own properties.
  ///   - required: The other properties that the event always carries, with values that stand for their types.
  ///   - optional: The properties that the event may carry.
  public static func event(
    _ event: some AnalyticsEvent, always required: TrackedProperties = [], sometimes optional: TrackedProperties = []
  ) -> TrackingPlan {
    let tracked = TrackedEvent(event)
    // If a key has two properties, the plan takes the first.
    let properties = tracked.planned.properties(isRequired: true)
      .merging(required.planned.properties(isRequired: true)) { first, _ in first }
      .merging(optional.planned.properties(isRequired: false)) { first, _ in first }
    return TrackingPlan(events: [tracked.name: Event(tracked, properties)])
  }

  /// Declares properties that any event may carry, such as those of the root, with values that stand for their types.
  public static func properties(_ samples: TrackedProperties) -> TrackingPlan {
    TrackingPlan(properties: samples.planned.properties(isRequired: false))
  }

  /// Declares a user property by a sample.
  public static func userProperty(_ sample: some UserProperty) -> TrackingPlan {
    TrackingPlan(observing: .update(TrackedUserProperty(sample)))
  }

  /// Declares the traits of an identified user, or of a group, with values that stand for their types.
  ///
  /// - Parameters:
  ///   - samples: The traits.
  ///   - type: The type of the group; `nil` means the user.
  public static func traits(_ samples: TrackedProperties, ofGroup type: String? = nil) -> TrackingPlan {
    if let type {
      return TrackingPlan(observing: .update(TrackedUserProperty(UserGroup("id", type: type, traits: samples))))
    }
    return TrackingPlan(traits: samples.planned.properties(isRequired: false))
  }

  /// Creates a plan from a recording, with every event, user property and trait that the recorder has received.
  ///
  /// ```swift
  /// let plan = withRecordedTracking { recorder in
  ///   Tour().play()
  ///   return TrackingPlan(observing: recorder)
  /// }
  /// ```
  ///
  /// A property is required if every recorded event of the name carries it, so the plan is only as good as the
  /// recording. Put the recorder in front of combinators that rename, and add the spellings of destinations with
  /// ``seen(by:events:keys:nested:within:)``.
  public init(observing recorder: RecordingTracker) {
    self.init(recorder.deliveries.map(TrackingPlan.init(observing:)))
  }

  private init(observing delivery: TrackerCall) {
    switch delivery {
    case .track(let event): events = [event.name: Event(event, event.planned.properties(isRequired: true))]
    case .update(let property):
      let planned = property.planned.properties(isRequired: false, operations: [property.operation.planName])
      if case .group = property.operation { groups = planned } else { userProperties = planned }
    case .identify(let user): traits = user.planned.properties(isRequired: false)
    case .reset, .report, .purge: break
    }
  }
}

extension TrackingPlan.Event {
  fileprivate init(_ event: TrackedEvent, _ properties: [String: TrackingPlan.Property]) {
    let isEnum = Mirror(reflecting: event.base).displayStyle == .enum
    let hasRawValue = (event.base as? any RawRepresentable)?.rawValue is String
    self.init(
      entity: event.entity, type: "\(event.eventType)", properties: properties,
      screen: (event.base as? any ScreenEvent)?.screenName,
      naming: .init(kind: hasRawValue ? .rawValue : isEnum ? .caseName : nil))
  }
}

/// A value of a call, for which a plan lists a property.
struct PlannedValue {
  /// The outer keys and the key itself; `nil` stands for the elements of an array.
  let steps: [PropertyKey?]
  let value: TrackedValue
  let isSensitive: Bool

  var path: PropertyPath { PropertyPath(steps: steps.map { $0?.name }) }
  /// The path, with the names of keys in the app's code, even if a combinator has renamed the keys.
  var pathInCode: PropertyPath { PropertyPath(steps: steps.map { $0?.inCode.name }) }
}

extension TrackedEvent {
  /// The values of the event.
  var planned: [PlannedValue] { properties.planned(with: sensitiveProperties) }
}

extension TrackedUser {
  /// The values of the traits.
  var planned: [PlannedValue] { traits.planned(with: sensitiveTraits) }
}

extension TrackedUserProperty {
  /// The value of the property or the traits of the group, and the values inside, below the name.
  var planned: [PlannedValue] {
    let shown = if case .group(let traits) = operation { TrackedValue.properties(traits) } else { operand }
    let key = PropertyKey(stored: name, inCode: base.name)
    let inside = TrackedProperties([key ~>> shown]).planned(with: [key ~>> sensitiveValue])
    return [PlannedValue(steps: [key], value: operand, isSensitive: false)] + inside.filter { $0.steps.count > 1 }
  }
}

extension UserPropertyOperation {
  /// The name of the operation in a plan. Unsetting a property, and joining or leaving a group, count as `set`.
  var planName: String { self == .setOnce || self == .increment ? "\(self)" : "set" }
}

extension TrackedProperties {
  fileprivate var planned: [PlannedValue] { split().shown.planned(with: split().sensitive) }

  /// The values, including those with sensitive keys.
  func planned(with sensitive: TrackedProperties) -> [PlannedValue] {
    flatMap { $0.value.planned(at: [$0.key], isSensitive: false, isSplit: sensitive[$0.key] != nil) }
      + sensitive.flatMap { $0.value.planned(at: [$0.key], isSensitive: true, isSplit: true) }
  }
}

extension TrackedValue {
  /// Every value with a type of its own, including nested values and elements of arrays.
  ///
  /// - Parameters:
  ///   - isSensitive: Whether this is the sensitive part of a value. The sensitive part has an element of an array as a
  ///     whole, so a value in it is sensitive only if one of its keys is.
  ///   - isSplit: Whether another part has the rest of the value. If so, null stands in each part of an array for the
  ///     elements of the other part.
  fileprivate func planned(at steps: [PropertyKey?], isSensitive: Bool, isSplit: Bool) -> [PlannedValue] {
    let hasSensitiveKey = steps.contains { $0?.isSensitive == true }
    let own = [PlannedValue(steps: steps, value: self, isSensitive: isSensitive && hasSensitiveKey)]
    switch self {
    // The plan lists properties by their keys. It lists an element of an array even if the element has no properties.
    case .properties(let nested) where !nested.isEmpty || steps.last != .some(nil):
      return nested.flatMap { $0.value.planned(at: steps + [$0.key], isSensitive: isSensitive, isSplit: isSplit) }
    case .array(let values):
      return own
        + values.filter { !isSplit || $0 != .null }
        .flatMap { $0.planned(at: steps + [nil], isSensitive: isSensitive, isSplit: isSplit) }
    default: return own
    }
  }
}

extension [PlannedValue] {
  /// The properties of a plan. Nothing inside an array is required, because the array may be empty.
  func properties(isRequired: Bool, operations: Set<String> = ["set"]) -> [String: TrackingPlan.Property] {
    Dictionary(grouping: self, by: \.path.text).mapValues { values in
      TrackingPlan.Property(
        types: Set(values.map(\.value.typeName)), isRequired: isRequired && !values[0].path.isInArray,
        isSensitive: values.allSatisfy(\.isSensitive), operations: operations)
    }
  }
}
