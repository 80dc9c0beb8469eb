import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHTTP
import TrackableHub

/// A month of one device in bad circumstances: each event arrives that the service would take, and requests, what is read into
/// memory, descriptors, folders and files are as few as the pages *Sending* and *Store* say.
@Suite struct MonthTests {
  private static func good(_: [String], _ bytes: Int) -> SimulatedDevice.Reply { .answer(200) }

  private func expectAll(of device: SimulatedDevice, but bad: Set<String> = [], _ comment: Comment? = nil) {
    let taken = Set(device.totals.taken.keys)
    let wanted = Set((0..<device.tracked).map(String.init)).subtracting(bad)
    #expect(wanted.subtracting(taken) == [], comment)
    #expect(taken.subtracting(wanted) == [], comment)
    expectBounds(of: device)
  }

  private func expectBounds(of device: SimulatedDevice) {
    let totals = device.totals
    #expect(totals.mostRead <= 1_000, "\(totals.mostRead)")
    #expect(device.disk.withState { $0.mostOpen } <= 20)
    #expect(totals.mostFolders <= 1)
    // Those of records, and what was learned of the service.
    #expect(totals.mostFiles <= 2 + device.tracked / 1_000, "\(totals.mostFiles)")
  }

  /// Days with a few sessions each.
  private func days(_ count: Int, of device: SimulatedDevice, launches: Int = 4, events: Int = 8) async throws {
    for _ in 0..<count {
      for _ in 0..<launches {
        try await device.session(events: events)
        device.time.advance(by: .seconds(86_400 / launches))
        device.disk.advance(.seconds(86_400 / launches))
      }
    }
  }

  @Test(arguments: [
    "blocked name", "captive portal", "no route", "silence", "refused key", "broken server", "changed server",
  ])
  func `A month behind a wall costs a few small requests each time, and then all arrives`(_ wall: String) async throws {
    let device = SimulatedDevice { _, _ in
      switch wall {
      case "blocked name": .failure(.cannotFindHost)
      case "captive portal": .answer(302)
      case "no route": .failure(.notConnectedToInternet)
      case "silence": .failure(.timedOut, seconds: 30)
      case "broken server": .answer(503)
      case "changed server": .answer(400)
      default: .answer(401)
      }
    }
    // Fewer than the store keeps them.
    try await days(SearchScale.times(6, long: 28), of: device)
    try await device.session(events: 3_000)
    try await days(1, of: device)
    let totals = device.totals
    #expect(totals.taken.isEmpty)
    #expect(totals.requests <= 8 * totals.launches, "\(totals)")
    // One event each, but for the first request.
    #expect(totals.bytes <= 500 * totals.requests, "\(totals)")
    device.set(Self.good)
    try await days(1, of: device)
    expectAll(of: device)
    #expect(device.totals.requests - totals.requests <= 30, "\(device.totals.requests - totals.requests)")
  }

  @Test(arguments: [0, 700])
  func `A disk that is full every other day costs no event, though the service fails between`(_ room: Int)
    async throws
  {
    let isBad: @Sendable (String) -> Bool = { (Int($0) ?? 0) % 100 == 50 }
    let device = SimulatedDevice(Self.good)
    for day in 0..<SearchScale.times(6, long: 30) {
      let isFull = day % 2 > 0
      let used = device.disk.withState { $0.usedBytes }
      device.disk.set { $0.capacity = isFull ? room > 0 ? used + room : 0 : .max }
      // What is in memory only cannot wait for another launch.
      let fails = !isFull && day % 4 == 0
      device.set { names, _ in fails || names.contains(where: isBad) ? .answer(500) : .answer(200) }
      try await days(1, of: device, events: 20)
    }
    device.disk.set { $0.capacity = .max }
    device.set { names, _ in .answer(names.contains(where: isBad) ? 500 : 200) }
    try await days(1, of: device)
    let bad = Set((0..<device.tracked).map(String.init).filter(isBad))
    expectAll(of: device, but: bad)
    // Where nothing can be written, a launch sends again what is behind one that the service does not take.
    #expect(device.totals.taken.values.allSatisfy { $0 <= 5 }, "\(device.totals.taken.values.max() ?? 0)")
    #expect(device.totals.requests <= 40 * bad.count + 8 * device.totals.launches, "\(device.totals)")
  }

  @Test func `At 10 KB a second, minutes that end in a kill send what waits, and none of it often`() async throws {
    let device = SimulatedDevice { _, _ in .failure(.notConnectedToInternet) }
    try await device.session(events: 600, bytes: 1_000)
    device.set { _, bytes in
      bytes > 300_000 ? .failure(.timedOut, seconds: 30) : .answer(200, seconds: 0.1 + Double(bytes) / 10_000)
    }
    for _ in 0..<10 { try await device.session(seconds: 70, events: 2, bytes: 1_000, isFlushing: false) }
    #expect((0..<600).filter { device.totals.taken["\($0)"] == nil } == [])
    for _ in 10..<SearchScale.times(30, long: 120) {
      try await device.session(seconds: 70, events: 2, bytes: 1_000, isFlushing: false)
    }
    try await device.session(seconds: 300, events: 0)
    expectAll(of: device)
    #expect(device.totals.taken.values.allSatisfy { $0 <= 2 })
    #expect(device.totals.requests < 6 * device.totals.launches, "\(device.totals.requests)")
  }

  /// Ways of a service, or of what is in front of it, not to take an event.
  enum Way: String, CaseIterable, Sendable {
    case reset, half, hang, throttled, pause, bad = "400", forbidden = "403", missing = "404", large = "413"
    case content = "422", internalError = "500", unavailable = "503", redirect = "302"

    var reply: SimulatedDevice.Reply {
      switch self {
      case .reset: .failure(.networkConnectionLost)
      case .half: .failure(.badServerResponse)
      case .hang: .failure(.timedOut, seconds: 30)
      case .throttled: .answer(429, retryAfter: 5)
      case .pause: .answer(500, retryAfter: 5)
      default: .answer(Int(rawValue) ?? 0)
      }
    }

    var isAboutContent: Bool { [.bad, .large, .content].contains(self) }
  }

  @Test(arguments: Way.allCases)
  func `A service that does not take one event in a thousand takes all others within a day`(_ way: Way) async throws {
    let isBad: @Sendable (String) -> Bool = { (Int($0) ?? 0) % 1_000 == 300 }
    let device = SimulatedDevice { names, _ in names.contains(where: isBad) ? way.reply : .answer(200) }
    for day in 0..<SearchScale.times(12, long: 30) {
      let before = device.tracked
      try await days(1, of: device, events: 28)
      let missing = (0..<before).filter { device.totals.taken["\($0)"] == nil && !isBad("\($0)") }
      #expect(missing == [], "day \(day)")
    }
    let bad = Set((0..<device.tracked).map(String.init).filter(isBad))
    let requests = device.totals.requests
    device.set(Self.good)
    try await device.session(seconds: 600, events: 1)
    // Only an answer about the content of an event rejects it: the service takes the others when it is mended.
    expectAll(of: device, but: way.isAboutContent ? bad : [])
    let calm = SimulatedDevice(Self.good)
    try await days(1, of: calm, events: 28)
    let ordinary = calm.totals.requests * device.totals.launches / calm.totals.launches
    // As many as it takes to find them; then one at a launch, and one at a flush, for all of them.
    let most = 40 * bad.count + 2 * device.totals.launches
    #expect(requests - ordinary <= most, "\(requests), of them \(ordinary) in any case")
  }
}
