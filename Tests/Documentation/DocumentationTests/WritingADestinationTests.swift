import Testing
import Trackable
import TrackableHub

struct PayPal: AnalyticsDestination {
  let collector: Collector

  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    switch try await collector.post(batch.compactMap(row)) {  // what throws is sent again
    case 200..<300: .accepted
    case 413: .tooLarge
    case let status: .retry(because: "status \(status)")
    }
  }

  func adjust(_ policy: inout DeliveryPolicy) { policy.batchSize = 25 }

  private func row(_ envelope: Envelope) -> String? {
    guard case .event(let event) = envelope.content else { return nil }
    let row: TrackedProperties = ["e" ~>> event.name, "t" ~>> event.type, "u" ~>> envelope.userID]
    return (row + event.properties).json
  }
}

/// A vendor's library, which keeps its calls.
private enum AcmeSDK {
  @TaskLocal static var output = Output()
  static func log(_ name: String, _ properties: [String: any Sendable]) { output.write("Acme: \(name) \(properties)") }
  static func show(_ name: String, _ properties: [String: any Sendable]) { output.write("Acme: screen \(name)") }
  static func setUser(_ id: String?) { output.write("Acme: user \(id ?? "none")") }
}

struct Acme: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {
    let properties = event.properties.dictionary
    if let screen = event.screenName {
      AcmeSDK.show(screen, properties)
    } else {
      AcmeSDK.log(event.name, properties)
    }
  }
  func identify(_ user: TrackedUser) { AcmeSDK.setUser(user.id) }
  func reset() { AcmeSDK.setUser(nil) }
}

private enum Screens: String, ScreenEvent { case home }

@Suite struct WritingADestinationTests {
  @MainActor @Test func `A destination makes a vendor's calls`() {
    let (detail, output) = (AlbumDetailVC(), Output())
    AcmeSDK.$output.withValue(output) {
      inAnApp {
        TrackableSystem.bootstrap(Acme().renaming(.keepingLast(1)))
        TrackableSystem.identify("john")
        detail.track(Events.User.didRateAlbum) { Keys.userLikesAlbum ~>> true }
        // Acme: user john
        // Acme: didRateAlbum ["userLikesAlbum": true]
        #expect(Page(article: "WritingADestination").promises(output.text), "\(output.text)")
        Screens.home.trigger()
        TrackableSystem.reset()
      }
    }
    #expect(output.lines.suffix(2) == ["Acme: screen home", "Acme: user none"])
  }

  @Test func `Rows go to PayPal in batches, and again when it fails`() async {
    let output = Output()
    let statuses = Output()
    let payPal = PayPal(
      collector: Collector { rows in
        statuses.write("post")
        guard statuses.lines.count > 1 else { return 503 }
        rows.forEach { output.write($0) }
        return 200
      })
    let policy = DeliveryPolicy(retry: RetryPolicy(first: .milliseconds(1), longest: .milliseconds(1)))
    await inAnApp {  // That a batch is tried again is an issue, too.
      let hub = TrackerHub([payPal.renaming(RecordShop.short)], policy: policy)
      TrackableSystem.bootstrap(hub)
      TrackableSystem.identify("john")
      TrackingContext().track(RecordShop.Events.Cart.didPay, trackedProperties: [RecordShop.Keys.amount ~>> 20])
      hub.start()
      await hub.shutdown()
      #expect(hub.ledger.entries.allSatisfy { $0.waiting == 0 })
    }
    #expect(output.lines == [#"{"e":"Cart.didPay","t":"ua","u":"john","Keys.amount":20}"#])
  }
}
