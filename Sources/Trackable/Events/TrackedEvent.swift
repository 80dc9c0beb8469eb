#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The value that a tracker receives: the event, the properties of its whole context, its time and its user.
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

  /// The kind of the event.
  public var eventType: AnalyticsEventType

  /// The merged properties, in order of precedence. Properties with a ``SensitiveKey`` are only in
  /// ``sensitiveProperties``; if you assign such properties, they go there. If you replace a value, the sensitive part
  /// of the value is removed.
  public var properties: TrackedProperties {
    get { shown }
    _modify {
      guard let parts else {
        defer { if shown.isSpecial { whole = shown.reportingFlaws(at: location) } }
        yield &shown
        return
      }
      let old = shown
      defer { whole = parts.whole.changed(from: (old, parts.sensitive), to: shown.reportingFlaws(at: location)) }
      yield &shown
    }
  }

  private var shown: TrackedProperties

  /// The merged properties with a ``SensitiveKey``, for the tracker that reads them on purpose. Printing them does not
  /// print the values.
  ///
  /// A sensitive property inside a value is inside the same key here, without its other properties. An array keeps its
  /// positions, with null in place of the other elements.
  public var sensitiveProperties: TrackedProperties {
    get { parts?.sensitive ?? TrackedProperties() }
    @inline(never) set { whole = shown.joined(with: newValue, asIn: whole) }
  }

  /// The user of the system at the call of `track`; `nil` if there was none.
  package var user: UserStamp?

  /// The ID of the last `identify` before the call of `track`, which the event keeps. The ID is `nil` without an
  /// `identify`, after a `reset`, and for an event that you hand to a tracker directly.
  public var userID: String? { user?.id }

  /// The groups that the user belonged to at the call of `track`: the ID of each by its type. It is content like
  /// ``userID``.
  public var groups: TrackedProperties { user?.groups ?? TrackedProperties() }

  /// When `track` was called.
  public let timestamp: Date

  /// Where in the code `track` was called.
  public let location: CodeLocation

  /// The ancestors whose computed properties may be missing, nearest first. The system could not read them: they are
  /// gone, their actor did not answer in time, or the code that tracked may not use them. An issue tells the remedy,
  /// once for each type of ancestor and name of event.
  public package(set) var unread: [PropertySource] {
    @inline(never) get { storedExceptions?.value.unread ?? [] }
    set { exceptions.unread = newValue }
  }

  /// The source of each property, and the values that it overrides, where a recording asks for it. It has the
  /// properties of the call, without the changes of trackers on the way.
  package var explanation: TrackedPropertiesExplanation? {
    @inline(never) get { storedExceptions?.value.explanation }
    set { exceptions.explanation = newValue }
  }

  /// What an inspector follows the event with, on its way to the destinations.
  package var trace: (any AnyObject & Sendable)? {
    get { storedExceptions?.value.trace }
    set { exceptions.trace = newValue }
  }

  private var storedName: String
  /// The subject of the event, in general: the event's own at the call, unless a tracker on the way changed it.
  public var entity: String
  // Apart, because copying an event takes time for each reference in it. Benchmarks: depth 4.
  private var storedExceptions: Boxed<Exceptions>?

  /// A tracked event from an event and its merged properties. If these are `nil`, it gets the event's own properties.
  ///
  /// If `event` is itself a tracked event, it keeps its `base`, name, entity, timestamp and location, and its
  /// properties unless others are given.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - properties: The properties that it carries; `nil` means the event's own.
  ///   - timestamp: When it happened; `nil` means now.
  ///   - fileID: The file that it was tracked in.
  ///   - line: The line that it was tracked in.
  public init<Event: AnalyticsEvent>(
    _ event: Event, properties: TrackedProperties? = nil, timestamp: Date? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    // Compares types first, because a failing cast costs more than the rest of this initializer.
    if properties == nil, Event.self == TrackedEvent.self, let tracked = event as? TrackedEvent {
      self = tracked
    } else {
      self.init(
        event, merged: properties ?? event.properties, user: nil, timestamp: timestamp ?? CurrentTime.date,
        location: CodeLocation(fileID: fileID, line: line))
    }
  }

  /// A tracked event with the properties that a walk found.
  @inline(__always) init<Event: AnalyticsEvent>(
    _ event: Event, merged properties: consuming TrackedProperties, user: UserStamp?, timestamp: Date,
    location: CodeLocation
  ) {
    // As above.
    if Event.self == TrackedEvent.self, let tracked = event as? TrackedEvent {
      self = tracked
      whole = properties.reportingFlaws(at: tracked.location)
      // One that was tracked before keeps its user.
      if self.user == nil { self.user = user }
      return
    }
    // Asked before the properties are moved, which copies nothing. Benchmarks: depth 4.
    let isSpecial = properties.isSpecial
    self.base = event
    self.storedName = event.name
    self.entity = event.entity
    self.eventType = event.eventType
    shown = properties
    self.user = user
    self.timestamp = timestamp
    self.location = location
    if isSpecial || storedName.isEmpty { takeApart() }
  }

  // Not inlined, because all of it would be copied for this. Benchmarks: depth 4.
  @inline(never) private mutating func takeApart() {
    whole = shown.reportingFlaws(at: location)
    if storedName.isEmpty { reportNoName() }
  }

  /// Gives the event the user of the one that it was made from, unless it has one.
  mutating func belong(to event: borrowing TrackedEvent) {
    if user == nil, event.user != nil { user = event.user }
    if let trace = event.trace, self.trace == nil { self.trace = trace }
  }

  /// The full name: the event's own at the call of `track`, unless a tracker on the way renamed it.
  public var name: String {
    get { storedName }
    set { identifier = IdentifierName(written: newValue) }
  }

  /// The name, and where a style may cut it.
  var identifier: IdentifierName {
    get {
      if let dots = storedExceptions?.value.dots { return IdentifierName(text: name, dots: dots) }
      return IdentifierName(name, of: type(of: base))
    }
    set {
      (storedName, exceptions.dots) = (newValue.text, newValue.dots)
      if storedName.isEmpty { reportNoName() }
    }
  }

  @inline(never) private func reportNoName() {
    let type = NameTable.path(of: Swift.type(of: base)).name
    IssueReporter.current.reportOnce(
      TrackableIssue(
        kind: .emptyName, message: "An event of type " + type + " has an empty name.",
        remedy: "let 'name' be a text that a dashboard can show.", location: location, subject: type), here: true)
  }
}

extension TrackedEvent {
  /// The parts that hardly any event has.
  ///
  /// The dots are where a style may cut the name that a tracker gave it. The parts are all properties in the order of their
  /// ranks, and the sensitive ones, if there are any.
  // A tuple, because the compiler makes 3 KiB of functions that copy a structure. So it is with other records here.
  private typealias Exceptions = (
    dots: [Int]?, parts: (whole: TrackedProperties, sensitive: TrackedProperties)?, unread: [PropertySource],
    explanation: TrackedPropertiesExplanation?, trace: (any AnyObject & Sendable)?
  )

  private var exceptions: Exceptions {
    @inline(never) get { storedExceptions?.value ?? (nil, nil, [], nil, nil) }
    @inline(never) set { storedExceptions = Boxed(newValue) }
  }

  private var parts: (whole: TrackedProperties, sensitive: TrackedProperties)? {
    @inline(never) get { storedExceptions?.value.parts }
  }
}

// MARK: - Merging

extension TrackedEvent {
  /// Adds properties that rank above everything that the event has, or else below.
  mutating func add(_ properties: TrackedProperties, overriding: Bool) {
    var merge = PropertyMerge()
    merge.add(overriding ? properties : whole)
    // An ancestor that was not read may have given the identity of an entity.
    if !overriding, !unread.isEmpty { merge.addUnreadPlace() }
    merge.add(overriding ? whole : properties)
    whole = merge.takeResult()
  }

  /// Everything that the event has, as one source. Its flaws were reported before.
  var whole: TrackedProperties {
    @inline(never) get { parts?.whole ?? shown }
    @inline(never) set {
      let parts = newValue.split()
      shown = parts.shown
      if self.parts != nil || !parts.sensitive.isEmpty {
        exceptions.parts = parts.sensitive.isEmpty ? nil : (newValue, parts.sensitive)
      }
    }
  }
}

extension TrackedEvent: CustomStringConvertible {
  /// The name and the properties.
  public var description: String { "\(name) \(properties)" }
}

extension TrackedEvent: CustomReflectable {
  /// The received values, without the given event, whose fields may be sensitive.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "name": name, "entity": entity, "eventType": eventType, "properties": properties, "timestamp": timestamp,
        "location": location, "unread": unread,
      ])
  }
}
