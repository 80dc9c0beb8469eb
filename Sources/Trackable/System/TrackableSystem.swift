/// The settings of the whole process: the tracker for all events that no link sends elsewhere, the properties that
/// every event carries, and the handler of issues.
///
/// ```swift
/// TrackableSystem.bootstrap { name, properties in
///   Mixpanel.sharedInstance().track(event: name, properties: properties)
/// }
/// ```
///
/// The first 1,000 events from before ``bootstrap(_:naming:keys:fileID:line:)`` are held, and replayed in order. Isolation:
/// everything here may be used from any thread.
public enum TrackableSystem: Sendable {
  /// Sets the tracker that receives every event. Call it once, when the app starts.
  ///
  /// ```swift
  /// TrackableSystem.bootstrap(mixpanel, naming: .droppingPrefix("MyApp."))
  /// ```
  ///
  /// Events tracked earlier are delivered first, in order, with their original timestamps. A second call is reported as
  /// an issue, and the later tracker takes over.
  ///
  /// - Parameters:
  ///   - tracker: Where events go. A ``NoOpTracker`` switches tracking off: properties are then not even evaluated.
  ///   - naming: How names and keys are spelt for the tracker. If the tracker renames as well, it starts from this.
  ///   - keys: How keys are spelt, if otherwise than names: `naming: .titleCase, keys: .snakeCase`.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public static func bootstrap(
    _ tracker: some AnalyticsEventTracker,
    naming: NamingStyle = .path,
    keys: NamingStyle? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    bootstrap(tracker, root: NoRoot(), naming: naming, keys: keys, at: CodeLocation(fileID: fileID, line: line))
  }

  static func bootstrap(
    _ tracker: some AnalyticsEventTracker, root: any RootSubject, naming: NamingStyle, keys: NamingStyle?,
    at location: CodeLocation
  ) {
    let keys = keys ?? naming
    // A `NoOpTracker` needs no names, and stays recognisable by its type if it is not wrapped.
    if naming.isPath && keys.isPath || tracker is NoOpTracker {
      current.bootstrap(tracker, root: root, at: location)
    } else {
      current.bootstrap(tracker.renaming(events: naming, keys: keys, at: location), root: root, at: location)
    }
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
  ///   - naming: How names and keys are spelt for the closure.
  ///   - keys: How keys are spelt, if otherwise than names.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  ///   - handler: Gets the name and ``TrackedProperties/dictionary``, on the thread that tracked the event, or on
  ///     another one where the event had to wait.
  public static func bootstrap(
    naming: NamingStyle = .path,
    keys: NamingStyle? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (_ name: String, _ properties: [String: any Sendable]) -> Void
  ) {
    let tracker = ClosureTracker { handler($0.name, $0.properties.dictionary) }
    bootstrap(tracker, naming: naming, keys: keys, fileID: fileID, line: line)
  }

  /// Properties that every event carries, unless anything else gives a value for their keys: rank 7. Other libraries
  /// call them super properties. Flaws in them are reported when they are set.
  ///
  /// They are fixed values. For values that change, compute them on an object at the root of the chain instead.
  ///
  /// Isolation: any thread. To assign replaces all of them; a change in place, such as
  /// `defaultProperties[Keys.plan] = "gold"`, keeps what others change at the same time.
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

  /// The system as a tracker, for code without an object at hand. It forwards to whatever was bootstrapped, and holds
  /// what comes before that. Events get the properties of the task and the default properties.
  ///
  /// ```swift
  /// TrackableSystem.tracker.track(Events.App.started)
  /// ```
  public static var tracker: some AnalyticsEventTracker { SystemTracker(core: current) }

  /// Returns when everything that was tracked before has been handed over, and the system's tracker and the registered
  /// ones have flushed.
  ///
  /// ```swift
  /// await TrackableSystem.flush()
  /// ```
  ///
  /// It waits for what another actor has to be asked for, ``readTimeout`` twice at most, and for a bootstrap that delivers
  /// what was held. It does not wait for events that are held because nothing was bootstrapped yet, and does not flush
  /// other trackers that links, contexts or tasks have set.
  public static func flush() async { await SystemTracker(core: current).flush() }

  /// How long an event may wait for what has to be read on another actor. Then it goes out without, and names what is
  /// missing in ``TrackedEvent/unread``. One second, unless you set it. See <doc:Order>.
  public static var readTimeout: Duration {
    get { current.readTimeout }
    set { current.readTimeout = newValue }
  }

  /// The core of the current scope, or else of the process.
  static var current: SystemCore { TaskScope.current?.core ?? process }

  /// All threads of an app read its settings, hence the copies.
  static let process = SystemCore(issues: .process, ignoredTypes: .ofProcess, copies: 16)
}

extension TrackableSystem {
  /// Runs `operation` with a system of its own: whatever it tracks goes to `tracker`, and whatever it sets on
  /// `TrackableSystem` is gone afterwards.
  ///
  /// ```swift
  /// TrackableSystem.withTracker(NoOpTracker()) {
  ///   detail.preview()   // tracks nothing
  /// }
  /// ```
  ///
  /// Tests use it through `withRecordedTracking` of the module `TrackableTesting`, so that they can run in parallel.
  ///
  /// Child tasks inherit the scope; detached tasks and new threads do not. Default properties and the issue handler are
  /// initially those of the surrounding system. The properties of the surrounding task remain in force. Trackers that
  /// tasks, links and contexts have set get nothing, whether before or inside; what `operation` itself bootstraps or
  /// registers does, until it returns. What modules keep for a system, such as the `AppSession` of the module
  /// `TrackableValuePropositions`, is its own as well, and lasts as long as its tasks. Many tests at once keep a machine
  /// busy, so ``readTimeout`` is at least five minutes. An event that waits for another actor may reach `tracker` after
  /// this has returned; the asynchronous form waits for it.
  ///
  /// - Parameters:
  ///   - tracker: Where events go.
  ///   - operation: What to run.
  public static func withTracker<Result, Failure: Error>(
    _ tracker: any AnalyticsEventTracker,
    operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withCore(current.scope(tracker: tracker), operation: operation)
  }

  /// Runs an asynchronous `operation` with a system of its own, in the caller's isolation.
  ///
  /// When it returns, everything that `operation` tracked has been handed to the tracker, including events that had to
  /// wait for other actors.
  ///
  /// - Parameters:
  ///   - tracker: Where events go.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - operation: What to run.
  public static func withTracker<Result, Failure: Error>(
    _ tracker: any AnalyticsEventTracker,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await withCore(
      current.scope(tracker: tracker), isolation: isolation, operation: operation)
  }

  /// Runs `operation` on another core, so that tests can bootstrap without touching the process's core.
  static func withCore<Result, Failure: Error>(
    _ core: SystemCore,
    operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outcome = IssueReporter.$scoped.withValue(core.issues) {
      TaskScope.$scope.withValue(.current(with: core)) { () -> Swift.Result<Result, Failure> in
        CurrentTime.with(core.time.date) {
          do throws(Failure) { return .success(try operation()) } catch { return .failure(error) }
        }
      }
    }
    return try outcome.get()
  }

  /// The same for an asynchronous operation. When it returns, everything that the operation tracked has been handed to
  /// its trackers.
  static func withCore<Result, Failure: Error>(
    _ core: SystemCore,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    // `withValue` is not declared with typed throws, so the error travels as a value.
    let outcome = await IssueReporter.$scoped.withValue(
      core.issues,
      operation: {
        await TaskScope.$scope.withValue(
          .current(with: core),
          operation: {
            await CurrentTime.with(core.time.date, isolation: isolation) { () async -> Swift.Result<Result, Failure> in
              do throws(Failure) { return .success(try await operation()) } catch { return .failure(error) }
            }
          }, isolation: isolation)
      }, isolation: isolation)
    await core.drain()
    return try outcome.get()
  }
}

extension TaskScope {
  fileprivate static func current(with core: SystemCore) -> TaskScope {
    // Otherwise a tracker of the surrounding task would get what belongs to this system.
    TaskScope(core: core, values: core.values, context: current?.context?.withoutTrackers)
  }
}

extension SystemCore {
  /// A system for a scope.
  func scope(
    tracker: any AnalyticsEventTracker, root: any RootSubject = NoRoot(), values: SystemValues? = nil,
    keepsTracker: Bool = false, time: SystemTime = SystemTime()
  ) -> SystemCore {
    SystemCore(
      tracker: tracker, root: root, defaultProperties: defaultProperties,
      issues: IssueReporter(handler: issues.handler),
      usesTrackersOfLinks: false, keepsTracker: keepsTracker, values: values,
      readTimeout: max(readTimeout, .seconds(300)),
      time: time)
  }
}
