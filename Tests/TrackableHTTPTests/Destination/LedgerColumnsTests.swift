import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHTTP
import TrackableHub
import TrackableTesting

/// Each column of the ledger beside what the services have, what the app has tracked, and what a naive reader expects.
@Suite(.timeLimit(.minutes(10))) struct LedgerColumnsTests {
  @Test func `Each column equals an independent count, whatever gates, consent, services, the disk and kills do`()
    async throws
  {
    var seen: Set<String> = []
    for seed in 0..<UInt64(SearchScale.times(8, long: 400)) {
      let program = try LedgerProgram(seed: seed)
      for _ in 0..<6 { try await program.launch() }
      seen.formUnion(program.seen)
      if program.hasFailed { break }
    }
    // Nothing was compared with nothing.
    let columns = [
      "accepted", "events", "adopted", "suppressed", "held", "stored", "delivered", "handed over", "overflow", "gate",
      "rejected", "unsupported", "expired", "failed", "late", "purged",
    ]
    #expect(Set(columns).subtracting(seen) == [])
  }
}

/// An app that is launched again and again, and does what comes up.
final class LedgerProgram {
  typealias Call = LedgerAccount.Call

  let seed: UInt64
  private var random: SeededGenerator
  private let (disk, time, temporary) = (SimulatedDisk(), TestTime(), TemporaryFolder())
  private var accounts: [LedgerAccount] = []
  private var front = LedgerAccount.Gate(capacity: 0)
  private var status = Consent.Status.undecided
  private var app: LedgerLaunch?
  private var (number, moment, user) = (0, 0, 0)
  private var isSignedIn = false
  /// Whether services may have answered for calls that the store keeps, because those before them are still to be sent.
  private var isUnclear = false
  private var steps: [String] = []
  private(set) var seen: Set<String> = []
  private(set) var hasFailed = false

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    let drawn = Lock<Set<String>>([])
    let probe = ClosureTracker { event in drawn.withLock { _ = $0.insert(event.name) } }.sampled(
      0.5, by: LedgerLaunch.unit)
    for digit in 0...9 { probe.track(TrackedEvent(LedgerLaunch.Tapped(name: "\(digit)"))) }
    let digits = drawn.withLock { $0 }
    accounts = [
      LedgerAccount("rows"),
      LedgerAccount("asked", gate: LedgerAccount.Gate(capacity: 10_000)) { LedgerLaunch.isKeptOut($0) },
      LedgerAccount("small"),
      LedgerAccount("share") { name in !digits.contains(String(name.suffix(1))) },
      LedgerAccount("vendor", stores: false, gate: LedgerAccount.Gate(capacity: 4)),
      LedgerAccount("strict", stores: false),
    ]
  }

  private func fail(_ text: String) {
    if !hasFailed { Issue.record("seed \(seed): \(text); \(steps.suffix(12).joined(separator: ", "))") }
    hasFailed = true
  }

  private func change(_ name: String, _ body: (inout LedgerAccount) -> Void) {
    for place in accounts.indices where accounts[place].name == name { body(&accounts[place]) }
  }
  private func changeAll(_ body: (inout LedgerAccount) -> Void) {
    for place in accounts.indices { body(&accounts[place]) }
  }
  private func account(_ name: String) -> LedgerAccount { accounts.first { $0.name == name } ?? LedgerAccount(name) }

  // MARK: A launch

  func launch() async throws {
    if hasFailed { return }
    accounts = accounts.map { $0.nextLaunch() }
    front = LedgerAccount.Gate(capacity: 6)
    let app = try LedgerLaunch(
      on: disk, folder: URL(filePath: temporary.path), time: time, status, capacity: 6, vendorCapacity: 4)
    self.app = app
    isSignedIn = false
    steps.append("launch")
    change("asked") { $0.gate?.state = status == .granted ? .open : status == .denied ? .refusing : .holding }
    change("vendor") { $0.gate?.state = .holding }
    if random.chance(70) { openFront(app) }
    if random.chance(50) { openVendor(app) }
    if random.chance(50) { track(app, 1 + random.below(4)) }
    app.hub.start()
    if status == .denied { change("asked") { $0.tellOfDenial() } }
    await settle(app)
    await look(app)
    for _ in 0..<(4 + random.below(10)) where !hasFailed { try await step(app) }
    try await end(app)
    self.app = nil
  }

  private func openFront(_ app: LedgerLaunch) {
    steps.append("configured")
    app.configured.open()
    for call in front.open() { changeAll { $0.take(call) } }
  }

  private func openVendor(_ app: LedgerLaunch) {
    steps.append("vendor")
    app.vendorGate.open()
    change("vendor") { if $0.gate?.state == .holding { $0.openGate() } }
  }

  private func take(_ name: String) {
    let call = Call(name: name, moment: moment)
    if front.takes(call) { changeAll { $0.take(call) } }
  }

  private func track(_ app: LedgerLaunch, _ count: Int) {
    steps.append("track \(number)..<\(number + count)")
    for _ in 0..<count {
      app.system.run { TrackableSystem.track(LedgerLaunch.Tapped(name: "\(number)")) }
      take("\(number)")
      number += 1
    }
  }

  /// What the hub hands over has arrived, or has ended in some way.
  private func settle(_ app: LedgerLaunch, lost fate: TrackerLedger.Fate? = nil) async {
    await app.isQuiet()
    change("vendor") { account in
      let calls = account.open.filter { $0.name != "user" }
      if app.vendor.calls.suffix(calls.count) != calls.map(\.name)[...] {
        fail("the vendor has \(app.vendor.calls.suffix(calls.count)) of \(calls.map(\.name))")
      }
      account.told += account.open.count - calls.count
      (account.open, account.stored) = ([], 0)
    }
    let (taken, refused) = (Set(app.strict.taken), Set(app.strict.refused))
    change("strict") { account in
      for call in account.open {
        if call.isEvent, refused.contains(call.name) {
          account.end(1, .rejected)
        } else if call.isEvent, !taken.contains(call.name) {
          if let fate { account.end(1, fate) } else { fail("strict does not have \(call.name)") }
        }
      }
      (account.open, account.stored) = ([], 0)
    }
  }

  private func step(_ app: LedgerLaunch) async throws {
    switch random.below(16) {
    case 0..<4:
      track(app, 1 + random.below(LedgerLaunch.strictCapacity))
      await settle(app)
    case 4:
      if front.state != .open { openFront(app) }
      await settle(app)
    case 5:
      if random.chance(75) {
        openVendor(app)
      } else if account("vendor").gate?.state == .holding {
        steps.append("no vendor")
        app.vendorGate.close()
        change("vendor") { $0.closeGate() }
      }
      await settle(app)
    case 6: await decide(app)
    case 7: await purge(app)
    case 8: await changeUser(app)
    case 9:
      if front.state == .open {
        app.system.run {
          TrackableSystem.update(LedgerLaunch.Mood())
          TrackableSystem.report(LedgerLaunch.Failure())
        }
        take("other")
        take("error")
        await settle(app)
      }
    case 10: await losePart(app)
    case 11: await hold(app)
    case 12: if random.chance(30) { await fillStore(app) }
    case 13: if !isUnclear { try await extend(app) }
    case 14:
      steps.append("partial")
      turn(app, .partial)
      await look(app)
    default: await send(app, [.online, .offline, .forgetful][random.below(3)])
    }
  }

  private func turnOnNowAndThen(_ app: LedgerLaunch) { turn(app, random.chance(50) ? .online : .offline) }

  /// Once a call has failed, the next request has another one, and the service may answer for that first.
  private func turn(_ app: LedgerLaunch, _ mood: RecordedService.Mood) {
    app.turn(mood)
    if mood != .offline, mood != .holding { isUnclear = true }
  }

  private func send(_ app: LedgerLaunch, _ mood: RecordedService.Mood) async {
    steps.append("\(mood)")
    turn(app, mood)
    if mood == .online { await arriveAll(app) } else { await look(app) }
  }

  private func decide(_ app: LedgerLaunch) async {
    await know(app)
    moment += 1
    if status != .denied, random.chance(50) {
      steps.append("deny")
      status = .denied
      app.consent.deny(.analytics)
      change("asked") { $0.deny() }
    } else {
      steps.append("grant")
      change("asked") { account in
        if account.gate?.state == .refusing { account.gate?.endOfDenial = moment }
        account.openGate()
      }
      status = .granted
      app.consent.grant(.analytics)
    }
  }

  private func purge(_ app: LedgerLaunch) async {
    await know(app)
    steps.append("purge")
    let isPaused = random.chance(50)
    if isPaused { app.hub.pause() }
    if isPaused { track(app, 1 + random.below(LedgerLaunch.strictCapacity)) }
    moment += 1
    app.system.run { TrackableSystem.purge() }
    front.held = []
    changeAll { $0.purge() }
    app.hub.resume()
    await app.isQuiet()
    await look(app)
  }

  /// Only where no gate holds who the user is.
  private func changeUser(_ app: LedgerLaunch) async {
    if front.state != .open || status == .undecided || account("vendor").gate?.state == .holding { return }
    if isUnclear { await arriveAll(app) }
    steps.append("user")
    isSignedIn.toggle()
    user += 1
    app.system.run { isSignedIn ? TrackableSystem.identify("\(user)-") : TrackableSystem.reset() }
    take("user")
    await settle(app)
  }

  /// The backend has no room, fails, or gets calls that are too old.
  private func losePart(_ app: LedgerLaunch) async {
    if random.chance(30) {
      steps.append("fail")
      app.strict.fail(true)
      track(app, 1 + random.below(LedgerLaunch.strictCapacity))
      await settle(app, lost: .failed)
      return app.strict.fail(false)
    }
    app.hub.pause()
    track(app, 1 + random.below(2 * LedgerLaunch.strictCapacity))
    // It is in the queues.
    _ = app.hub.ledger
    change("strict") { $0.endFirst($0.open.count - LedgerLaunch.strictCapacity, .overflow) }
    let isLate = random.chance(50)
    steps.append(isLate ? "old" : "full")
    if isLate {
      app.clock.advance(by: .seconds(100))
      change("strict") { $0.endFirst($0.open.count, .expired) }
    }
    app.hub.resume()
    await settle(app)
    // What failed before is sent now, whatever the service says.
    await look(app)
  }

  /// The user decides, or purges, while requests are under way; or they go on.
  private func hold(_ app: LedgerLaunch) async {
    if front.state != .open || isUnclear { return }
    track(app, 3)
    await settle(app)
    steps.append("hold")
    app.turn(.holding)
    let flush = Task { [hub = app.hub] in await hub.flush(timeout: .seconds(60)) }
    await until { app.services["rows"]?.isHolding == true }
    if random.chance(60) { await decide(app) }
    turnOnNowAndThen(app)
    _ = await flush.value
    await look(app)
  }

  private func fillStore(_ app: LedgerLaunch) async {
    steps.append("fill")
    app.turn(.offline)
    for _ in 0..<16 {
      track(app, LedgerLaunch.strictCapacity)
      await settle(app)
    }
    await look(app)
  }

  /// Another process of the folder sends what this one has left on disk.
  private func extend(_ app: LedgerLaunch) async throws {
    await send(app, .offline)
    steps.append("extension")
    let (files, service) = (SimulatedFileSystem(disk), RecordedService())
    let destination = try LedgerLaunch.destination("rows", files, URL(filePath: temporary.path), time, service)
    let hub = TrackableSystem.withTracker(NoOpTracker()) { TrackerHub([destination], clock: ManualClock()) }
    service.turn(.online)
    hub.start()
    var other = account("rows").nextLaunch()
    await sendAll(hub, ["rows"])
    let gate = front
    front = LedgerAccount.Gate(capacity: 0)
    compare(hub, &other, service, isComplete: true)
    front = gate
    await hub.shutdown(timeout: .seconds(60))
    files.kill()
    change("rows") { $0.handOver() }
    await look(app)
  }

  private func end(_ app: LedgerLaunch) async throws {
    if hasFailed { return }
    await catchUp(app)
    switch random.below(3) {
    case 0:
      steps.append("shutdown")
      turnOnNowAndThen(app)
      await app.hub.shutdown(timeout: .seconds(60))
      compareAll(app)
      changeAll { $0.isOver = true }
      track(app, 2)
      compareAll(app)
    case 1:
      if front.state == .open {
        let before = accounts.map(\.open.count)
        track(app, 1 + random.below(LedgerLaunch.strictCapacity))
        for place in accounts.indices { accounts[place].unsure = before[place]..<accounts[place].open.count }
      }
      steps.append("kill at once")
    default: steps.append("kill")
    }
    let wrong = app.kill()
    if !wrong.isEmpty { fail("\(wrong)") }
  }

  // MARK: Looks

  private func look(_ app: LedgerLaunch) async {
    await app.hub.flush(timeout: .seconds(60))
    compareAll(app)
  }

  /// Everything arrives.
  private func arriveAll(_ app: LedgerLaunch) async {
    app.turn(.online)
    await sendAll(app.hub, LedgerLaunch.senders)
    compareAll(app, isComplete: true)
    isUnclear = false
  }

  private func sendAll(_ hub: TrackerHub, _ names: [String]) async {
    for _ in 0..<50 {
      await hub.flush(timeout: .seconds(60))
      if names.allSatisfy({ hub.ledger[$0]?.stored == 0 }) { return }
      time.advance(by: .seconds(1_000))
    }
    fail("not everything arrives: \(hub.ledger)")
  }

  /// What the store has is known.
  private func know(_ app: LedgerLaunch) async {
    if isUnclear { await arriveAll(app) } else { await catchUp(app) }
  }

  /// Down to the last call that had no room.
  private func catchUp(_ app: LedgerLaunch) async {
    await until { app.hub.ledger.entries.allSatisfy { $0.waiting == 0 } }
    compareAll(app)
  }

  private func compareAll(_ app: LedgerLaunch, isComplete: Bool = false) {
    for place in accounts.indices where !hasFailed {
      compare(app.hub, &accounts[place], app.services[accounts[place].name], isComplete: isComplete)
    }
  }

  private func compare(
    _ hub: TrackerHub, _ account: inout LedgerAccount, _ service: RecordedService?, isComplete: Bool
  ) {
    guard let entry = hub.ledger[account.name] else { return fail("no \(account.name)") }
    let problem =
      if let service {
        account.problem(entry, service, front: front, isComplete: isComplete, isUnclear: isUnclear)
      } else {
        account.problem(
          entry, front: front, delivered: (account.name == "vendor" ? app?.vendor.calls : app?.strict.taken)?.count ?? 0
        )
      }
    if let problem { fail(problem) }
    seen.formUnion(LedgerColumns(entry).figures.filter { $0.value > 0 }.keys)
  }
}
