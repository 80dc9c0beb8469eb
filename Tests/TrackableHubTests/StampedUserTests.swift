import TestSupport
import Testing
import TrackableHub
import TrackableTesting

@testable import Trackable

/// The user is content, like the time: an event arrives with the user and the groups of its call, after each kind of wait.
@Suite(.timeLimit(.minutes(10))) struct StampedUserTests {
  /// What the oracle knows of an event: its number, and whose it was when it was tracked.
  private struct Stamp: Hashable, CustomStringConvertible {
    let number: String
    let user: String?
    let groups: String
    var description: String { "\(number) of \(user ?? "nobody") in \(groups)" }
  }

  /// A tracker that notes each event with its user.
  private struct Service: AnalyticsEventTracker {
    let stamps = Shared<[Stamp]>([])

    func track(_ event: TrackedEvent) {
      let stamp = Stamp(number: event.name, user: event.userID, groups: event.groups.json)
      stamps.withLock { $0.append(stamp) }
    }
  }

  /// A gate in plain words. It gets the calls that the gate gets, right before it.
  private final class NaiveGate: AnalyticsEventTracker {
    private struct State {
      var status = Consent.Status.undecided
      var held: [TrackedEvent] = []
      var passed: [String] = []
      /// What had been decided when the user last agreed, and when the last denial ended.
      var (agreed, endOfDenial) = (UInt64(0), UInt64(0))

      /// Not what was tracked before a denial was over, or what somebody did who was gone when the user agreed.
      func admits(_ event: TrackedEvent) -> Bool {
        guard let user = event.user else { return true }
        return user.decision >= endOfDenial && !user.person.hasEnded(before: agreed)
      }
    }

    private let state = Shared(State())

    var passed: [String] { state.withLock { $0.passed } }

    func decide(_ status: Consent.Status) {
      state.withLock { state in
        if state.status == .denied, status != .denied { state.endOfDenial = Decisions.number }
        if status == .granted, state.status != .granted { state.agreed = Decisions.number }
        state.status = status
        if status == .granted { state.passed += state.held.filter(state.admits).map(\.name) }
        if status != .undecided { state.held = [] }
      }
    }

    func track(_ event: TrackedEvent) {
      state.withLock { state in
        if !state.admits(event) { return }
        switch state.status {
        case .undecided: state.held.append(event)
        case .granted: state.passed.append(event.name)
        case .denied: break
        }
      }
    }

    func reset() { state.withLock { if $0.status == .undecided { $0.held = [] } } }
  }

  /// An actor on which nothing runs until it is opened.
  private actor Desk {
    private let executor = QueueExecutor("desk")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }
    nonisolated func close() { executor.queue.suspend() }
    nonisolated func open() { executor.queue.resume() }
    func link(_ child: Place, parent: Place) { child.setupTrackableChain(parent: parent) }
  }

  private final class Place: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties { "place" ~>> true }
  }

  /// A program of random steps, and the expected events.
  private struct Program {
    private var random: SeededGenerator
    private(set) var expected: [Stamp] = []
    private var user: String?
    private var groups: TrackedProperties = []

    private let desk = Desk()
    private let here = Place()
    private let child = Place()
    private let parent = Place()
    private let consent = Consent()
    private let due = Shared<[@Sendable () -> Void]>([])
    private let system: ScopedSystem
    private var isBootstrapped = false

    /// One that is denied at times, and one that is not: a denial would empty the queue behind it.
    private let gate = NaiveGate()
    private let lasting = NaiveGate()
    /// Gets each event at once.
    private let plain = Service()
    /// Gets a new event for each.
    private let made = Service()
    private let gated = Service()
    private let queued = Probe("queued")
    /// Behind a gate in its hub, and behind one around its hub.
    private let gatedInside = Probe("inside")
    private let gatedAround = Probe("around")
    private let hub: TrackerHub
    private let around: TrackerHub

    init(seed: Int) {
      random = SeededGenerator(seed: UInt64(seed))
      var time = SystemTime.computer
      time.schedule = { [due] _, body in due.withLock { $0.append(body) } }
      system = ScopedSystem(bootstrapped: nil, readTimeout: .zero, time: time)
      hub = TrackableHubTests.hub(
        queued, gatedInside.requiringConsent(.advertising, from: consent), capacity: 100_000)
      around = TrackableHubTests.hub(gatedAround, capacity: 100_000)
    }

    private var tracker: some AnalyticsEventTracker {
      CombinedTracker(
        plain, made.flatMap { [TrackedEvent(IdentifiedByNumber(number: Int($0.name) ?? -1))] }, gate, lasting,
        gated.requiringConsent(.analytics, from: consent), hub, around.requiringConsent(.advertising, from: consent))
    }

    mutating func run(steps: Int) async {
      await desk.link(child, parent: parent)
      desk.close()
      for _ in 0..<steps { await step() }
      if !isBootstrapped { bootstrap() }
      await openDesk()
      decide(.granted, gate, .analytics)
      decide(.granted, lasting, .advertising)
      hub.start()
      around.start()
      await hub.flush(timeout: realPatience)
      await around.flush(timeout: realPatience)
      desk.open()
    }

    private mutating func step() async {
      switch random.below(40) {
      case 0..<5:
        let new = "u\(random.below(3))"
        if let user, user != new { groups = [] }
        user = new
        system.run { TrackableSystem.identify(new) }
      case 5, 6:
        (user, groups) = (nil, [])
        system.run { TrackableSystem.reset() }
      case 7:
        let id = "g\(random.below(3))"
        groups["team"] = .string(id)
        system.run { TrackableSystem.group(id, type: "team") }
      case 8: if !isBootstrapped { bootstrap() }
      case 9, 10: await openDesk()
      // The time is up of what waits for the desk.
      case 11: for body in due.exchange([]) { body() }
      case 12: decide([.undecided, .granted, .denied][random.below(3)], gate, .analytics)
      case 13: decide([.undecided, .granted][random.below(2)], lasting, .advertising)
      case 14: hub.start()
      case 15: around.start()
      default: track()
      }
    }

    private mutating func track() {
      let number = expected.count
      expected.append(Stamp(number: "\(number)", user: user, groups: groups.json))
      let event = IdentifiedByNumber(number: number)
      switch random.below(4) {
      case 0: system.run { TrackableSystem.track(event) }
      case 1: system.run { here.track(event) }
      default: system.run { child.track(event) }
      }
    }

    private mutating func bootstrap() {
      isBootstrapped = true
      system.run { TrackableSystem.bootstrap(tracker) }
    }

    /// What waits for the desk is read there. Nothing else happens meanwhile, so that each run is the same.
    private func openDesk() async {
      desk.open()
      await system.run { () async in }
      desk.close()
    }

    private func decide(_ status: Consent.Status, _ gate: NaiveGate, _ purpose: ConsentPurpose) {
      system.run { consent.update([purpose: status]) }
      gate.decide(status)
    }

    /// Where events arrived, and those that should have.
    var arrivals: [(name: String, stamps: [Stamp], numbers: [String])] {
      func stamps(_ probe: Probe) -> [Stamp] {
        probe.batches.all.joined().compactMap { envelope in
          guard case .event(let event) = envelope.content else { return nil }
          return Stamp(number: event.name, user: envelope.userID, groups: event.groups.json)
        }
      }
      let all = plain.stamps.value.map(\.number)
      return [
        ("plain", plain.stamps.value, all), ("made", made.stamps.value, all), ("queued", stamps(queued), all),
        ("gated", gated.stamps.value, gate.passed), ("inside", stamps(gatedInside), lasting.passed),
        ("around", stamps(gatedAround), lasting.passed),
      ]
    }
  }

  @Test(arguments: 0..<SearchScale.times(8, long: 400))
  func `Each event arrives with the user of its call, whatever it waited for`(seed: Int) async {
    var program = Program(seed: seed)
    await program.run(steps: 150)
    let expected = Set(program.expected)
    for (name, stamps, numbers) in program.arrivals {
      let wrong = stamps.filter { !expected.contains($0) }
      #expect(wrong.isEmpty, "seed \(seed), \(name)")
      #expect(stamps.map(\.number) == numbers, "seed \(seed), \(name)")
      #expect(!stamps.isEmpty || numbers.isEmpty, "seed \(seed), \(name)")
    }
    #expect(Set(program.arrivals[0].stamps) == expected, "seed \(seed)")
    #expect(program.arrivals[0].stamps.count == expected.count, "seed \(seed)")
  }
}
