#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a tracker receives: the event, everything its context said, and when it was tracked.
///
/// ```swift
/// struct Mixpanel: AnalyticsEventTracker {
///   func track(_ event: TrackedEvent) {
///     SDK.track(event.name, event.properties.dictionary)
///     if let payment = event.base as? PaymentSent { SDK.trackCharge(payment.amount) }   // an exception for one type
///   }
/// }
/// ```
///
/// It is itself an ``AnalyticsEvent``, so whatever takes events takes it.
public struct TrackedEvent: AnalyticsEvent {
  /// The event as it was given to `track`.
  public let base: any AnalyticsEvent
  private var givenName: String?
  private var givenEntity: String?

  /// The kind of the event.
  public var eventType: AnalyticsEventType

  /// The merged properties, in order of precedence.
  public var properties: TrackedProperties

  /// When `track` was called.
  public let timestamp: Date

  /// A tracked event from an event and its merged properties. `nil` means the event's own properties.
  ///
  /// An event that is already tracked keeps its `base`, its name, its properties where none are given, and its time.
  public init<Event: AnalyticsEvent>(
    _ event: Event, properties: TrackedProperties? = nil, timestamp: Date? = nil
  ) {
    // Comparing types first: a failing cast costs more than the rest of this initializer.
    if Event.self == TrackedEvent.self, let tracked = event as? TrackedEvent {
      self.init(tracked, replacing: properties)
    } else {
      self.init(base: event, properties: properties ?? event.properties, timestamp: timestamp ?? Date())
    }
  }

  /// A tracked event with what a walk found.
  @inline(__always)
  init(_ event: any AnalyticsEvent, merged properties: consuming TrackedProperties, timestamp: Date) {
    if Self.isTracked(event), let tracked = event as? TrackedEvent {
      self.init(tracked, replacing: properties)
    } else {
      self.init(opened: event, properties: properties, timestamp: timestamp)
    }
  }

  // Opens the event: `type(of:)` would ask the runtime. Benchmarks: depth 4.
  @inline(__always)
  private static func isTracked<Event: AnalyticsEvent>(_ event: Event) -> Bool { Event.self == TrackedEvent.self }

  @inline(__always)
  private init(opened event: any AnalyticsEvent, properties: consuming TrackedProperties, timestamp: Date) {
    self.base = event
    self.eventType = event.eventType
    self.properties = properties
    self.timestamp = timestamp
  }

  private init(_ tracked: TrackedEvent, replacing properties: TrackedProperties?) {
    self = tracked
    if let properties { self.properties = properties }
  }

  /// A tracked event from one that is not itself a tracked event.
  @inline(__always)
  private init<Event: AnalyticsEvent>(base event: Event, properties: consuming TrackedProperties, timestamp: Date) {
    self.base = event
    self.eventType = event.eventType
    self.properties = properties
    self.timestamp = timestamp
  }

  /// The full name: the event's own, unless a tracker on the way gave it another.
  public var name: String {
    get { givenName ?? base.name }
    set { givenName = newValue }
  }

  /// The general category: the event's own, unless a tracker on the way gave it another.
  public var entity: String {
    get { givenEntity ?? base.entity }
    set { givenEntity = newValue }
  }
}

extension TrackedEvent {
  /// The same as ``entity``, by its later name.
  public var category: String { entity }
}

extension TrackedEvent: CustomStringConvertible {
  /// The name and the properties.
  public var description: String { "\(name) \(properties)" }
}
