import Testing
import Trackable
import TrackableHub
import TestSupport

/// A destination that knows when nothing may come.
private final class Vault: AnalyticsEventTracker {
  private struct State: Sendable {
    var numbers: [Int] = []
    var active = 0
    var resets = 0
    var purges = 0
    /// From a `purge` to the moment before the user agrees again.
    var isClosed = false
    var arrivedWhileClosed = 0
    var overlapped = 0
    var lastWasReset = false
    var purgesWithoutReset = 0
  }

  private let state = Guarded(State())

  func track(_ event: TrackedEvent) {
    let number = event.number
    state.withLock { state in
      if state.isClosed { state.arrivedWhileClosed += 1 }
      state.active += 1
      state.lastWasReset = false
    }
    spin(microseconds: number.isMultiple(of: 64) ? 20 : 0)
    state.withLock { state in
      state.numbers.append(number)
      state.active -= 1
    }
  }

  func reset() {
    state.withLock { state in
      state.resets += 1
      state.lastWasReset = true
      if state.active > 0 { state.overlapped += 1 }
    }
  }

  func purge() {
    state.withLock { state in
      state.purges += 1
      if !state.lastWasReset { state.purgesWithoutReset += 1 }
      if state.active > 0 { state.overlapped += 1 }
      state.isClosed = true
    }
  }

  /// The user is about to agree.
  func open() { state.withLock { $0.isClosed = false } }

  var numbers: [Int] { state.withLock { $0.numbers } }
  var purges: Int { state.withLock { $0.purges } }

  func checkArrivals(forbidden: Set<Int>) {
    let numbers = numbers
    check(Set(numbers).count == numbers.count, "no event arrives twice")
    let leaked = forbidden.intersection(numbers)
    check(leaked.isEmpty, "nothing forbidden arrives; \(leaked.count) of \(forbidden.count) did")
    check(!forbidden.isEmpty, "something was forbidden")
    check(!numbers.isEmpty, "something was allowed")
  }

  func checkOrder() {
    let state = state.current
    check(state.arrivedWhileClosed == 0, "nothing comes after a purge; \(state.arrivedWhileClosed) did")
    check(state.overlapped == 0, "no call is being made while the rest is purged; \(state.overlapped) were")
    check(state.purgesWithoutReset == 0, "a purge follows its reset; \(state.purgesWithoutReset) did not")
    check(state.resets == state.purges, "resets and purges come in pairs; \(state.resets) and \(state.purges)")
  }
}

/// What the thread that decides tells those that track: odd while nothing is allowed, that is, from the return of `deny`
/// to the moment before `grant`.
private final class Window: Sendable {
  private let number = Shared(0)

  var current: Int { number.value }
  func next() { number.add(1) }

  /// Tracks events. Returns those that were tracked while nothing was allowed, from beginning to end.
  func track(_ numbers: Range<Int>) -> Set<Int> {
    Set(
      numbers.filter { number in
        let before = current
        Numbered(number).trigger()
        return before % 2 == 1 && current == before
      })
  }
}

/// Several threads track while another one decides. Nothing arrives that was forbidden from beginning to end.
private func checkWindows(
  of vault: Vault, _ consent: Consent, producers: Int, events: Int, hub: TrackerHub? = nil,
  decide: @escaping @Sendable (_ round: Int, Window) -> Void
) async {
  let window = Window()
  let forbidden = Guarded<Set<Int>>([])
  let running = Shared(producers)
  await onThreads(producers + 1) { thread in
    if thread == producers {
      var round = 0
      while running.value > 0 {
        decide(round, window)
        round += 1
      }
      return
    }
    let found = window.track(thread * events..<(thread + 1) * events)
    forbidden.withLock { $0.formUnion(found) }
    running.add(-1)
  }
  // In any schedule of the threads, one event is forbidden, and one is allowed: denials may have purged all others.
  let last = producers * events + 1
  consent.deny(.analytics)
  window.next()
  let found = window.track(last - 1..<last)
  forbidden.withLock { $0.formUnion(found) }
  vault.open()
  window.next()
  consent.grant(.analytics, .advertising)
  Numbered(last).trigger()
  await TrackableSystem.flush()
  await hub?.shutdown()
  vault.checkArrivals(forbidden: forbidden.current)
  check(vault.numbers.last == last, "an event after the last decision arrives, and last")
}

extension Attacks {
  @Suite struct `Consent is honoured` {
    @Test(arguments: [false, true])
    func `Nothing arrives that was tracked between a denial and the next grant`(waitsForPurge: Bool) async {
      await #expect(processExitsWith: .success) { [waitsForPurge] in
        watch()
        let (vault, consent, issues) = (Vault(), Consent([.analytics: .granted]), IssueLog())
        TrackableSystem.bootstrap(vault.requiringConsent(.analytics, from: consent))
        // Enough for the thread that decides to come between, even in short turns.
        let events = Scale.times(20_000, atMost: 50_000)
        await checkWindows(of: vault, consent, producers: 8, events: events) { round, window in
          consent.deny(.analytics)
          window.next()
          if waitsForPurge { while vault.purges <= round { spin(microseconds: 5) } }
          spin(microseconds: 100)
          vault.open()
          window.next()
          consent.grant(.analytics)
          spin(microseconds: 100)
        }
        if waitsForPurge { vault.checkOrder() }
        check(issues.kinds.isEmpty, "opting out is no issue: \(issues.summary)")
      }
    }

    /// A gate in a gate: what the outer one keeps must not reach the inner one as if it were tracked when it comes out.
    enum Place: String, CaseIterable, Codable { case direct, aroundDestination, aroundHub, outsideFirst }

    @Test(arguments: Place.allCases)
    func `Of two purposes, no event arrives that was tracked while one was denied, from any queue`(
      place: Place
    ) async {
      await #expect(processExitsWith: .success) { [place] in
        watch()
        let (vault, consent) = (Vault(), Consent([.analytics: .granted, .advertising: .granted]))
        let analytics = vault.requiringConsent(.analytics, from: consent)
        let hub: TrackerHub?
        switch place {
        case .direct, .outsideFirst:
          hub = nil
          let inner = place == .direct ? analytics : vault.requiringConsent(.advertising, from: consent)
          TrackableSystem.bootstrap(
            inner.addingDefaults(["a" ~>> 1])
              .requiringConsent(place == .direct ? .advertising : .analytics, from: consent))
        case .aroundDestination:
          hub = TrackerHub([analytics.renaming(.snakeCase).requiringConsent(.advertising, from: consent)])
          if let hub { TrackableSystem.bootstrap(hub) }
        case .aroundHub:
          hub = TrackerHub([analytics])
          if let hub { TrackableSystem.bootstrap(hub.requiringConsent(.advertising, from: consent)) }
        }
        hub?.start()
        let events = Scale.times(20_000, atMost: 100_000)
        await checkWindows(of: vault, consent, producers: 3, events: events, hub: hub) { round, window in
          let (denied, other): (ConsentPurpose, ConsentPurpose) =
            round & 1 == 0 ? (.analytics, .advertising) : (.advertising, .analytics)
          // Held by one gate, while the other one denies.
          if round & 2 == 0 { consent.update([other: .undecided]) }
          consent.deny(denied)
          window.next()
          spin(microseconds: 50)
          window.next()
          switch round / 4 % 3 {
          case 0: consent.update([.analytics: .granted, .advertising: .granted])
          case 1: consent.grant(denied)
          default: consent.update([denied: .undecided])
          }
          consent.grant(.analytics, .advertising)
          spin(microseconds: 50)
        }
      }
    }

    @Test func `Held calls go out once, also while other threads decide`() async {
      await #expect(processExitsWith: .success) {
        watch()
        for _ in 0..<Scale.times(20, atMost: 400) {
          let (vault, consent) = (Vault(), Consent())
          let tracker = vault.requiringConsent(.analytics, from: consent)
          await onThreads(8) { thread in
            for number in thread * 100..<(thread + 1) * 100 {
              if number == 350 { consent.grant(.analytics) }
              if thread == 5, number.isMultiple(of: 10) {
                consent.update([.analytics: number.isMultiple(of: 20) ? .undecided : .granted])
              }
              tracker.track(Numbered(number))
            }
          }
          consent.grant(.analytics)
          // The thread that agreed delivers the calls that waited then, another one the later calls.
          await tracker.flush()
          check(
            vault.numbers.sorted() == Array(0..<800), "nothing allowed is lost; \(vault.numbers.count) of 800 arrived")
        }
      }
    }
  }
}
