#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

public import Trackable

/// The app itself: its installation, its device, its visits, its changes between foreground and background, and its
/// user from one launch to the next.
///
/// ```swift
/// let app = TrackableApp(
///   folder: folder, installation: .untilReset(),
///   visits: VisitPolicy(away: .seconds(1_800)),
///   device: [.systemName, .appVersion],
///   lifecycle: LifecycleEvents(
///     installed: AppEvents.installed, opened: AppEvents.opened, hasEarlierData: didOnboard))
/// TrackableSystem.bootstrap(
///   mixpanel.requiringConsent(.analytics, from: app.consent), root: app)
/// app.start()
/// ```
///
/// The object adds only the properties, and tracks only the events, that you choose. If you make it the root, every
/// event carries its properties. If you have your own root, include its properties in those of your root:
///
/// ```swift
/// var trackedProperties: TrackedProperties {
///   app.trackedProperties
///   Keys.theme ~>> theme
/// }
/// ```
///
/// On Apple's systems, ``start(isolation:fileID:line:)`` follows the app's scenes, and keeps the process running until
/// all calls are sent. On other systems, the app calls `TrackableSystem.applicationWillEnterForeground()` and
/// `applicationDidEnterBackground()`.
///
/// On Apple's systems, you need not call `applicationDidEnterBackground()` yourself. An additional call does no harm.
///
/// Isolation: any thread. Cost: an event reads values in memory. The library writes a file when a visit begins, at most
/// once a minute during the visit, when the app leaves the foreground, and when an event in the background shows that
/// the visit is over. Errors: ``Trackable/TrackableIssue/Kind/memoryUnusable``. Limits: <doc:Installations>.
public final class TrackableApp: Sendable {
  /// The memory of the user, the groups and the decisions about consent.
  public let memory: UserMemory
  /// The memory for events that pass once in a period, for ``OncePeriod/day(in:calendar:)`` and
  /// ``OncePeriod/install(in:)``.
  public let once: OnceMemory

  private let record: RememberedFile<AppRecord>
  private let installation: InstallationPolicy?
  private let visits: VisitPolicy?
  private let lifecycle: LifecycleEvents?
  private let version: AppVersion?
  private let location: CodeLocation
  private let state: Lock<State>

  private struct State: Sendable {
    var device: Device
    /// The properties of the device, as they were when the app last came to the foreground.
    var deviceProperties: TrackedProperties
    /// The state of the visits; `nil` before its first use, while the app cannot know the earlier visit, or in an app
    /// without visits.
    var visit: VisitState?
    var isForeground = false
    var hasStarted = false
    /// Whether the user of the launch before is known.
    var hasRestored = false
    /// Whether the first launch or the update was handled.
    var hasLaunched = false
    var hasOpened = false
  }

  /// Creates an app. Every part is optional.
  ///
  /// - Parameters:
  ///   - folder: The folder for the app's memories: a folder of the app's data, not of caches, which an app and its
  ///     extensions may share. Without a folder, the next launch knows nothing of this launch.
  ///   - installation: The policy for the ID of the installation; `nil` means no ID, as on a server.
  ///   - visits: The policy for visits; `nil` means no visits.
  ///   - device: The keys for properties of the device and the app.
  ///   - lifecycle: The events that are tracked when the app is installed, updated, opened and left.
  ///   - version: The version of the app. The default is that of the bundle, which Linux does not have.
  ///   - access: When the files can be read.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public init(
    folder: URL? = nil, installation: InstallationPolicy? = nil, visits: VisitPolicy? = nil,
    device: [DeviceKeys] = [], lifecycle: LifecycleEvents? = nil, version: AppVersion? = .ofBundle,
    access: MemoryAccess = .afterFirstUnlock, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    location = CodeLocation(fileID: fileID, line: line)
    (self.installation, self.visits, self.lifecycle, self.version) = (installation, visits, lifecycle, version)
    func file(_ name: String) -> URL? { folder?.appendingPathComponent(name) }
    memory = UserMemory(file("user.json"), access, at: location)
    once = OnceMemory(file("once.json"), access, at: location)
    let (place, location) = (file("app.json"), location)
    record = SharedByFile.object(of: place) { RememberedFile(place, access, of: "TrackableApp", at: location) }
    _ = record.content
    let device = Device(wanted: device, app: version)
    state = Lock(State(device: device, deviceProperties: device.properties))
  }

  /// The user's decisions about consent.
  public var consent: Consent { memory.consent }

  /// The ID of the installation; `nil` if the app has no `installation` policy, or before the first unlock of the
  /// device after a restart.
  public var installationID: String? {
    guard let installation else { return nil }
    let first = installation.first
    return installation.isForGood ? permanentID(first: first) : memory.anonymousID(first: first)
  }

  private func permanentID(first: String?) -> String? {
    guard record.canBeRead else { return nil }
    if let known = record.known.installation { return known }
    let new = first ?? UUID().uuidString.lowercased()
    return record.change { $0.installation(or: new) }
  }

  /// The ID of the current visit; `nil` if there is none.
  public var visitID: TrackedValue? { visit(isolation: nil, at: location)?.id }

  /// Starts to follow the app. Call this method once, right after the bootstrap. The method identifies the user of the
  /// launch before, tracks an installation or an update, and follows the app's scenes from now on.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func start(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    guard isFirst(\.hasStarted) else { return }
    TrackableSystem.register(memory)
    restore(at: CodeLocation(fileID: fileID, line: line))
    LifecycleObservers.current.add(self)
    tellLaunch(isolation: isolation, at: CodeLocation(fileID: fileID, line: line))
    followSystem()
  }
}

extension TrackableApp: TrackableClass {
  /// The chosen properties: the ID of the installation, the visit, and the properties of the device.
  public var trackedProperties: TrackedProperties {
    if visits != nil || lifecycle != nil, !state.withLock({ $0.hasStarted }) {
      IssueReporter.current.reportOnce(.appNotStarted, of: "", at: location) {
        TrackableIssue(
          kind: .appNotStarted, message: "An event reads the properties of the TrackableApp, which was not started.",
          remedy: "call its start() right after the bootstrap.", location: location)
      }
    }
    let visit = visit(isolation: nil, at: location)
    return [
      InstallationKeys.id ~>> installationID, VisitKeys.id ~>> visit?.id, VisitKeys.number ~>> visit?.number,
    ] + state.withLock { $0.deviceProperties }
  }
}

extension TrackableApp {
  private func restore(at location: CodeLocation) {
    memory.restore(fileID: location.file, line: UInt(location.line))
    let isDone = memory.wasRead
    state.withLock { $0.hasRestored = isDone }
  }

  /// Sets a flag of the state, and returns whether it was not set before.
  private func isFirst(_ flag: WritableKeyPath<State, Bool> & Sendable) -> Bool {
    state.withLock { state in
      defer { state[keyPath: flag] = true }
      return !state[keyPath: flag]
    }
  }

  /// Runs `body` with the state of the visits, and writes each change of the visit. The next launch must not continue a
  /// visit that was over for this launch. The first call continues the visit of the launch before. In the background,
  /// there is no state as long as the memory cannot read its file, so that the earlier visit can still continue if the
  /// app comes to the foreground soon enough.
  private func withVisits<Result: Sendable>(at now: Moment, _ body: (inout VisitState?) -> Result) -> Result {
    let wasRead = memory.wasRead
    var earlier: Visit?
    if let visits, state.withLock({ $0.visit == nil && (wasRead || $0.isForeground) }) {
      // This access to the memory also reads the file.
      let identity = memory.identityNumber
      earlier = memory.visit
      let fresh = VisitState(visits, identity: identity, after: earlier, at: now)
      state.withLock { $0.visit = $0.visit ?? fresh }
    }
    let (result, before, after, isForeground) = state.withLock { state in
      let before = state.visit?.visit ?? earlier
      return (body(&state.visit), before, state.visit, state.isForeground)
    }
    // In the foreground, the next visit begins immediately, and replaces the visit that is over.
    if let after, after.visit != before, after.visit != nil || !isForeground {
      memory.keep(after.visit, after: before, of: after.identity)
    }
    return result
  }

  /// The current visit, which may begin now.
  private func visit(isolation: isolated (any Actor)?, at location: CodeLocation) -> Visit? {
    guard let visits else { return nil }
    let (identity, now) = (memory.identityNumber, Moment.now)
    let (visit, mustBegin) = withVisits(at: now) { $0?.follow(identity, at: now) ?? (nil, false) }
    guard mustBegin else { return visit }
    // The ID is made without a lock, because `makeID` is the app's own function.
    let new = Visit(id: visits.makeID(now.date), began: now.date)
    let (hasBegun, begun, issue) = withVisits(at: now) { visits -> (Bool, Visit?, TrackableIssue?) in
      // Another thread may have begun a visit, of this person or of the next one.
      guard visits?.identity == identity else { return (false, nil, nil) }
      if let begun = visits?.visit { return (false, begun, nil) }
      let (number, issue) = record.changing(mustBeRemembered: false) { $0.countVisit() }
      return (true, visits?.begin(new, number: record.isKept ? number : nil, at: now), issue)
    }
    if let issue { IssueReporter.current.report(issue) }
    if hasBegun { track(lifecycle?.visitBegan, [], isolation, at: location) }
    return begun
  }

  /// Tracks an installation or an update, as soon as the file can be read. The file is changed before the event. If the
  /// process is killed in between, the event is lost, but never sent twice.
  private func tellLaunch(isolation: isolated (any Actor)?, at location: CodeLocation) {
    guard let lifecycle else { return }
    guard record.canBeRead, isFirst(\.hasLaunched) else { return }
    let (version, hasEarlierData) = (version, lifecycle.hasEarlierData)
    switch record.change({ $0.launch(version, hasEarlierData: hasEarlierData) }) {
    case .first: track(lifecycle.installed, versionProperties, isolation, at: location)
    case .updated(let earlier):
      let previous: TrackedProperties = [
        LifecycleKeys.previousVersion ~>> earlier?.version,
        LifecycleKeys.previousBuild ~>> earlier.flatMap { $0.build.isEmpty ? nil : $0.build },
      ]
      track(lifecycle.updated, versionProperties + previous, isolation, at: location)
    case .same: break
    }
  }

  private var versionProperties: TrackedProperties {
    Device(wanted: [.appVersion, .appBuild], app: version).properties
  }

  private func track(
    _ event: (any AnalyticsEvent)?, _ properties: TrackedProperties, _ isolation: isolated (any Actor)?,
    at location: CodeLocation
  ) {
    guard let event else { return }
    track(
      event, trackedProperties: properties, isolation: isolation, fileID: location.file, line: UInt(location.line))
  }
}

extension TrackableApp: LifecycleObserver {
  package func foregroundBegins(isolation: isolated (any Actor)?, at location: CodeLocation) {
    let now = Moment.now
    state.withLock { $0.deviceProperties = $0.device.properties }
    guard isFirst(\.isForeground) else { return }
    // Before the first unlock of the device, the memory could not be read.
    if !state.withLock({ $0.hasRestored }) { restore(at: location) }
    withVisits(at: now) { $0?.come(at: now) }
    tellLaunch(isolation: isolation, at: location)
    _ = visit(isolation: isolation, at: location)
    if isFirst(\.hasOpened) {
      track(lifecycle?.opened, versionProperties, isolation, at: location)
    } else {
      track(lifecycle?.foregrounded, [], isolation, at: location)
    }
  }

  package func foregroundEnds(isolation: isolated (any Actor)?, at location: CodeLocation) {
    let isHere = state.withLock { $0.isForeground }
    guard isHere else { return }
    track(lifecycle?.backgrounded, [], isolation, at: location)
    let now = Moment.now
    state.withLock { $0.isForeground = false }
    withVisits(at: now) { $0?.leave(at: now) }
  }

  /// Sets the size of the screen, which only the main thread may read.
  func show(screen: (width: Int, height: Int)) {
    state.withLock { state in
      state.device.screen = screen
      state.deviceProperties = state.device.properties
    }
  }
}

extension TrackableIssue.Kind {
  /// An event reads the properties of a ``TrackableApp`` that was not started, so the app follows neither the user nor
  /// the scenes.
  public static let appNotStarted = Self("appNotStarted")
}
