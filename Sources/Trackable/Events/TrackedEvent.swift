#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a tracker receives: the event, the properties of its whole context, and the time at which it was tracked.
///
/// ```swift
/// struct Mixpanel: AnalyticsEventTracker {
///   func track(_ event: TrackedEvent) {
///     SDK.track(event.name, event.properties.dictionary)
///     if let payment = event.base as? PaymentSent { SDK.trackCharge(payment.amount) }   // one type is special
///   }
/// }
/// ```
///
/// It is itself an ``AnalyticsEvent``, so it can be passed to anything that takes events.
public struct TrackedEvent: AnalyticsEvent {
  /// The event as it was given to `track`.
  public let base: any AnalyticsEvent
  private var givenName: IdentifierName?
  private var givenEntity: String?

  /// The kind of the event.
  public var eventType: AnalyticsEventType

  /// The merged properties, in order of precedence. Those with a ``SensitiveKey`` are not among them.
  ///
  /// To assign other properties leaves ``sensitiveProperties`` as they are, unless some of those are given as well. What
  /// changes the properties in place changes those too: a `nil` for such a key removes it.
  public var properties: TrackedProperties {
    @inlinable get { merged }
    set { change(to: newValue.concealed.keepingHidden(of: merged)) }
    _modify {
      decide()
      defer { if merged.isRevealed { merged = merged.concealed } }
      yield &merged
    }
  }

  /// The properties, those that are sensitive among them.
  @usableFromInline var merged: TrackedProperties

  /// The merged properties with a ``SensitiveKey``, for the tracker that reads them on purpose: see
  /// ``TrackedProperties/sensitiveProperties``.
  public var sensitiveProperties: TrackedProperties { merged.sensitiveProperties }

  /// When `track` was called.
  public let timestamp: Date

  /// Where in the code `track` was called.
  public let location: CodeLocation

  /// The ancestors whose computed properties may be missing, because they could not be read: they are gone, their actor
  /// did not answer in time, or they may not be used where the event was tracked. An issue says what to do, once for each
  /// type of ancestor and name of event. Nearest first.
  public internal(set) var unread: [PropertySource] {
    get { exceptions.unread }
    set { exceptions.unread = newValue }
  }

  /// Who gave each property, and which values were overridden, if a tracker asks for it:
  /// `AnalyticsEventTracker/wantsExplanations`. It is `nil` if none does, for events from before the bootstrap, and for
  /// events that are handed to a tracker directly.
  ///
  /// It tells what was tracked. What a tracker on the way changes in ``properties`` is not part of it.
  public internal(set) var explanation: TrackedPropertiesExplanation? {
    get { exceptions.explanation }
    set { exceptions.explanation = newValue }
  }

  /// Whether the event has the properties of its context already, so that a system that it comes back to adds none.
  private(set) var hasContext = false

  /// Whether the default properties are among them: not yet, if the event is held until there is a tracker.
  var hasDefaults = false

  /// Whether `givenName` is the event's own.
  private var hasOwnName = false

  /// Whether there were places that could not be read, which may have said of what things the event is.
  private var hasUnreadPlaces = false

  // Apart, because copying an event takes time for each reference in it. Benchmarks: depth 4.
  private var storedExceptions: StoredExceptions?

  /// A tracked event from an event and its merged properties. If these are `nil`, it gets the event's own properties.
  ///
  /// If `event` is itself a tracked event, it keeps its `base`, name, entity, timestamp and location, and its properties
  /// unless others are given.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - properties: What it carries; `nil` means the event's own properties.
  ///   - timestamp: When it happened; `nil` means now.
  ///   - fileID: The file that it was tracked in.
  ///   - line: The line that it was tracked in.
  public init<Event: AnalyticsEvent>(
    _ event: Event, properties: TrackedProperties? = nil, timestamp: Date? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    // Compares types first, because a failing cast costs more than the rest of this initializer.
    if Event.self == TrackedEvent.self, let tracked = event as? TrackedEvent {
      self.init(tracked, replacing: properties)
    } else {
      self.init(
        base: event, properties: (properties ?? event.properties).concealed, timestamp: timestamp ?? CurrentTime.date,
        location: CodeLocation(fileID: fileID, line: line))
    }
  }

  /// A tracked event with the properties that a walk found.
  @inline(__always)
  init<Event: AnalyticsEvent>(
    _ event: Event, merged properties: consuming TrackedProperties, timestamp: Date, location: CodeLocation
  ) {
    // As above.
    if Event.self == TrackedEvent.self, let tracked = event as? TrackedEvent {
      self.init(tracked, replacing: properties)
    } else {
      self.init(base: event, properties: properties, timestamp: timestamp, location: location)
    }
    hasContext = true
  }

  private init(_ tracked: TrackedEvent, replacing properties: TrackedProperties?) {
    self = tracked
    guard let properties else { return }
    change(to: properties.concealed)
  }

  /// A tracked event from one that is not itself a tracked event.
  @inline(__always)
  private init<Event: AnalyticsEvent>(
    base event: Event, properties: consuming TrackedProperties, timestamp: Date, location: CodeLocation
  ) {
    self.base = event
    self.eventType = event.eventType
    self.merged = properties
    self.timestamp = timestamp
    self.location = location
  }

  /// The full name: the event's own, unless a tracker on the way renamed it.
  public var name: String {
    get { givenName?.text ?? base.name }
    set { identifier = IdentifierName(written: newValue) }
  }

  /// The name, and where a style may cut it.
  var identifier: IdentifierName {
    get { givenName ?? IdentifierName(base.name, of: type(of: base)) }
    set {
      if hasOwnName { exceptions.ownName = givenName?.text }
      givenName = newValue
      hasOwnName = false
    }
  }

  /// The event's own name when it was tracked, whatever trackers on the way have made of it.
  var ownName: String { (hasOwnName ? givenName?.text : exceptions.ownName) ?? base.name }

  /// The event with the name and the entity that it has now, although its own may be computed.
  package var frozen: TrackedEvent {
    var event = self
    if givenName == nil {
      event.givenName = identifier
      event.hasOwnName = true
    } else if !hasOwnName, exceptions.ownName == nil {
      event.exceptions.ownName = base.name
    }
    if givenEntity == nil { event.givenEntity = base.entity }
    return event
  }

  /// What the event is about, in general: the event's own, unless a tracker on the way changed it.
  public var entity: String {
    get { givenEntity ?? base.entity }
    set { givenEntity = newValue }
  }
}

extension TrackedEvent {
  /// What hardly any event has.
  private struct Exceptions: Sendable {
    var unread: [PropertySource] = []
    var explanation: TrackedPropertiesExplanation?
    /// The places of the event, if it has no default properties yet and these may decide which others count.
    var undecided: [PropertyMerge.Place]?
    /// The event's own name, if it was kept for later under another.
    var ownName: String?

    var isEmpty: Bool { unread.isEmpty && explanation == nil && undecided == nil && ownName == nil }
  }

  private final class StoredExceptions: Sendable {
    let exceptions: Exceptions
    init(_ exceptions: Exceptions) { self.exceptions = exceptions }
  }

  private var exceptions: Exceptions {
    get { storedExceptions?.exceptions ?? Exceptions() }
    set { storedExceptions = newValue.isEmpty ? nil : StoredExceptions(newValue) }
  }
}

// MARK: - Merging

extension TrackedEvent {
  /// Remembers about the places of the event what a later merge has to know.
  mutating func keep(_ places: [PropertyMerge.Place]) {
    hasUnreadPlaces = places.contains { if case .unread = $0 { true } else { false } }
    if !hasDefaults { exceptions.undecided = places } else if exceptions.undecided != nil { exceptions.undecided = nil }
  }

  /// The merge that made the properties, for adding what ranks below everything the event has.
  var merge: PropertyMerge {
    if let undecided = exceptions.undecided { return PropertyMerge(continuing: undecided) }
    var merge = PropertyMerge()
    merge.add(merged)
    if hasUnreadPlaces { merge.addUnreadPlace() }
    return merge
  }

  /// Adds properties that rank below everything the event has.
  mutating func addLowest(_ lower: TrackedProperties) {
    var merge = merge
    merge.add(lower)
    change(to: merge.takeResult())
  }

  /// Adds properties that rank above everything the event has.
  mutating func addHighest(_ higher: TrackedProperties) {
    var merge = PropertyMerge()
    merge.add(higher)
    merge.add(merged)
    change(to: merge.takeResult())
  }

  /// Replaces what the event has.
  mutating func change(to properties: consuming TrackedProperties) {
    decide()
    merged = properties
  }

  /// From here on the event has what it has now: a later merge goes on from that. What a tracker on the way has removed,
  /// renamed or replaced would come back otherwise.
  private mutating func decide() { if exceptions.undecided != nil { exceptions.undecided = nil } }
}

extension TrackedEvent: CustomStringConvertible {
  /// The name and the properties.
  public var description: String { "\(name) \(properties)" }
}

extension TrackedEvent: CustomReflectable {
  /// What a tracker receives, without the event as it was given, whose fields may be sensitive.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "name": name, "entity": entity, "eventType": eventType, "properties": properties, "timestamp": timestamp,
        "location": location, "unread": unread,
      ])
  }
}

extension TrackedProperties {
  /// These properties, and those that `other` hides. Where both have one, this one stays.
  fileprivate func keepingHidden(of other: TrackedProperties) -> TrackedProperties {
    if other.countWithHidden == other.count { return self }
    var keyed = KeyedProperties(capacity: count)
    forEachProperty { keyed.append($0) }
    for property in other.elements.suffix(from: other.count) { keyed.appendIfMissing(property) }
    return keyed.takeProperties()
  }
}
