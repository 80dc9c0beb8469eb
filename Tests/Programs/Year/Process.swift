import Foundation
import TestSupport
import Testing
import TrackableTesting

@testable import Trackable
@testable import TrackableHTTP
@testable import TrackableHub

/// One launch of the app, from its start to its end.
@MainActor final class Process {
  let app: App
  private let time: ProcessTime
  private let line: Line
  private let disk = ProcessDisk()
  private let system: ScopedSystem
  /// The system refers to it weakly.
  private let values: SystemValues?
  private let couriers: [Courier]
  private let issues = Shared<[String]>([])

  init(
    _ folder: URL, _ services: Services, _ settings: Settings, isExtension: Bool = false, at date: Date,
    random: SeededGenerator
  ) throws {
    let (time, issues) = (ProcessTime(date), issues)
    self.time = time
    let line = Line(services, time, disk)
    self.line = line
    let numbers = Shared(random)
    let disk = disk
    disk.state.withLock { ($0.isFull, $0.isLocked) = (settings.isFull, settings.isLocked) }
    system = ScopedSystem(
      bootstrapped: nil, readTimeout: .seconds(1), time: time.system,
      issueHandler: { issue in issues.withLock { $0.append("\(issue.kind): \(issue.message)") } })
    func destination(_ name: String) throws -> HTTPDestination {
      try HTTPDestination(
        RowFormat(url: WireServer("\(name).example").url, isNewer: !settings.release.isMultiple(of: 2)), name: name,
        folder: folder, store: StorePolicy(),
        sending: SendingPolicy(), time: time.system, clock: time.clock, files: disk,
        random: { numbers.withLock { $0.next() } }, exchange: { try await line.exchange($0, with: name) },
        location: CodeLocation(fileID: #fileID, line: #line))
    }
    (app, couriers, values) = try system.run {
      // What measures durations finds it there.
      _ = TrackableSystem.value { time.system }
      let (first, second) = (try destination("first"), try destination("second"))
      let direct = DirectTracker { name, properties, user, tracked in
        let now = time.date
        services.take(
          Arrival(
            service: "direct", id: nil, name: name, properties: properties, user: user, anonymousID: nil,
            tracked: (tracked == .distantPast ? now : tracked).timeIntervalSince(Services.beginning),
            arrived: now.timeIntervalSince(Services.beginning)))
      }
      let app = App(
        folder, release: settings.release, isExtension: isExtension, calendar: settings.calendar,
        first: first.destination { try await line.prepare("first") },
        second: second.destination { try await line.prepare("second") }, direct: direct
      ) {
        TrackerHub($0, time: time.system, location: CodeLocation(fileID: #fileID, line: #line))
      }
      return (app, [first.courier, second.courier], TaskScope.current?.values)
    }
  }

  /// What the world is like when the process begins.
  @MainActor struct Settings {
    var isFull = false
    var isLocked = false
    var release = 0
    var calendar = calendar(of: .utc, "gregorian")

    static func calendar(of zone: Diary.Zone, _ name: String) -> Calendar {
      let identifiers: [String: Calendar.Identifier] = [
        "buddhist": .buddhist, "hebrew": .hebrew, "islamic": .islamicUmmAlQura,
      ]
      var calendar = Calendar(identifier: identifiers[name] ?? .gregorian)
      TimeZone(identifier: zone.rawValue).map { calendar.timeZone = $0 }
      return calendar
    }
  }

  func set(_ settings: Settings) {
    disk.state.withLock { ($0.isFull, $0.isLocked) = (settings.isFull, settings.isLocked) }
  }

  var date: Date { time.date }

  func setClock(by seconds: Double) { time.setClock(by: seconds) }

  /// Does something in the system of this process.
  func run(_ body: @MainActor (App) async throws -> Void) async throws {
    try await system.run { () async throws in try await body(app) }
  }

  // MARK: Coming to rest

  /// An app never comes to rest if one step takes more than this. Times are not counted: they are the machine's.
  private static let most = (looks: 5_000_000, accesses: 500_000)
  private var looks = 0

  /// An app that never comes to rest.
  struct Unrest: Error, CustomStringConvertible { let description: String }

  /// What is counted begins anew.
  func beginStep() {
    looks = 0
    disk.state.withLock { $0.accesses = 0 }
  }

  /// What goes on that needs no time.
  private var underWay: [String] {
    let core = app.hub.core
    core.background.sync {}
    if !system.waiting.isEmpty { return ["calls on their way to the hub"] }
    // A destination may wait for its own request, and before that for what it needs. Anything else goes on by itself.
    let isPreparing = ["first", "second"].map { line.isPending($0, isRequest: false) }
    let isSending = ["first", "second"].map { line.isPending($0, isRequest: true) }
    let busy = core.update { state, _, _ in
      state.jobs.indices.filter { index in
        let queue = state.queue.destinations[index]
        return !state.jobs[index].map(\.number).allSatisfy {
          isPreparing[index] && $0 == queue.configureJob || isSending[index] && $0 == queue.runningFlush?.job
        }
      }
    }
    if !busy.isEmpty { return busy.map { "the hub's calls to \(app.hub.core.destinations[$0].name)" } }
    return zip(couriers, ["first", "second"]).filter { courier, name in
      courier.run.map { $0.isCancelled || !line.isPending(name, isRequest: true) } ?? false
    }.map { "what \($1) sends" }
  }

  /// Looks whether nothing goes on that needs no time.
  private func isAtRest() throws -> Bool {
    try countLook()
    return underWay.isEmpty
  }

  private func countLook() throws {
    looks += 1
    let accesses = disk.state.withLock { $0.accesses }
    if looks <= Self.most.looks, accesses <= Self.most.accesses { return }
    let underWay = underWay.isEmpty ? "a call of the app that has not returned" : underWay.joined(separator: ", ")
    throw Unrest(
      description: "the app does not come to rest: after \(looks) looks and \(accesses) accesses to the disk, "
        + "there is still \(underWay)")
  }

  /// Whether someone waits for the hub, and for nothing else.
  private var isAwaited: Bool {
    app.hub.core.update { state, _, _ in
      !state.waiters.isEmpty && state.waiters.allSatisfy { $0.waiter.begin == nil }
    }
  }

  /// Twice: a call that ends at the first look may have asked the hub for the next one.
  func rest() async throws { while try !isAtRest() || !isAtRest() { await yield() } }

  /// Lets others go on, also where all threads have one processor.
  private func yield() async {
    sched_yield()
    await Task.yield()
  }

  /// Time goes by, and everything is done that is due.
  func pass(_ seconds: Double) async throws {
    let end = time.clock.now + .seconds(seconds)
    while let next = time.next, next <= end {
      time.move(to: max(next, time.clock.now))
      try await rest()
    }
    time.move(to: end)
    try await rest()
  }

  /// Waits for work of the app, for which time has to go by.
  func wait(for work: @escaping @MainActor () async -> Void) async throws {
    let isDone = Shared(false)
    let task = Task { @MainActor in
      await work()
      isDone.set(true)
    }
    while !isDone.value {
      await yield()
      try countLook()
      if isAwaited, try isAtRest(), isAwaited, !isDone.value, let next = time.next {
        time.move(to: max(next, time.clock.now))
      }
    }
    await task.value
    try await rest()
  }

  // MARK: The end, and what can be seen

  /// Goes on for a tenth of a second, and crashes at one of the next changes of the disk.
  func crash(after changes: Int) async throws {
    disk.state.withLock { $0.changesLeft = changes }
    try await pass(0.1)
  }

  /// The process is killed.
  ///
  /// - Parameter arrives: Whether the requests on the way arrive.
  func kill(arrives: Bool) {
    app.abandon()
    disk.end()
    line.end(arrives: arrives)
    time.end()
  }

  /// - Parameter linksBefore: How many links other installations have left in this process.
  func sight(of folder: URL, linksBefore: Int) -> Sight {
    app.hub.core.issues.sync {}
    var ledger: [String: [String: Int]] = [:]
    for entry in app.hub.ledger.entries {
      ledger[entry.name] = [
        "accepted": entry.accepted, "adopted": entry.adopted, "held": entry.held, "waiting": entry.waiting,
        "stored": entry.stored, "delivered": entry.delivered, "handed over": entry.handedOver,
        "dropped": entry.dropped, "suppressed": entry.suppressed,
      ]
    }
    var sight = Sight(
      ledger: ledger, folders: 0, files: 0, openToOthers: [], links: Self.links - linksBefore, issues: issues.value)
    look(into: folder.path, &sight)
    return sight
  }

  /// Foundation's way to look costs more than the step.
  private func look(into folder: String, _ sight: inout Sight) {
    for name in (try? POSIXFileSystem().names(in: folder)) ?? [] {
      let path = folder + "/" + name
      var entry = stat()
      if lstat(path, &entry) != 0 { continue }
      if entry.st_mode & 0o077 != 0 { sight.openToOthers.append(path) }
      if entry.st_mode & S_IFMT == S_IFDIR {
        sight.folders += 1
        look(into: path, &sight)
      } else {
        sight.files += 1
      }
    }
  }

  private static let classes: Set<ObjectIdentifier> =
    Set((App.screens as [AnyClass] + [ListModel.self, FormModel.self, Cell.self]).map { ObjectIdentifier($0) })

  /// The links of the app's objects that were made on the main actor; actors have a list of their own.
  static var links: Int {
    ChainTable.shared.changing { structure in
      structure.main.links.members.count {
        ($0 as? Link).map { classes.contains(ObjectIdentifier($0.record.type)) } ?? false
      }
    }
  }
}
