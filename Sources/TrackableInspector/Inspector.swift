import Dispatch
public import Trackable
public import TrackablePlan
import TrackableTesting

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Shows what an app tracks: each event with who gave its properties, and as each destination got it. On a page in a folder
/// that grows while the app runs, and in a report.
///
/// ```swift
/// #if DEBUG
///   let inspector = Inspector(folder: folder)
///   TrackableSystem.bootstrap(trackers.inspected(by: inspector))
///   inspector.recordIssues()
/// #endif
/// ```
///
/// Open `index.html` of the folder in a browser: it shows each call within a second, without a server. The folder of an app in
/// the simulator is one of the Mac's. Each launch begins a new chapter of the same page.
///
/// The values of sensitive keys are neither in the folder nor in a report.
///
/// Isolation: any thread. Cost: events keep who gave their properties, which takes some ten times as long as tracking them
/// without; another thread writes the files. A system without an inspector pays nothing.
///
/// Errors: if the folder cannot be written, an issue (`inspectorCannotWrite`) says so, once. The inspector goes on in a new
/// chapter when it can be written again.
public final class Inspector: Sendable {
  private struct State {
    /// The latest entries, for a report.
    var kept: [Recording.Entry] = []
    var dropped = 0
    /// What has to be written.
    var pending = InspectedBatch()
    var isScheduled = false
    /// `nil` while a batch is being written, and if there is no folder.
    var folder: InspectedFolder?
    var ways = 0
    var steps = 0
    /// Trackers that deliver later, with what each has said last.
    var accounts: [Account] = []
  }

  private struct Account {
    weak var tracker: (any AccountedTracker)?
    var text = ""
  }

  let title: String
  private let limit: Int
  private let plan: TrackingPlan
  let folder: URL?
  private let issues = IssueReporter.current
  private let state: Lock<State>
  /// Writes the batches, one after the other.
  private let queue = DispatchQueue(label: "TrackableInspector")
  /// How long calls wait for others of the same batch. A browser looks as often.
  private static let pause = DispatchTimeInterval.milliseconds(250)
  /// How often accounts are looked at.
  private static let pauseBetweenAccounts = DispatchTimeInterval.milliseconds(1_000)

  /// An inspector. It gets calls when a tracker is ``Trackable/AnalyticsEventTracker/inspected(by:)``.
  ///
  /// - Parameters:
  ///   - title: What the page is called.
  ///   - folder: The folder to write. It is made if it is missing, and each launch adds to it. `nil` means none.
  ///   - plan: The plan whose notes the page shows beside the events and keys they are on. It also says what is not as planned.
  ///   - limit: How many calls and issues a report has at most, the latest ones. The folder has all.
  public init(
    title: String = "Tracking", folder: URL? = nil, plan: TrackingPlan = [], limit: Int = 10_000
  ) {
    self.title = title
    self.limit = max(0, limit)
    self.plan = plan
    self.folder = folder
    state = Lock(State(folder: folder.map { InspectedFolder($0, title: title, plan: plan) }))
    // So that the page can be opened before anything is tracked.
    if folder != nil { schedule() }
  }

  /// A report of what was recorded so far: one file.
  public func makeReport() -> TrackingReport {
    let (kept, dropped) = state.withLock { ($0.kept.suffix(limit), $0.dropped + max(0, $0.kept.count - limit)) }
    return TrackingReport { [title, plan] in
      ReportData.json(of: Array(kept), title: title, dropped: dropped, plan: plan)
    }
  }

  /// Returns when the folder has everything that was recorded before the call. A tracker that is inspected does this when it is
  /// flushed.
  public func flush() {
    queue.sync {
      noteAccounts()
      write()
    }
  }

  /// Records the issues of the current system from now on. The present handler gets them as well. Call it once.
  public func recordIssues() {
    let handler = TrackableSystem.issueHandler
    TrackableSystem.issueHandler = { [weak self] issue in
      self?.record(.issue(issue))
      handler(issue)
    }
  }
}

// MARK: - Recording

extension Inspector {
  /// The inspector that has recorded the call that the task makes just now.
  @TaskLocal static var current: Inspector?

  func record(_ entry: Recording.Entry) {
    HeldLocks.mustBeNone()
    // The dropped ones are released after unlocking: they may hold the last reference to an adopter's object.
    let (isFirst, forgotten) = state.withLock { state in
      state.kept.append(entry)
      var forgotten: ArraySlice<Recording.Entry> = []
      if state.kept.count > 2 * limit {
        forgotten = state.kept.dropLast(limit)
        state.dropped += forgotten.count
        state.kept.removeFirst(forgotten.count)
      }
      guard folder != nil else { return (false, forgotten) }
      state.pending.entries.append(entry)
      return (state.isScheduled.set(), forgotten)
    }
    withExtendedLifetime(forgotten) {}
    if isFirst { schedule() }
  }

  /// An event that was written has come further: a gate was opened.
  func goesOn(_ trace: Trace) {
    let isFirst = state.withLock { state in
      if folder == nil { return false }
      state.pending.later.append(trace)
      return state.isScheduled.set()
    }
    if isFirst { schedule() }
  }

  /// A number for a step that no other step of this inspector has.
  func makeStep() -> Int {
    state.withLock { state in
      state.steps += 1
      return state.steps
    }
  }

  func makeWay() -> Int {
    state.withLock { state in
      state.ways += 1
      return state.ways
    }
  }

  /// Shows the account of a tracker from now on, whenever it has changed.
  func follow(_ tracker: any AccountedTracker) {
    let isFirst = state.withLock { state in
      state.accounts.append(Account(tracker: tracker))
      return state.accounts.count == 1
    }
    if isFirst { watch() }
  }

  private func watch() {
    queue.asyncAfter(deadline: .now() + Self.pauseBetweenAccounts) { [weak self] in
      self?.noteAccounts()
      self?.watch()
    }
  }

  /// Only the queue calls this, so that no older account comes behind a newer one.
  private func noteAccounts() {
    for (number, account) in state.withLock({ $0.accounts }).enumerated() {
      guard let tracker = account.tracker else { continue }
      let text = tracker.account
      if text == account.text { continue }
      state.withLock { $0.accounts[number].text = text }
      record(.account(name: tracker.name, text: text))
    }
  }

  private func schedule() {
    queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in self?.write() }
  }

  /// Writes what waits. Only the queue calls this, so the folder is there.
  private func write() {
    let (folder, batch) = state.withLock { state in
      state.isScheduled = false
      defer { state.pending = InspectedBatch() }
      return (state.folder.take(), state.pending)
    }
    guard var folder else { return }
    // Names and errors describe themselves, which is an adopter's code: no lock is held.
    let issue = folder.write(batch)
    state.withLock { $0.folder = folder }
    if let issue { issues.report(issue) }
  }
}

extension Bool {
  /// Becomes true, and returns whether it was not before.
  fileprivate mutating func set() -> Bool {
    defer { self = true }
    return !self
  }
}

extension TrackableIssue.Kind {
  /// An inspector cannot write its folder.
  public static let inspectorCannotWrite = Self("inspectorCannotWrite")
}
