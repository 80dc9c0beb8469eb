import Foundation
import Testing
import Trackable

/// When the system is bootstrapped.
private enum Bootstrap: String, Codable, CaseIterable {
  case beforeTheEvents, duringThem, afterThem
}

/// An event of one of several producers.
private struct Product: AnalyticsEvent {
  let producer: Int
  let number: Int
  /// Whether it has to ask another actor.
  let waits: Bool
}

/// Counts what arrives from each producer, and takes up to 50 microseconds for it.
private final class Ledger: AnalyticsEventTracker {
  struct Page: Sendable {
    var arrivals: [UInt8]
    var twice = 0
    var lastNumber = -1
    var outOfOrder = 0
    var incomplete = 0
    var wronglyMarked = 0
  }

  private let pages: [Guarded<Page>]
  private let pace: UInt64

  /// - Parameter pace: Every so many events take 50 microseconds, some take less, and the others take nothing.
  init(producers: Int, events: Int, pace: UInt64) {
    pages = (0..<producers).map { _ in Guarded(Page(arrivals: Array(repeating: 0, count: events))) }
    self.pace = pace
  }

  func track(_ event: TrackedEvent) {
    guard let product = event.base as? Product else { return }
    let place = UInt64(product.number) % pace
    spin(microseconds: place < 5 ? 50 - 10 * place : 0)
    pages[product.producer].withLock { page in
      page.arrivals[product.number] += 1
      if page.arrivals[product.number] > 1 { page.twice += 1 }
      if product.waits {
        if event.says("parent") != event.unread.isEmpty { page.wronglyMarked += 1 }
        if !event.unread.isEmpty { page.incomplete += 1 }
      } else {
        if product.number < page.lastNumber { page.outOfOrder += 1 }
        page.lastNumber = product.number
      }
    }
  }

  func sum(_ count: (Page) -> Int) -> Int { pages.reduce(0) { $0 + count($1.current) } }
}

extension Attacks {
  @Suite struct `Nothing is lost` {
    @Test(arguments: Bootstrap.allCases, [false, true])
    private func `Each event of eight producers arrives exactly once, or an issue counts it`(
      bootstrap: Bootstrap, someWait: Bool
    ) async {
      await #expect(processExitsWith: .success) { [bootstrap, someWait] in
        watch()
        let (producers, events) = (8, Scale.factor < 40 ? 1_000 * Scale.factor : 100_000)
        let ledger = Ledger(producers: producers, events: events, pace: someWait ? 40 : 200)
        let issues = IssueLog()
        if bootstrap == .beforeTheEvents { TrackableSystem.bootstrap(ledger) }
        let places = (0..<3).map { _ in lasting(Place()) }
        let children = (0..<producers).map { lasting(Branch("child \($0)")) }
        let parent = lasting(Branch("parent"))
        for (index, child) in children.enumerated() { await places[index % 3].link(child, to: parent) }

        let isUnderWay = Signal()
        async let threads: Void = onThreads(producers) { producer in
          let branch = Branch("branch")
          branch.setupTrackableChain(trackedProperties: ["link" ~>> producer], parent: parent)
          for number in 0..<events {
            let waits = someWait && number % 10 == 3
            let object = waits ? children[producer] : branch
            object.track(Product(producer: producer, number: number, waits: waits))
            if number == events / 4 { isUnderWay.send() }
          }
        }
        if bootstrap == .duringThem {
          await isUnderWay.comes()
          await onThreads(1) { _ in TrackableSystem.bootstrap(ledger) }
        }
        await threads
        if bootstrap == .afterThem { TrackableSystem.bootstrap(ledger) }
        await TrackableSystem.flush()

        let (all, dropped) = (producers * events, issues.dropped)
        let arrived = ledger.sum { $0.arrivals.count { $0 > 0 } }
        check(ledger.sum(\.twice) == 0, "no event arrives twice; \(ledger.sum(\.twice)) did")
        check(arrived + dropped == all, "events arrive or are counted; of \(all), \(arrived) did and \(dropped) were")
        if bootstrap == .beforeTheEvents {
          check(arrived == all, "every event arrives; \(arrived) of \(all) did")
          check(ledger.sum(\.outOfOrder) == 0, "a thread's events arrive in order; \(ledger.sum(\.outOfOrder)) did not")
        }
        check(
          ledger.sum(\.wronglyMarked) == 0,
          "events say whether they lack something; \(ledger.sum(\.wronglyMarked)) did not")
        let isExplained = ledger.sum(\.incomplete) == 0 || issues.kinds.contains { $0 != .eventsDropped }
        check(isExplained, "an issue says why \(ledger.sum(\.incomplete)) events are incomplete")
      }
    }
  }
}
