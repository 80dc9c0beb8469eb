import Dispatch
public import Trackable
public import TrackablePlan
import TrackableTesting

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An inspector shows the events of an app: each event with the sources of its properties, and with the form in which
/// each destination got the event. It writes a page into a folder while the app runs, and can make a report.
///
/// ```swift
/// #if DEBUG
///   let inspector = Inspector(folder: folder)
///   TrackableSystem.bootstrap(trackers.inspected(by: inspector))
///   inspector.recordIssues()
/// #endif
/// ```
///
/// Open `index.html` of the folder in a browser. The page shows each call within a second, without a server. In the
/// simulator, the folder of an app is a folder of the Mac. Each launch begins a new chapter of the same page.
///
/// Neither the folder nor a report contains the values of sensitive keys.
///
/// Isolation: any thread. Cost: events keep the sources of their properties, so that tracking takes some 23 times as
/// long, and a report has some 3 KB for each of its events. Another thread writes the files, which takes 0.1 ms for an
/// event. A system without an inspector has no cost.
///
/// Errors: if the inspector cannot write to the folder, it reports an issue (`inspectorCannotWrite`) once. As soon as
/// it can write again, it continues in the same folder, and the page says how many calls are missing.
public final class Inspector: Sendable {
  private struct State {
    /// The latest entries, for a report.
    var kept: [InspectedEntry] = []
    var dropped = 0
    /// The entries that have to be written to the folder.
    var pending = InspectedBatch()
    var isScheduled = false
    /// `nil` if there is no folder, or while a batch is being written.
    var folder: InspectedFolder?
    var numbers = 0
    /// The trackers that deliver later, each with its latest account.
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
  /// The time for which a call waits for other calls of the same batch. A browser loads new files in the same interval.
  private static let pause = DispatchTimeInterval.milliseconds(250)
  /// The time between two looks at the accounts of trackers.
  private static let pauseBetweenAccounts = DispatchTimeInterval.milliseconds(1_000)

  /// Creates an inspector, which gets the calls of a tracker with ``Trackable/AnalyticsEventTracker/inspected(by:)``.
  ///
  /// - Parameters:
  ///   - title: The title of the page.
  ///   - folder: The folder of the page, which the inspector makes if it is missing. Each launch adds to the folder.
  ///     `nil` means no folder.
  ///   - plan: The plan whose notes the page shows beside events and keys, and with which it compares each call.
  ///   - limit: The most calls and issues of a report. A report has the latest of them, and the folder keeps all.
  public init(
    title: String = "Tracking", folder: URL? = nil, plan: TrackingPlan = [], limit: Int = 10_000
  ) {
    self.title = title
    self.limit = max(0, limit)
    self.plan = plan
    self.folder = folder
    state = Lock(State(folder: folder.map { InspectedFolder($0, title: title, plan: plan) }))
    // The folder is written now, so that a person can open the page before the app has tracked anything.
    if folder != nil { schedule() }
  }

  /// A report of the recording so far, as one file, with the accounts of this moment.
  public func makeReport() -> TrackingReport {
    queue.sync { recordAccounts() }
    let (kept, dropped) = state.withLock { ($0.kept.suffix(limit), $0.dropped + max(0, $0.kept.count - limit)) }
    return TrackingReport { [title, plan] in
      ReportData.json(of: Array(kept), title: title, dropped: dropped, plan: plan)
    }
  }

  /// Returns when the folder has all earlier entries. The flush of an inspected tracker calls this method.
  public func flush() {
    queue.sync {
      recordAccounts()
      write()
    }
  }

  /// Records the issues of the current system from now on. The current handler gets them as well. Call this method
  /// once.
  public func recordIssues() {
    let handler = TrackableSystem.issueHandler
    TrackableSystem.issueHandler = { [weak self] issue in
      self?.record(.issue(issue))
      handler(issue)
    }
  }
}

// MARK: - Recording

extension Inspector: WayInspector {
  func record(_ entry: InspectedEntry) {
    HeldLocks.mustBeNone()
    // The dropped entries are released after unlocking, because they may hold the last reference to an adopter's
    // object.
    let forgotten = change { state -> ArraySlice<InspectedEntry> in
      state.kept.append(entry)
      if folder != nil { state.pending.entries.append(entry) }
      guard state.kept.count > 2 * limit else { return [] }
      let forgotten = state.kept.dropLast(limit)
      state.dropped += forgotten.count
      state.kept.removeFirst(forgotten.count)
      return forgotten
    }
    withExtendedLifetime(forgotten) {}
  }

  func recordGate(_ name: String, _ text: String) {
    let time = Date(timeIntervalSinceReferenceDate: CurrentTime.seconds)
    record(.state(kind: "gate", name: "until \(name)", text: text, time: time))
  }

  func goesOn(_ trace: Trace) { change { if folder != nil { $0.pending.later.append(trace) } } }

  /// Changes the inspector's state under its lock. If there is a folder, schedules a write to the folder, unless a
  /// write is already scheduled.
  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, isFirst) = state.withLock { state in
      defer { state.isScheduled = folder != nil }
      return (body(&state), folder != nil && !state.isScheduled)
    }
    if isFirst { schedule() }
    return result
  }

  func makeNumber() -> Int {
    state.withLock { state in
      state.numbers += 1
      return state.numbers
    }
  }

  func follow(_ tracker: any AccountedTracker) {
    let isFirst = state.withLock { state in
      state.accounts.append(Account(tracker: tracker))
      return state.accounts.count == 1
    }
    if isFirst { watch() }
  }

  private func watch() {
    queue.asyncAfter(deadline: .now() + Self.pauseBetweenAccounts) { [weak self] in
      self?.recordAccounts()
      self?.watch()
    }
  }

  /// Only the queue calls this method, so that no older account comes behind a newer account.
  private func recordAccounts() {
    for (number, account) in state.withLock({ $0.accounts }).enumerated() {
      guard let tracker = account.tracker else { continue }
      let text = tracker.figuresText
      if text == account.text { continue }
      state.withLock { $0.accounts[number].text = text }
      record(.state(kind: "account", name: tracker.name, text: text, time: nil))
    }
  }

  private func schedule() {
    queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in self?.write() }
  }

  /// Writes the waiting entries. Only the queue calls this method, so no other call is using the folder.
  private func write() {
    let (folder, batch) = state.withLock { state in
      state.isScheduled = false
      defer { state.pending = InspectedBatch() }
      return (state.folder.take(), state.pending)
    }
    guard var folder else { return }
    // No lock is held here, because the descriptions of names and errors are an adopter's code.
    let issue = folder.write(batch)
    state.withLock { $0.folder = folder }
    if let issue { issues.report(issue) }
  }
}

extension TrackableIssue.Kind {
  /// An inspector cannot write to its folder.
  public static let inspectorCannotWrite = Self("inspectorCannotWrite")
  /// Calls are missing in an inspector's folder, for example because a file was deleted.
  public static let inspectorFileMissing = Self("inspectorFileMissing")
}
