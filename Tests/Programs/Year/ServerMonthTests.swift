import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

@testable import TrackableHTTP

/// A server's month: on each of 30 days 1,000 requests are answered at once, each with a person and scopes of its own.
@Suite struct ServerMonthTests {
  private static let days = 30
  private static let requests = SearchScale.times(200, long: 1_000)

  private enum Keys: String, Key { case request, step, page }

  final class Page: Sendable {
    let request: Int
    init(_ request: Int) { self.request = request }
  }

  @Test func `Nothing of a request is another one's, and nothing of it stays`() async throws {
    if !SearchScale.isLong {
      _ = try await Self.month()
      return
    }
    // In a process of its own, because memory is the process's. The first days fill what is kept. Not in the short round: its
    // process has tests that start processes with Foundation, and two waiters for children get into each other's way.
    await #expect(processExitsWith: .success) {
      let memory = try await Self.month()
      #expect(memory[Self.days - 1] - memory[Self.days - 11] < 2_000, "\(memory)")
    }
  }

  /// Plays the month. Returns the memory of the process at the end of each day, in pages of the system.
  private static func month() async throws -> [Int] {
    let (rows, folder) = (Shared<[Row]>([]), TemporaryFolder())
    let destination = try HTTPDestination(
      RowFormat(url: WireServer("first.example").url, isNewer: false), name: "first",
      folder: URL(filePath: folder.path), store: StorePolicy(), sending: SendingPolicy(), time: .patient,
      clock: ContinuousClock(), files: POSIXFileSystem(), random: { 7 },
      exchange: { request in
        let new = try JSONDecoder().decode([Row].self, from: request.httpBody ?? Data())
        rows.withLock { $0 += new }
        return WireResponse(status: 200)
      },
      location: CodeLocation(fileID: #fileID, line: #line))
    let hub = TrackerHub([destination])
    hub.start()
    var memory: [Int] = []
    for day in 0..<days {
      let pages = Shared<[WeakPage]>([])
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<requests {
          group.addTask { await answer(day * requests + number, hub, pages) }
        }
      }
      #expect(pages.value.count { $0.page != nil } == 0)
      let result: DeliveryResult = await hub.flush(timeout: .seconds(300))
      #expect(result.isComplete)
      check(rows.withLock { $0.removingAll() }, day)
      memory.append(residentPages)
    }
    return memory
  }

  fileprivate struct WeakPage { weak let page: Page? }

  /// Every third person has not signed in.
  private static func user(_ request: Int) -> String? { request.isMultiple(of: 3) ? nil : "user-\(request)" }

  private static func answer(_ request: Int, _ hub: TrackerHub, _ pages: Shared<[WeakPage]>) async {
    await TrackableSystem.withTracker(hub) {
      await withTrackedProperties([Keys.request ~>> "\(request)"]) {
        let page = Page(request)
        pages.withLock { $0.append(WeakPage(page: page)) }
        if let user = user(request) { TrackableSystem.identify(user) }
        page.setupTrackableChain(trackedProperties: [Keys.page ~>> "page-\(request)"])
        page.track(Events.User.liked, trackedProperties: [Keys.step ~>> "0"])
        await Task.yield()
        async let played: Void = page.track(Events.User.played, trackedProperties: [Keys.step ~>> "1"])
        async let rated: Void = TrackableSystem.track(Events.User.rated, trackedProperties: [Keys.step ~>> "2"])
        _ = await (played, rated)
      }
    }
  }

  private static func check(_ rows: [Row], _ day: Int) {
    let events = rows.filter { $0.name != "identify" }
    #expect(events.count == 3 * requests)
    let byRequest = Dictionary(grouping: events) { row in
      row.with?.first { $0.key.hasSuffix("request") }?.value.text ?? ""
    }
    #expect(byRequest.count == requests)
    var ids: Set<String> = []
    for (text, rows) in byRequest {
      let request = Int(text) ?? -1
      #expect(request / requests == day)
      #expect(rows.allSatisfy { $0.user == user(request) }, "\(rows)")
      #expect(Set(rows.map(\.anonymous)).count == 1)
      #expect(ids.insert(rows[0].anonymous).inserted, "two requests have one anonymous ID")
      for row in rows {
        let page = row.with?.first { $0.key.hasSuffix("page") }?.value.text
        #expect(page == (row.name.hasSuffix("rated") ? nil : "page-\(request)"))
      }
    }
  }

  /// Without what is free: that depends on how the tasks of a day were spread over the heaps of the threads.
  private static var residentPages: Int {
    #if os(Linux)
      // glibc's function, which its Swift module does not show: it takes a size, and returns an `int`.
      if let trim = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> Int32).self)(0) }
    #endif
    let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return words.count > 1 ? Int(words[1]) ?? 0 : 0
  }
}

extension ServerMonthTests.Page: TrackableClass {
  var trackedProperties: TrackedProperties {}
}
