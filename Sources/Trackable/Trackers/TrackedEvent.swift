#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An event as a tracker receives it: with the properties of its whole context, its time and its user.
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
/// A tracked event is itself an ``AnalyticsEvent``, so you can pass it wherever an event is expected.
public struct TrackedEvent: AnalyticsEvent {
  /// The event that was passed to `track`.
  public let base: any AnalyticsEvent

  /// The kind of the event.
  public var eventType: AnalyticsEventType

  /// The merged properties, in order of precedence. Properties with a ``SensitiveKey`` are only in
  /// ``sensitiveProperties``. If you assign sensitive properties here, the event moves them to ``sensitiveProperties``.
  /// If you replace a value here, the event drops the sensitive part of the old value.
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

  /// The merged properties with a ``SensitiveKey``, for a tracker that needs them. The library never prints these
  /// properties.
  ///
  /// If a sensitive property is nested in a value, this list has the outer key, with only the sensitive part of its
  /// value. In an array, null stands for the elements that are not sensitive.
  public var sensitiveProperties: TrackedProperties {
    get { parts?.sensitive ?? TrackedProperties() }
    @inline(never) set { whole = shown.joined(with: newValue, asIn: whole) }
  }

  /// The stamp of the system's user at the call of `track`; `nil` if no system tracked the event.
  package var user: UserStamp?

  /// The user's ID from the last `identify` before the call of `track`. The ID is `nil` without an `identify`, after a
  /// `reset`, and for an event that you pass to a tracker directly.
  public var userID: String? { user?.id }

  /// The user's groups at the call of `track`: the ID of each group by the type of the group. Like ``userID``, they
  /// never change later.
  public var groups: TrackedProperties { user?.groups ?? TrackedProperties() }

  /// The time of the call of `track`.
  public let timestamp: Date

  /// The location in the code that has called `track`.
  public let location: CodeLocation

  /// The ancestors whose computed properties may be missing, nearest first. The reason is that an ancestor has been
  /// deallocated, that its actor did not answer in time, or that the code that tracked may not use the ancestor. The
  /// library reports an issue with a remedy once for each type of ancestor and each name of an event.
  public var unread: [PropertySource] {
    @inline(never) get { storedExceptions?.value.unread ?? [] }
  }

  /// The source of each property, with the values that it overrides, for a recording. The explanation has the
  /// properties at the time of the call, without the changes that trackers made later.
  package var explanation: TrackedPropertiesExplanation? { storedExceptions?.value.explanation }

  /// The record in which an inspector notes what happens to the event on its way to the destinations.
  package var trace: (any AnyObject & Sendable)? {
    @inline(never) get { storedExceptions?.value.trace }
  }

  private var storedName: String
  /// The general subject of the event. A combinator may have changed it.
  public var entity: String
  // The rare parts are in a box, because copying an event takes time for each reference in it. The benchmark `depth 4`
  // shows the difference.
  private var storedExceptions: Boxed<Exceptions>?

  /// Creates a tracked event from an event and its merged properties.
  ///
  /// If `event` is itself a tracked event, the new event keeps its `base`, name, entity, timestamp and location, and
  /// also its properties if `properties` is `nil`.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - properties: The merged properties; `nil` means the event's own properties.
  ///   - timestamp: The time of the event; `nil` means now.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  public init<Event: AnalyticsEvent>(
    _ event: Event, properties: TrackedProperties? = nil, timestamp: Date? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    // The types are compared first, because a failing cast costs more than the rest of this initializer.
    if properties == nil, Event.self == TrackedEvent.self, let tracked = event as? TrackedEvent {
      self = tracked
    } else {
      self.init(
        event, merged: properties ?? event.properties, user: nil, timestamp: timestamp ?? CurrentTime.date,
        location: CodeLocation(fileID: fileID, line: line))
    }
  }

  /// Creates a tracked event with the properties from a walk.
  init<Event: AnalyticsEvent>(
    _ event: Event, merged properties: consuming TrackedProperties, user: UserStamp?, timestamp: Date,
    location: CodeLocation
  ) {
    // The types are compared first, for the same reason as above.
    if Event.self == TrackedEvent.self, let tracked = event as? TrackedEvent {
      self = tracked
      whole = properties.reportingFlaws(at: tracked.location)
      // An event that was tracked before keeps its user.
      if self.user == nil { self.user = user }
      return
    }
    // The flag is read before the properties are moved, so that nothing is copied. The benchmark `depth 4` shows the
    // difference.
    let isSpecial = properties.isSpecial
    self.base = event
    self.storedName = event.name
    self.entity = event.entity
    self.eventType = event.eventType
    shown = properties
    self.user = user
    self.timestamp = timestamp
    self.location = location
    if isSpecial || storedName.isEmpty { reportFlaws() }
  }

  // The method is not inlined, because inlined code would copy the whole event. The benchmark `depth 4` shows the
  // difference.
  @inline(never) private mutating func reportFlaws() {
    whole = shown.reportingFlaws(at: location)
    if storedName.isEmpty { reportNoName() }
  }

  /// Gives this event the user of the original event, unless this event has a user.
  mutating func belong(to event: borrowing TrackedEvent) {
    if user == nil, event.user != nil { user = event.user }
    if let trace = event.trace, self.trace == nil { attach(trace: trace) }
  }

  /// The full name: the name that the event declares, unless a combinator has renamed the event.
  public var name: String {
    get { storedName }
    set { identifier = IdentifierName(written: newValue) }
  }

  /// The name, with the positions of the dots at which a style may drop components.
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

  private func reportNoName() {
    let type = NameTable.path(of: Swift.type(of: base)).name
    IssueReporter.current.reportOnce(
      TrackableIssue(
        kind: .emptyName, message: "An event of type " + type + " has an empty name.",
        remedy: "let 'name' be a text that a dashboard can show.", location: location, subject: type), here: true)
  }
}

extension TrackedEvent {
  /// The parts that few events have.
  ///
  /// `dots` is `nil` unless a tracker has set the name; then it has the positions at which a style may drop components.
  /// `parts` has all properties in the order of their ranks, and the sensitive properties; it is `nil` if none is
  /// sensitive.
  // The type is a tuple, because for a structure the compiler makes 3 KiB of functions that copy it. Other records here
  // are tuples for the same reason.
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

  /// Adds ancestors to ``unread``, and sets the explanation or the trace if there is a new one.
  package mutating func attach(
    unread sources: [PropertySource] = [], explanation: TrackedPropertiesExplanation? = nil,
    trace: (any AnyObject & Sendable)? = nil
  ) {
    var exceptions = exceptions
    exceptions.unread += sources
    exceptions.explanation = explanation ?? exceptions.explanation
    exceptions.trace = trace ?? exceptions.trace
    self.exceptions = exceptions
  }
}

// MARK: - Merging

extension TrackedEvent {
  /// Adds properties with a higher rank than all properties of the event if `overriding`, and otherwise with a lower
  /// rank.
  mutating func add(_ properties: TrackedProperties, overriding: Bool) {
    var merge = PropertyMerge()
    merge.add(overriding ? properties : whole)
    // The ID of an entity may be missing, because an ancestor was not read.
    if !overriding, !unread.isEmpty { merge.addUnreadPlace() }
    merge.add(overriding ? whole : properties)
    whole = merge.takeResult()
  }

  /// All properties of the event, including the sensitive properties, in the order of their ranks. The system has
  /// already reported flaws of these properties.
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

extension TrackedEvent {
  /// The name of the screen that was shown, if ``base`` is a ``ScreenEvent``; otherwise `nil`.
  ///
  /// By default, the screen's name is ``name``, which combinators may spell in their style. If an event declares its
  /// own ``ScreenEvent/screenName``, no combinator changes that name.
  public var screenName: String? {
    guard let screen = base as? any ScreenEvent else { return nil }
    let declared = screen.screenName
    return declared == screen.name ? name : declared
  }
}

extension TrackedEvent: CustomStringConvertible {
  /// The name and the properties.
  public var description: String { "\(name) \(properties)" }
}

extension TrackedEvent: CustomReflectable {
  /// The values of the event without the event in `base`, whose fields may be sensitive.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "name": name, "entity": entity, "eventType": eventType, "properties": properties, "timestamp": timestamp,
        "location": location, "unread": unread,
      ])
  }
}
