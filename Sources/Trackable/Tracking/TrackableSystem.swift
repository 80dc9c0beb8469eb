#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The settings of the whole process: the tracker for all events that no link sends elsewhere, the properties that
/// every event carries, and the handler of issues.
///
/// ```swift
/// TrackableSystem.bootstrap { name, properties in
///   Mixpanel.sharedInstance().track(event: name, properties: properties)
/// }
/// ```
///
/// 10,000 calls from before ``bootstrap(_:root:naming:keys:fileID:line:)`` are held, and replayed in order.
/// Isolation: everything here may be used from any thread.
public enum TrackableSystem: Sendable {
  /// Sets the tracker that receives every event, and the object that ends every chain. Call it once, when the app
  /// starts.
  ///
  /// ```swift
  /// final class Analytics: TrackableClass, Sendable {
  ///   let session = Session()
  ///   var trackedProperties: TrackedProperties {
  ///     Keys.Session.id ~>> session.id
  ///     Keys.Session.isLoggedIn ~>> session.isLoggedIn
  ///   }
  /// }
  ///
  /// TrackableSystem.bootstrap(mixpanel, root: Analytics(), naming: .snakeCase)
  /// Events.App.started.trigger()   // carries the session
  /// ```
  ///
  /// Up to 10,000 earlier calls go out first: <doc:Order>. A second bootstrap is an issue, and the later tracker takes
  /// over.
  ///
  /// Every event gets the properties of the root's link, those that the root computes, and those above it: rank 7,
  /// above ``defaultProperties``. If the chain itself leads to the root, the root counts there, and the event does not
  /// read it twice. Trackers on the root's link get only events whose chain itself leads to the root. The system keeps
  /// the root alive until another `bootstrap`.
  ///
  /// Isolation: each thread that tracks reads the root, so the root is `Sendable`. If its ancestors belong to an actor,
  /// events of other threads wait for that actor.
  ///
  /// - Parameters:
  ///   - tracker: Where events go. A ``NoOpTracker`` switches tracking off: properties are then not even evaluated.
  ///   - root: The object that ends every chain; `nil` if there is none.
  ///   - naming: How names and keys are spelt for the tracker. If the tracker renames as well, it starts from these
  ///     names.
  ///   - keys: How keys are spelt, if not like names: `naming: .titleCase, keys: .snakeCase`.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public static func bootstrap<Root: TrackableClass & Sendable>(
    _ tracker: some AnalyticsEventTracker,
    root: Root? = NoRoot?.none,
    naming: NamingStyle = .path,
    keys: NamingStyle? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let keys = keys ?? naming
    // A `NoOpTracker` needs no names, and stays recognisable by its type if it is not wrapped.
    let isPlain = naming.isPath && keys.isPath || tracker is NoOpTracker
    let named: any AnalyticsEventTracker =
      isPlain ? tracker : tracker.renaming(events: naming, keys: keys, fileID: fileID, line: line)
    current.bootstrap(Settings.Bootstrap(named, root: root), at: CodeLocation(fileID: fileID, line: line))
  }

  /// Sets a closure that receives every event by name, with its properties flattened to plain values.
  ///
  /// ```swift
  /// TrackableSystem.bootstrap(naming: .snakeCase) { name, properties in
  ///   Analytics.logEvent(name, parameters: properties)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - root: The object that ends every chain; `nil` if there is none.
  ///   - naming: How names and keys are spelt for the closure.
  ///   - keys: How keys are spelt, if not like names.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  ///   - handler: Gets the name and ``TrackedProperties/dictionary``, on the thread that tracked the event, or on
  ///     another one where the event had to wait.
  public static func bootstrap<Root: TrackableClass & Sendable>(
    root: Root? = NoRoot?.none,
    naming: NamingStyle = .path,
    keys: NamingStyle? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (_ name: String, _ properties: [String: any Sendable]) -> Void
  ) {
    let tracker = ClosureTracker { handler($0.name, $0.properties.dictionary) }
    bootstrap(tracker, root: root, naming: naming, keys: keys, fileID: fileID, line: line)
  }

  /// Properties that every event carries, unless anything else gives a value for their keys: rank 7. Other libraries
  /// call them super properties. Issues report flaws in them when they are set.
  ///
  /// The default properties are fixed values. Compute a value that changes on an object at the root of the chain
  /// instead.
  ///
  /// Isolation: any thread. Assigning replaces all of them; a change in place, such as
  /// `defaultProperties[Keys.plan] = "gold"`, keeps the changes that other threads make at the same time.
  public static var defaultProperties: TrackedProperties {
    get { current.defaultProperties }
    set { current.defaultProperties = newValue.reportingFlaws(at: .unknown) }
    _modify {
      let (core, before) = (current, current.defaultProperties)
      var properties = before
      defer { core.changeDefaultProperties(from: before, to: properties.reportingFlaws(at: .unknown)) }
      yield &properties
    }
  }

  /// Receives every issue. The default writes each kind of issue to standard error once for each location; for an issue
  /// about a destination of a hub, once for each destination.
  ///
  /// It is called on the thread that caused the issue (for an event that had to wait, possibly on another one), and
  /// never while the library holds a lock.
  public static var issueHandler: @Sendable (TrackableIssue) -> Void {
    get { current.issues.handler }
    set { current.issues.handler = newValue }
  }

  /// Tracks an event without an object. It carries its own properties, those of the task, the root's and the default
  /// properties.
  ///
  /// ```swift
  /// TrackableSystem.track(Events.App.started)
  /// ```
  ///
  /// Isolation: call it from anywhere.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - trackedProperties: What belongs to this one occurrence, rank 1. Not evaluated if no tracker wants the event.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public static func track(
    _ event: some AnalyticsEvent, trackedProperties: @autoclosure () -> TrackedProperties = TrackedProperties(),
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    TrackingContext().track(event, trackedProperties: trackedProperties(), fileID: fileID, line: line)
  }

  /// Tracks an event, with properties as a list of statements: `TrackableSystem.track(Events.App.started) { Keys.a ~>> 1 }`.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  ///   - trackedProperties: What belongs to this one occurrence, rank 1. Not evaluated if no tracker wants the event.
  public static func track(
    _ event: some AnalyticsEvent, fileID: StaticString = #fileID, line: UInt = #line,
    @TrackedPropertiesBuilder _ trackedProperties: () -> TrackedProperties
  ) {
    track(event, trackedProperties: trackedProperties(), fileID: fileID, line: line)
  }

  /// Updates a user property, then tracks its ``UserProperty/updateEvents()``.
  ///
  /// - Parameters:
  ///   - property: The property and its value.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public static func update(_ property: some UserProperty, fileID: StaticString = #fileID, line: UInt = #line) {
    TrackingContext().updateUserProperty(property, fileID: fileID, line: line)
  }

  /// Reports an error that is worth knowing of, with the place in the code.
  ///
  /// ```swift
  /// do { try album.save() } catch { TrackableSystem.report(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - error: What went wrong.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  public static func report(_ error: any Error, fileID: StaticString = #fileID, line: UInt = #line) {
    let location = CodeLocation(fileID: fileID, line: line)
    deliver("report", .report(error, location), at: location)
  }

  /// How long an event may wait for ancestors on other actors. Then the event goes out without them, and names the
  /// missing ancestors in ``TrackedEvent/unread``. One second, unless you set it. See <doc:Order>.
  public static var readTimeout: Duration {
    get { current.readTimeout }
    set { current.readTimeout = newValue }
  }

  /// The time of day, as the timestamps of events tell it: the computer's, or that of a recording in a test.
  ///
  /// ```swift
  /// let age = TrackableSystem.now.timeIntervalSince(album.release)
  /// ```
  public static var now: Date { CurrentTime.date }

  /// The core of the current scope, or else of the process.
  static var current: SystemCore { .current }
}

/// The root where none is given. A root is generic, because an object on the main actor could satisfy `any TrackableClass &
/// Sendable`, and a generic parameter rejects its isolated conformance: each thread that tracks reads the root.
@usableFromInline package final class NoRoot: TrackableClass, Sendable {
  @usableFromInline package var trackedProperties: TrackedProperties {}
}

extension TrackableSystem {
  /// The moment by the clock of deadlines, which only goes forwards.
  package static var instant: ContinuousClock.Instant { current.time.now() }

  /// The person who is the user now.
  package static var person: UserStamp.Person { Ambient().stamp.person }

  /// The value of its type that belongs to the system of the current scope, or else of the process.
  package static func value<Value: Sendable>(_ make: () -> Value) -> Value {
    SystemValues.current.value(make)
  }
}
