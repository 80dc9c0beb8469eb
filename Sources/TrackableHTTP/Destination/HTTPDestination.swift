public import Foundation
import Trackable
public import TrackableHub

/// A destination that sends to a service over HTTP, from a store on disk: what it has taken is not lost when the app ends.
///
/// ```swift
/// import TrackableHTTP
///
/// let hub = TrackerHub([try HTTPDestination(.segment(writeKey: "…"))])
/// TrackableSystem.bootstrap(hub)
/// hub.start()
/// ```
///
/// The hub hands over what was tracked, in batches; the destination writes it to disk, which is what *delivered* means in
/// the hub's ledger, and sends it when enough has come together, in as few requests as the service's limits allow. It keeps
/// what could not be sent, for the next time or the next launch, and sends it again: at least once, with ids by which the
/// service recognizes what it has. ``ledger`` says what became of everything.
///
/// | what happens | what the destination does |
/// |---|---|
/// | no network, a server that fails | keeps everything, and tries again after growing pauses |
/// | `hub.flush()`, the app goes to the background | sends now |
/// | `identify`, traits, user properties | sends them as the service has them |
/// | `reset` | begins with a new anonymous id |
/// | `purge`, consent withdrawn | deletes what is stored, and cancels what is on its way |
/// | the disk is full, or cannot be read yet | goes on in memory; one issue |
///
/// Each destination needs a folder of its own, which an app and its extensions may share. <doc:Store> says what is in it.
///
/// Isolation: a hub calls it in the background; ``ledger`` may be read anywhere. Cost: an event is encoded and written once,
/// read once, and sent.
public final class HTTPDestination: AnalyticsDestination {
  /// The name in ledgers and issues.
  public let name: String
  /// Where it stores what is not sent yet.
  public let folder: URL
  private let store: EventStore
  private let courier: Courier
  private let anonymous: AnonymousID

  /// A destination for a service.
  ///
  /// - Parameters:
  ///   - format: What the service understands, such as `.segment(writeKey:)`.
  ///   - name: The name in ledgers and issues; `nil` means the server's name.
  ///   - folder: Where to store what is not sent yet: a folder that is used for nothing else; `nil` means one for the app and
  ///     `name` in the user's application support folder. For an app and its extensions, give one in their group's container.
  ///   - store: How much is kept, for how long, and when the disk is asked to make sure of it.
  ///   - sending: When it is sent.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  /// - Throws: If the service's URL is neither `https` nor on this machine, or has a password in it.
  public convenience init(
    _ format: some WireFormat, name: String? = nil, folder: URL? = nil, store: StorePolicy = StorePolicy(),
    sending: SendingPolicy = SendingPolicy(), fileID: StaticString = #fileID, line: UInt = #line
  ) throws(HTTPSenderError) {
    try self.init(
      format, name: name, folder: folder, store: store, sending: sending, time: .computer,
      location: SourceLocation(fileID: fileID, line: line))
  }

  init(
    _ format: some WireFormat, name: String?, folder: URL?, store policy: StorePolicy, sending: SendingPolicy,
    time: SystemTime, location: SourceLocation
  ) throws(HTTPSenderError) {
    let sender = try HTTPSender(format, timeout: sending.timeout)
    let name = name ?? format.url.host() ?? "HTTP"
    let folder = folder ?? Self.defaultFolder(for: name)
    let reporter = IssueReporter.current
    self.name = name
    self.folder = folder
    anonymous = AnonymousID(folder: folder)
    store = EventStore(
      folder: folder.appending(path: "records").path, policy: policy, location: location,
      report: { reporter.report($0) })
    courier = Courier(
      store, sender, limits: format.limits, policy: sending, time: time,
      report: { reporter.report(TrackableIssue($0, of: name, at: location)) })
  }

  private static func defaultFolder(for name: String) -> URL {
    let app = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_"))
    let safe = name.addingPercentEncoding(withAllowedCharacters: allowed) ?? "HTTP"
    let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    return (support ?? FileManager.default.temporaryDirectory).appending(path: app).appending(path: "Trackable").appending(path: safe)
  }

  /// What became of everything that was handed over.
  public var ledger: HTTPLedger {
    let (store, counts) = (store.ledger, courier.counts)
    return HTTPLedger(store, rejected: counts.rejected, unreadable: counts.unreadable)
  }

  /// Sends what earlier processes have left.
  public func configure() async throws { courier.notice() }

  /// Stores a batch; it has been delivered when it is stored.
  ///
  /// - Parameter batch: What was tracked.
  public func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    var records: [StoredRecord] = []
    var anonymousID = anonymous.current
    for envelope in batch {
      if case .purge = envelope.content {
        // What came before it in this batch is not stored at all.
        records = []
        store.purge()
        courier.cancel()
        continue
      }
      records.append(StoredDelivery(envelope, anonymousID: anonymousID).record)
      if case .reset = envelope.content { anonymousID = anonymous.renew() }
    }
    store.append(records)
    courier.notice()
    return .accepted
  }

  /// Sends everything that is stored, and returns when that is done, or has failed. Then everything is on disk.
  public func flush() async {
    await courier.flush()
    store.sync()
  }

  /// Small batches, often: what is stored is safe.
  ///
  /// - Parameter policy: The hub's policy.
  public func adjust(_ policy: inout DeliveryPolicy) { policy.batch.count = max(policy.batch.count, 500) }
}
