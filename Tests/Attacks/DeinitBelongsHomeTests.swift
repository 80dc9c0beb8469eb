import Foundation
import Testing
import Trackable

/// An actor that owns objects which are not `Sendable`.
private actor Workshop {
  private let name: String
  private let registry = Registry()

  init(_ name: String) { self.name = name }

  func churn(_ count: Int, below parent: (any TrackableClass & Sendable)? = nil, tracks: Bool = false) {
    registry.churn(count, below: parent, tracks: tracks)
  }

  /// One of several tasks that share the actor. What each holds, it holds while others run.
  func churnAndYield(_ rounds: Int) async {
    for round in 0..<rounds {
      var pieces = registry.enter { (0..<20).map { _ in registry.makePiece() } }
      registry.enter { for piece in pieces { piece.setupTrackableChain(trackedProperties: ["link" ~>> round]) } }
      await Task.yield()
      registry.enter { pieces.removeLast(10) }
      await Task.yield()
      registry.enter { pieces = [] }
    }
  }

  func checkEnds() { registry.checkEnds(name) }
}

/// A screen owns objects which are not `Sendable`: it has to end on the main thread.
@MainActor private final class Screen {
  private let piece: Piece
  init(_ registry: Registry) { piece = registry.makePiece() }
}

extension Screen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { "screen" ~>> piece.number }
}

/// An object that is itself an actor: it may end anywhere, but it must end.
private actor Player: TrackableClass {
  static let ended = Tally()
  deinit { Player.ended.add() }
  nonisolated var trackedProperties: TrackedProperties { "player" ~>> true }
  func link(to parent: (any TrackableClass & Sendable)?) {
    setupTrackableChain(trackedProperties: ["link" ~>> true], parent: parent)
  }
}

extension Attacks {
  @Suite struct `The library never runs a deinit where it does not belong` {
    @Test func `Objects end on the actor or thread that linked them, also if tasks hold them, below a shared parent`()
      async
    {
      await #expect(processExitsWith: .success) {
        watch()
        let events = Tally()
        TrackableSystem.bootstrap(ClosureTracker { _ in events.add() })
        let workshops = (0..<4).map { Workshop("actor \($0)") }
        let (root, shelf) = (lasting(Branch("root")), lasting(Branch("shelf")))
        shelf.setupTrackableChain(parent: root)
        let count = Scale.times(8_000, atMost: 1_000_000)
        async let threads: Void = onThreads(4) { index in
          let registry = Registry()
          registry.churn(count, below: shelf, tracks: true)
          registry.checkEnds("thread \(index)")
        }
        await withTaskGroup { group in
          for workshop in workshops {
            group.addTask { await workshop.churn(count, below: shelf, tracks: true) }
            for _ in 0..<4 { group.addTask { await workshop.churnAndYield(Scale.times(100, atMost: 8_000)) } }
          }
        }
        await threads
        for workshop in workshops { await workshop.checkEnds() }
        check(events.count > 0, "events arrive")
      }
    }

    @Test func `Main-actor screens end on the main thread, while others link and track on theirs and below them`() async
    {
      await #expect(processExitsWith: .success) {
        watch()
        let (events, root, isOver) = (Tally(), lasting(Branch("root")), Signal())
        root.setupTrackableChain(trackedProperties: ["link of root" ~>> true])
        TrackableSystem.bootstrap(
          ClosureTracker { event in
            if ["link", "root", "link of root"].allSatisfy(event.says) { events.add() }
          })
        TrackableSystem.issueHandler = { _ in }
        async let others: Void = onThreads(2) { index in
          let registry = Registry()
          let branch = Branch("thread \(index)")
          while !isOver.isSent { registry.churn(2_000, below: branch, tracks: true) }
          registry.checkEnds("thread \(index)")
        }
        let (place, registry) = (lasting(Place()), await MainActor.run { MainRegistry() })
        await registry.churn(Scale.times(8_000, atMost: 1_000_000))
        let rounds = Scale.times(200, atMost: 20_000)
        for round in 0..<rounds {
          // Every second one is linked on its own actor, the others on one that is not theirs.
          let services = (0..<4).map { Branch("service \($0)") }
          await registry.open(services, below: root, isLinkedHere: round.isMultiple(of: 2), place)
          async let closing: Void = registry.close()
          for service in services { service.track(Numbered(round)) }
          await place.run { _ in for service in services { service.track(Numbered(round)) } }
          await closing
        }
        isOver.send()
        await others
        await TrackableSystem.flush()
        check(events.count == rounds * 8, "every event has the rest of the chain; \(events.count) of \(rounds * 8) do")
        await registry.checkEnds()
      }
    }

    @Test func `Objects that are actors all end, wherever they are linked, and no event on them or on others is lost`()
      async
    {
      await #expect(processExitsWith: .success) {
        watch()
        let (inbox, _) = bootstrap()
        let place = Place()
        let count = Scale.times(1_000, atMost: 50_000)
        await withTaskGroup { group in
          for task in 0..<8 {
            group.addTask {
              let root = Branch("root \(task)")
              for step in 0..<count {
                let player = Player()
                if step.isMultiple(of: 2) { await player.link(to: root) } else { await place.link(player, to: root) }
                if !step.isMultiple(of: 8) { continue }
                player.track(Numbered(3 * (task * count + step)))
                // Both actors are gone as soon as the events are tracked.
                let (child, parent) = (Branch("child"), Branch("parent"))
                await Place().link(child, to: parent)
                child.track(Numbered(3 * (task * count + step) + 1))
                await Place().run { _ in child.track(Numbered(3 * (task * count + step) + 2)) }
              }
            }
          }
        }
        await TrackableSystem.flush()
        let sent = (0..<8 * count).filter { ($0 % count).isMultiple(of: 8) }.flatMap { 3 * $0..<3 * $0 + 3 }
        check(inbox.numbers.sorted() == sent, "every event arrives exactly once; \(inbox.count) of \(sent.count) did")
        // A job that has just ended on another thread may still hold its actor.
        let end = ContinuousClock.now + .seconds(patience)
        while Player.ended.count < count * 8, .now < end { await Task.yield() }
        check(Player.ended.count == count * 8, "every actor ends; \(Player.ended.count) of \(count * 8) did")
      }
    }

    @Test func `Memory does not grow with the objects and threads that came and went`() async {
      await #expect(processExitsWith: .success) {
        watch()
        TrackableSystem.bootstrap(ClosureTracker { _ in })
        let (first, second) = (Workshop("the first actor"), Workshop("the second actor"))
        let shared = lasting(Branch("shared"))
        @Sendable func churn(_ count: Int) async {
          async let one: Void = first.churn(count, below: shared, tracks: true)
          async let two: Void = second.churn(count, below: shared, tracks: true)
          _ = await (one, two)
          await onThreads(2) { _ in Registry().churn(count, below: shared, tracks: true) }
          for _ in 0..<count / 100 { await Player().link(to: shared) }
        }
        @Sendable func trackOnThreads(_ count: Int) async {
          await onThreads(1) { _ in
            for number in 0..<count {
              let end = DispatchSemaphore(value: 0)
              Thread {
                shared.track(Numbered(number))
                end.signal()
              }.start()
              end.wait()
            }
          }
        }
        // A thread leaves nothing behind.
        await trackOnThreads(2_000)
        let beforeThreads = residentMegabytes() ?? 0
        await trackOnThreads(Scale.times(10_000, atMost: 120_000))
        let afterThreads = residentMegabytes() ?? 0
        check(afterThreads - beforeThreads < 3, "memory went from \(beforeThreads) to \(afterThreads) MB")

        await churn(8_000)
        let before = residentMegabytes()
        for _ in 0..<Scale.times(2, atMost: 80) { await churn(8_000) }
        guard let before, let after = residentMegabytes() else { return }
        check(after - before < 50, "memory stays as it is; it went from \(before) to \(after) MB")
      }
    }
  }
}

/// The screens that the main actor shows.
@MainActor private final class MainRegistry {
  private let registry = Registry()
  private var screens: [Screen] = []

  /// Shows and drops screens, most of them below another one.
  func churn(_ count: Int) {
    var window: [Screen?] = Array(repeating: nil, count: 300)
    registry.enter {
      for index in 0..<count {
        let screen = Screen(registry)
        let parent = index.isMultiple(of: 20) ? nil : window[(index + 299) % 300]
        screen.setupTrackableChain(trackedProperties: ["link" ~>> index], parent: parent)
        if index.isMultiple(of: 10) { screen.track(Numbered(index)) }
        window[index % 300] = screen
      }
      window = []
    }
    registry.churn(count, tracks: true)
  }

  /// Shows a screen that is the parent of services.
  func open(_ services: [Branch], below root: Branch, isLinkedHere: Bool, _ place: Place) async {
    let screen = registry.enter { Screen(registry) }
    screens.append(screen)
    screen.setupTrackableChain(trackedProperties: ["link" ~>> true], parent: root)
    for service in services {
      if isLinkedHere { service.setupTrackableChain(parent: screen) } else { await place.link(service, to: screen) }
    }
  }

  func close() { registry.enter { screens = [] } }
  func checkEnds() { registry.checkEnds("the main actor") }
}
