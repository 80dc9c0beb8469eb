#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The settings of the whole process: the tracker of all events whose chain has no tracker, the properties that every
/// event carries, and the handler of issues.
///
/// ```swift
/// TrackableSystem.bootstrap { name, properties in
///   Mixpanel.sharedInstance().track(event: name, properties: properties)
/// }
/// ```
///
/// Before ``bootstrap(_:root:naming:keys:fileID:line:)``, the system holds up to 10,000 calls. The bootstrap sends them
/// in the order in which they were made. Isolation: any thread.
public enum TrackableSystem: Sendable {
  /// Sets the tracker that receives every event, and the root, which is the last object of every chain. Call this
  /// method once, at the start of the app.
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
  /// The system first sends up to 10,000 earlier calls: see <doc:Order>. If you bootstrap a second time, the new
  /// tracker replaces the earlier tracker, and the library reports an issue.
  ///
  /// Every event gets the properties of the root's link, the root's computed properties, and the properties above the
  /// root: rank 7, above ``defaultProperties``. If the chain itself leads to the root, the root's properties have the
  /// rank of the root's place in the chain instead. Trackers on the root's link get only events whose chain itself
  /// leads to the root. The system keeps the root alive until another `bootstrap`.
  ///
  /// Isolation: any thread. Each thread that tracks reads the root, so the root has to be `Sendable`. If an ancestor of
  /// the root belongs to an actor, events of other threads wait for that actor.
  ///
  /// - Parameters:
  ///   - tracker: The tracker that gets the events. With a ``NoOpTracker``, tracking is off, and the system evaluates
  ///     no properties.
  ///   - root: The object that ends every chain; `nil` means that there is no such object.
  ///   - naming: The style of names and keys for the tracker. If the tracker also renames, its styles get the names
  ///     that this style has made.
  ///   - keys: The style of keys, if it differs from `naming`: `naming: .titleCase, keys: .snakeCase`.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public static func bootstrap<Root: TrackableClass & Sendable>(
    _ tracker: some AnalyticsEventTracker,
    root: Root? = NoRoot?.none,
    naming: NamingStyle = .path,
    keys: NamingStyle? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let keys = keys ?? naming
    // A `NoOpTracker` needs no names, and the system recognizes its type only without a wrapper.
    let isPlain = naming.isPath && keys.isPath || tracker is NoOpTracker
    let named: any AnalyticsEventTracker =
      isPlain ? tracker : tracker.renaming(events: naming, keys: keys, fileID: fileID, line: line)
    current.bootstrap(Settings.Bootstrap(named, root: root), at: CodeLocation(fileID: fileID, line: line))
  }

  // Only a module that calls this method gets the code of the dictionary.
  /// Sets a closure that receives the name of every event, with the event's properties flattened to plain values.
  ///
  /// ```swift
  /// TrackableSystem.bootstrap(naming: .snakeCase) { name, properties in
  ///   Analytics.logEvent(name, parameters: properties)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - root: The object that ends every chain; `nil` means that there is no such object.
  ///   - naming: The style of names and keys for the closure.
  ///   - keys: The style of keys, if it differs from `naming`.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  ///   - handler: Gets the name and ``TrackedProperties/dictionary``, on the thread that tracked the event, or on
  ///     another thread if the event had to wait.
  @export(implementation) public static func bootstrap<Root: TrackableClass & Sendable>(
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

  /// The default properties, which every event carries with the lowest rank, 7. Other libraries call such properties
  /// *super properties*. The library reports an issue for each flaw in them.
  ///
  /// Default properties are fixed values. If a value changes, compute it on an object at the root of the chain instead.
  ///
  /// Isolation: any thread. An assignment replaces all default properties. A change in place, such as
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

  /// The handler of all issues. The default writes each kind of issue to standard error once for each location, and an
  /// issue about a destination of a hub once for each destination.
  ///
  /// The library calls the handler on the thread that caused the issue, or possibly on another thread if an event had
  /// to wait. The library never calls the handler under a lock.
  public static var issueHandler: @Sendable (TrackableIssue) -> Void {
    get { current.issues.handler }
    set { current.issues.handler = newValue }
  }

  /// Tracks an event without an object. The event carries its own properties, those of the task, those of the root, and
  /// the default properties.
  ///
  /// ```swift
  /// TrackableSystem.track(Events.App.started)
  /// ```
  ///
  /// Isolation: any thread.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - trackedProperties: The properties of this call. Their values win over all others: <doc:Precedence>. The
  ///     library does not evaluate the properties if no tracker wants the event.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public static func track(
    _ event: some AnalyticsEvent, trackedProperties: @autoclosure () -> TrackedProperties = TrackedProperties(),
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    TrackingContext().track(event, trackedProperties: trackedProperties(), fileID: fileID, line: line)
  }

  /// Tracks an event, with properties as a list of statements:
  /// `TrackableSystem.track(Events.App.started) { Keys.a ~>> 1 }`.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  ///   - trackedProperties: The properties of this call. Their values win over all others: <doc:Precedence>. The
  ///     library does not evaluate the properties if no tracker wants the event.
  public static func track(
    _ event: some AnalyticsEvent, fileID: StaticString = #fileID, line: UInt = #line,
    @TrackedPropertiesBuilder _ trackedProperties: () -> TrackedProperties
  ) {
    track(event, trackedProperties: trackedProperties(), fileID: fileID, line: line)
  }

  /// Updates a user property, and then tracks its ``UserProperty/updateEvents()``.
  ///
  /// - Parameters:
  ///   - property: The property and its value.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public static func update(_ property: some UserProperty, fileID: StaticString = #fileID, line: UInt = #line) {
    TrackingContext().updateUserProperty(property, fileID: fileID, line: line)
  }

  /// Reports an error, with the location in the code.
  ///
  /// ```swift
  /// do { try album.save() } catch { TrackableSystem.report(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - fileID: The caller's file, which trackers get with the error.
  ///   - line: The caller's line, which trackers get with the error.
  public static func report(_ error: any Error, fileID: StaticString = #fileID, line: UInt = #line) {
    let location = CodeLocation(fileID: fileID, line: line)
    deliver("report", .report(error, location), at: location)
  }

  /// The longest wait of an event for ancestors on other actors: one second, unless you set it. An event that was held
  /// for the bootstrap may wait so long twice: for its chain, and for the root. After that time, the system sends the
  /// event without the computed properties of these ancestors, and lists them in ``TrackedEvent/unread``. See
  /// <doc:Order>.
  public static var readTimeout: Duration {
    get { current.readTimeout }
    set { current.readTimeout = newValue }
  }

  /// The current time for timestamps: the computer's time, or the time of a recording in a test.
  ///
  /// ```swift
  /// let age = TrackableSystem.now.timeIntervalSince(album.release)
  /// ```
  public static var now: Date { CurrentTime.date }

  /// The core of the current scope or, outside of a scope, of the process.
  static var current: SystemCore { .current }
}

/// The type of `root` in a call of `bootstrap` that passes no root. The parameter of `bootstrap` is generic, because
/// each thread that tracks reads the root: a generic parameter rejects the isolated conformance of an object on the
/// main actor, which `any TrackableClass & Sendable` would accept.
@usableFromInline package final class NoRoot: TrackableClass, Sendable {
  @usableFromInline package var trackedProperties: TrackedProperties {}
}

extension TrackableSystem {
  /// Delivers a call other than an event, unless such calls are nested too deeply.
  @inline(never) static func deliver(
    _ name: String, _ call: TrackerCall, _ isolation: (any Actor)? = nil, at location: CodeLocation,
    if isWanted: ((UserStamp) -> Bool)? = nil
  ) {
    let ambient = Ambient()
    _ = ambient.nested(name, location) {
      ambient.core.deliver(call, ambient.route(), isolation: isolation, at: location, if: isWanted)
    }
  }

  /// The current instant of the clock for deadlines, which never goes back.
  package static var instant: ContinuousClock.Instant { current.time.now() }

  /// The current user.
  package static var person: UserStamp.Person { Ambient().stamp.person }

  /// The value of a type that belongs to the system of the current scope or, outside of a scope, of the process.
  package static func value<Value: Sendable>(_ make: () -> Value) -> Value {
    SystemValues.current.value(make)
  }
}
