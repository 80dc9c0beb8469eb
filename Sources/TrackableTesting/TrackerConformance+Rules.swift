import Foundation
import Trackable

extension TrackerConformance {
  /// What the check has observed if the tracker breaks a rule; `nil` if the tracker follows the rule.
  func observation(of rule: Rule) async -> String? {
    let arrivals = Arrivals()
    let tracker = makeTracker(arrivals.record)
    switch rule {
    case .flushWaits: return await flushWaits(tracker, arrivals)
    case .everyEventArrivesOnce: return await everyEventArrivesOnce(tracker, arrivals)
    case .eventsKeepTheirOrder: return await eventsKeepTheirOrder()
    case .eventsArriveAsGiven: return await arriveAsGiven(Self.variedEvents, comparingTimes: true)
    case .eventsDoNotAffectEachOther: return await doNotAffectEachOther()
    case .anyNumberOfProperties:
      let many = TrackedProperties((0..<300).map { "key \($0)" ~>> $0 })
      return await arriveAsGiven([Self.event("none"), Self.event("many", many)])
    case .unusualNames: return await arriveAsGiven(Self.unusualEvents)
    case .nothingElseArrives: return await nothingElseArrives()
    case .userChangesKeepTheirPlace: return await userChangesKeepTheirPlace()
    case .userPropertiesArriveAsGiven: return await userPropertiesArriveAsGiven()
    case .usersArriveAsGiven: return await usersArriveAsGiven()
    case .purgedIsNotSent: return await purgedIsNotSent(tracker, arrivals)
    case .severalThreads: return await severalThreads(tracker, arrivals)
    case .trackingWhileTracking: return await trackingWhileTracking(tracker, arrivals)
    case .everyRequirementIsForwarded: return nil
    }
  }

  /// Makes calls on a new tracker, flushes the tracker, and returns the arrivals.
  func arrivals(of calls: (any AnalyticsEventTracker) -> Void) async -> Arrivals {
    let arrivals = Arrivals()
    let tracker = makeTracker(arrivals.record)
    calls(tracker)
    await tracker.flush()
    return arrivals
  }

  private func flushWaits(_ tracker: any AnalyticsEventTracker, _ arrivals: Arrivals) async -> String? {
    tracker.track(Self.numbered(0))
    await tracker.flush()
    return arrivals.events.isEmpty ? "One event was tracked, and had not arrived when 'flush()' returned." : nil
  }

  private func everyEventArrivesOnce(_ tracker: any AnalyticsEventTracker, _ arrivals: Arrivals) async -> String? {
    for number in 0..<100 { tracker.track(Self.numbered(number)) }
    await tracker.flush()
    if let difference = Self.difference(arrivals.numbers, Array(0..<100)) { return difference }
    await tracker.flush()
    if arrivals.events.count > 100 {
      return "100 events were tracked, and more arrived when 'flush()' was called again."
    }
    for number in [100, 101, 100, 100] { tracker.track(Self.numbered(number)) }
    await tracker.flush()
    let alike = arrivals.numbers.count { $0 == 100 }
    if alike != 3 { return "Three equal events were tracked, and \(alike) arrived." }
    return nil
  }

  private func eventsKeepTheirOrder() async -> String? {
    let numbers = await arrivals { tracker in
      for number in 0..<100 { tracker.track(Self.numbered(number, Named(name: ["one", "two", "three"][number % 3]))) }
    }.numbers
    guard let place = numbers.indices.dropFirst().first(where: { numbers[$0] < numbers[$0 - 1] }) else { return nil }
    return "Event \(numbers[place]) arrived after event \(numbers[place - 1])."
  }

  /// Checks that events arrive unchanged. Each event gets a new tracker, because `doNotAffectEachOther` checks
  /// whether an earlier event affects a later event.
  private func arriveAsGiven(_ events: [TrackedEvent], comparingTimes: Bool = false) async -> String? {
    for event in events {
      guard let arrived = await arrivals(of: { $0.track(event) }).events.first else {
        return "'\(event.name)' did not arrive."
      }
      let expected = expecting(event)
      if arrived.name != expected.name { return "'\(expected.name)' arrived as '\(arrived.name)'." }
      if arrived.properties != expected.properties {
        return "'\(expected.name)' arrived with \(arrived.properties) instead of \(expected.properties)."
      }
      if comparingTimes, let timestamp = arrived.timestamp, timestamp != expected.timestamp {
        return "'\(expected.name)' was tracked at \(expected.timestamp), and arrived with \(timestamp)."
      }
    }
    return nil
  }

  private func doNotAffectEachOther() async -> String? {
    let events = (0..<6).map { number in
      Self.event(
        ["rich", "poor"][number % 2], number % 2 == 0 ? ["a": 1, "b": "two"] : [], at: Self.time + Double(number))
    }
    let all = await arrivals { tracker in
      for event in events {
        tracker.track(event)
        tracker.identify("john", traits: ["plan" ~>> "trait"])
        tracker.update(Member(value: "gold"))
      }
    }.events
    // The numbers are compared without their order, because another rule is about the order.
    for expected in events.map(expecting) {
      let arrived = all.filter { $0.name == expected.name }
      for event in arrived where event.properties != expected.properties {
        return "'\(expected.name)' arrived with \(event.properties) instead of \(expected.properties)."
      }
      let times = arrived.compactMap(\.timestamp)
      if Set(times).count != times.count {
        return "'\(expected.name)' was tracked at \(arrived.count) different times, and arrived with \(times)."
      }
    }
    return nil
  }

  private func nothingElseArrives() async -> String? {
    let arrived = await arrivals { tracker in
      tracker.identify("john")
      tracker.update(Member(value: "gold"))
      tracker.update(Visits(value: 1, operation: .increment))
      tracker.update(Visits(value: 2, operation: .setOnce))
      tracker.report(Broken(), at: CodeLocation())
      tracker.reset()
    }
    var left = ["identify john", "member gold", "reset"]
    for place in arrived.events.map(\.name) + arrived.places {
      guard let index = left.firstIndex(of: place) else {
        return
          "'\(place)' arrived, where there was 'identify john', 'member gold', an increment of 1, a 'set once' of 2, an "
          + "error and 'reset', each once."
      }
      left.remove(at: index)
    }
    return nil
  }

  private func severalThreads(_ tracker: any AnalyticsEventTracker, _ arrivals: Arrivals) async -> String? {
    let (threads, count) = (8, 100)
    // All threads wait until the last thread is ready, so that their calls overlap.
    let gate = DispatchSemaphore(value: 0)
    let ready = AtomicWord()
    let done = AtomicWord()
    await withCheckedContinuation { continuation in
      for thread in 0..<threads {
        Thread {
          if Int(ready.add(1)) == threads - 1 {
            for _ in 0..<threads { gate.signal() }
          }
          gate.wait()
          for number in 0..<count { tracker.track(Self.numbered(thread * count + number)) }
          if Int(done.add(1)) == threads - 1 { continuation.resume() }
        }.start()
      }
    }
    await tracker.flush()
    if let difference = Self.difference(arrivals.numbers, Array(0..<threads * count)) { return difference }
    if let difference = await flushingAtOnce() { return "Four called 'flush()' at once. " + difference }
    return await trackingWhileFlushing().map { "Events were tracked while it flushed. " + $0 }
  }

  private func flushingAtOnce() async -> String? {
    let arrivals = Arrivals()
    let tracker = makeTracker(arrivals.record)
    for round in 0..<20 {
      for number in 0..<5 { tracker.track(Self.numbered(5 * round + number)) }
      await withTaskGroup(of: Void.self) { group in for _ in 0..<4 { group.addTask { await tracker.flush() } } }
    }
    return Self.difference(arrivals.numbers, Array(0..<100))
  }

  /// Tracks on another thread during a flush. At each arrival, the check gives that thread some time.
  private func trackingWhileFlushing() async -> String? {
    let (made, thread, count) = (Lock(0), Lock<Thread?>(nil), 60)
    let arrivals = Arrivals {
      if thread.withLock({ $0 === Thread.current }) { return }
      let before = made.withLock { $0 }
      // The arrival waits only briefly, because a destination may keep other callers waiting until the arrival is over.
      for _ in 0..<20 where before < count && made.withLock({ $0 == before }) { sched_yield() }
    }
    let tracker = makeTracker(arrivals.record)
    tracker.track(Self.numbered(count))
    Thread {
      thread.withLock { $0 = .current }
      for number in 0..<count {
        tracker.track(Self.numbered(number))
        made.withLock { $0 += 1 }
        sched_yield()
      }
    }.start()
    while made.withLock({ $0 < count }) {
      await tracker.flush()
      await Task.yield()
    }
    await tracker.flush()
    return Self.difference(arrivals.numbers, Array(0...count))
  }

  private func trackingWhileTracking(_ tracker: any AnalyticsEventTracker, _ arrivals: Arrivals) async -> String? {
    let wasRead = Flag()
    let event = Self.numbered(0, TracksWhenRead(tracker: tracker, wasRead: wasRead))
    let finished = DispatchSemaphore(value: 0)
    let hasReturned = await withCheckedContinuation { continuation in
      // The call runs on a thread of its own, which the suite can leave alone, because the call may never return.
      Thread {
        tracker.track(event)
        finished.signal()
      }.start()
      Thread { continuation.resume(returning: finished.wait(timeout: .now() + 30) == .success) }.start()
    }
    if !hasReturned { return "The call did not return within 30 seconds." }
    await tracker.flush()
    // If the destination reads the event during the flush, it gets the other event only then, so it is flushed again.
    await tracker.flush()
    // If the destination does not read the name of the screen, the event tracks nothing.
    return Self.difference(arrivals.numbers, wasRead.isSet ? [0, 1] : [0])
  }
}
