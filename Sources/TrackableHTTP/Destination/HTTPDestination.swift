public import Foundation
import Trackable
public import TrackableHub

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A destination that sends to a service over HTTP, from a store on disk, so that stored events survive the end of the
/// app.
///
/// ```swift
/// import TrackableHTTP
///
/// let hub = TrackerHub([try HTTPDestination(.segment(writeKey: "…"))])
/// TrackableSystem.bootstrap(hub)
/// hub.start()
/// ```
///
/// The hub hands over events in batches. The destination writes them to disk, and sends them when enough events wait,
/// in as few requests as the service's limits allow. The destination keeps unsent events, even until the next launch,
/// and tries again. It sends each event at least once, with an ID, so that the service can remove duplicates. The hub's
/// ledger counts all calls: *stored* calls are on disk, and the service has acknowledged *delivered* calls.
///
/// <doc:Sending> says when the destination sends, and <doc:Store> how it handles a failing disk.
///
/// Isolation: any thread. A hub calls the destination in the background. Cost: an event is encoded and written once,
/// read once, and sent.
public final class HTTPDestination: AnalyticsDestination {
  /// The name in ledgers and issues.
  public let name: String
  private let storeFolder: StoreFolder
  private let store: EventStore
  let courier: Courier
  private let anonymous: AnonymousID
  /// The clock that dates the events. It is stored, so that the hub's tasks use the same clock.
  private let date = CurrentTime.source
  private let issues: HTTPIssues

  /// Creates a destination for a service.
  ///
  /// - Parameters:
  ///   - format: The format of the service, such as `.segment(writeKey:)`.
  ///   - name: The name in ledgers and issues, and of the store. A later destination of the same name sends the stored
  ///     events, even if the service's URL has changed. Two destinations that exist at the same time need two names.
  ///     `nil` means the server's name, so that only a destination with the same URL sends the stored events, with any
  ///     format and key.
  ///   - folder: The folder for the store, which other destinations may use as well; `nil` means the app's folder in
  ///     the user's application support. For an app and its extensions, pass a folder in their group's container.
  ///   - firstAnonymousID: The anonymous ID of the vendor's SDK that this destination replaces, a UUID. The person of
  ///     the first launch keeps this ID; `nil` means a random ID. At later launches, and after a `reset`, the argument
  ///     has no effect.
  ///   - store: The limits of the store.
  ///   - sending: The times at which the destination sends.
  ///   - session: The app's session, for pinned certificates, a proxy or further headers. It must not be a background
  ///     session. `nil` means a session that keeps neither cookies nor responses. <doc:Sending> lists the settings that
  ///     the destination overrides.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  /// - Throws: An error if the service's URL is neither `https` nor on this machine, or if it contains a password.
  public convenience init(
    _ format: some WireFormat, name: String? = nil, folder: URL? = nil, firstAnonymousID: String? = nil,
    store: StorePolicy = StorePolicy(), sending: SendingPolicy = SendingPolicy(), session: URLSession? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(HTTPDestinationError) {
    try self.init(
      format, name: name, folder: folder, firstAnonymousID: firstAnonymousID, store: store, sending: sending,
      time: .computer, session: session, location: CodeLocation(fileID: fileID, line: line))
  }

  init(
    _ format: some WireFormat, name: String?, folder: URL?, firstAnonymousID: String? = nil, store policy: StorePolicy,
    sending: SendingPolicy, time: SystemTime, clock: any Clock<Duration> = ContinuousClock(),
    files: any FileSystem = POSIXFileSystem(),
    random: @escaping @Sendable () -> UInt64 = { .random(in: 0 ... .max) }, session: URLSession? = nil,
    exchange: (@Sendable (URLRequest) async throws -> WireResponse)? = nil, location: CodeLocation
  ) throws(HTTPDestinationError) {
    let sender = try HTTPSender(
      format, timeout: sending.timeout, session: session, clock: clock, exchange: exchange)
    storeFolder = StoreFolder(for: format, name: name, in: folder)
    let name = name ?? format.url.host() ?? "HTTP"
    let reporter = IssueReporter.current
    self.name = name
    issues = HTTPIssues(destination: name, location: location, reporter: reporter)
    let first = firstAnonymousID.flatMap { UUID(uuidString: $0) == nil ? nil : $0 }
    anonymous = AnonymousID(folder: storeFolder.url.path, first: first, files: files)
    store = EventStore(
      folder: storeFolder.url.appending(path: "records").path, policy: policy, files: files,
      random: random, location: location,
      report: { reporter.report($0) })
    courier = Courier(
      store, sender, limits: format.limits, policy: sending, time: time, random: random,
      notebook: .file(at: storeFolder.url.appending(path: "learned").path, files: files), issues: issues)
    if storeFolder.isInUse { issues.storeInUse() }
    if firstAnonymousID != nil, first == nil { issues.unusableAnonymousID() }
  }

  deinit { courier.close() }

  /// The destination's own folder inside the given folder.
  var folder: URL { storeFolder.url }

  /// Sends the events of earlier processes.
  public func configure() async throws { courier.begin() }

  /// Takes a batch, and writes it to disk. If the disk fails, the batch waits in memory.
  ///
  /// - Parameter batch: The calls.
  public func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    // The number is read first. If a purge comes after this line, either the batch is already marked as purged, or the
    // store notices the purge when it takes the batch.
    var purgeNumber = store.purgeNumber
    if batch.isPurged { return .retry(because: "purged") }
    guard let anonymousIDs = anonymous.ids(of: batch, purge: batch.purgeNumber, at: date()) else {
      return .retry(because: "the device has not been unlocked yet")
    }
    var records: [StoredRecord] = []
    records.reserveCapacity(batch.count)
    var late = 0
    for (envelope, anonymousID) in zip(batch, anonymousIDs) {
      switch envelope.content {
      case .purge:
        // The count includes the calls in front of the purge in this batch.
        store.finishPurge(batch.purgeNumber > 0 ? batch.purgeNumber : Decisions.next(), of: records.count)
        records = []
        await courier.cancel()?.value
        purgeNumber = store.purgeNumber
      case .event where isLate(envelope), .userProperty where isLate(envelope), .error where isLate(envelope):
        late += 1
      default: records.append(record(of: envelope, anonymousID))
      }
    }
    return finish(records, late: late, since: purgeNumber)
  }

  // This and the next method are functions of their own, because the compiler makes copies of the code that is between
  // two suspensions: 3 KiB.
  @inline(never) private func record(of envelope: Envelope, _ anonymousID: String) -> StoredRecord {
    var envelope = envelope
    envelope.isAside = false
    return StoredDelivery(envelope: envelope, anonymousID: anonymousID).record
  }

  @inline(never) private func finish(
    _ records: [StoredRecord], late: Int, since purgeNumber: UInt64
  ) -> DeliveryOutcome {
    if store.purgeNumber != purgeNumber { return .retry(because: "purged") }
    if records.isEmpty, late == 0 { return .accepted }
    store.append(records, since: purgeNumber, late: late)
    courier.recordsWereStored()
    return .accepted
  }

  /// Whether the call was still on its way to the store when the user withdrew consent, or when the app purged. This is
  /// not used for a sign-in or a sign-out, because a purge keeps them.
  private func isLate(_ envelope: Envelope) -> Bool {
    envelope.userOfCall.map { $0.decision < store.callsBefore } ?? false
  }

  /// Empties the store, and cancels the running request. Use this method in an app with a destination and without a
  /// hub. A hub does not call this method: it marks the waiting events as purged immediately, and passes the purge to
  /// ``deliver(_:)``. The method waits for the disk.
  public func purge() {
    store.purge()
    courier.cancel()
  }

  /// Sends all stored events, and returns when they have arrived, or when a request has failed. When the method
  /// returns, the remaining events are on disk, where another process finds them even if the operating system suspends
  /// this process.
  public func flush() async {
    await courier.flush()
    store.close()
  }

  /// Sets a batch size of at least 500 calls, because each batch costs a write and a sync. Sets room for 32 MB of calls
  /// that come during a write, which is 40,000 events of usual size. The operating system may end an app that takes 50
  /// MB in the background.
  ///
  /// - Parameter policy: The hub's policy.
  public func adjust(_ policy: inout DeliveryPolicy) {
    policy.batchSize = max(policy.batchSize, 500)
    policy.byteCapacity = 32_000_000
    // As soon as the destination is configured, it sends the events of earlier processes, so a purge has to come before
    // that.
    policy.purgesBeforeConfiguring = true
  }
}

extension HTTPDestination: StoringDestination {
  package func hurry() { courier.hurry() }

  package func endPerson(before next: UserStamp.Person?) { anonymous.endCurrent(before: next) }

  package var figures: StoredFigures { store.figures }

  package func beginPurge(_ number: UInt64) {
    anonymous.endCurrent(purge: number)
    store.beginPurge(number)
    courier.cancel()
  }

  package func hubHasEnded() {
    courier.close()
    storeFolder.releaseName()
    // The running request may not have reached the server. The next launch sends its events again.
    courier.cancel()
    let count = figures.inMemory
    if count > 0 { issues.unstored(count) }
  }
}
