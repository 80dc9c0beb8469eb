import TestSupport
import Testing
import Trackable

/// Programs in which every object is linked once, as most objects of an app are. Each test has a process of its own,
/// where no other code links.
@Suite struct LinkedOnceTests {
  @Test(arguments: [Place.main, .actor, .anywhere])
  func `There are never more links than two and a half times the objects that were alive at once, and 66`(place: Place)
    async
  {
    await #expect(processExitsWith: .success) { [place] in
      for seed in 0..<SearchScale.times(20, long: 400) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let desk = Desk(place, takesMemory: generator.chance(50))
        for phase in 0..<5 {
          let size = generator.below(generator.chance(20) ? 600 : 60)
          let style = generator.below(4)
          for step in 0..<generator.below(800) {
            await desk.link()
            await desk.drop(to: size, style, random: generator.next())
            if let fault = await desk.fault {
              Issue.record("seed \(seed), phase \(phase), step \(step): \(fault)")
              return
            }
          }
          if generator.chance(50) { await desk.drop(to: 0, style, random: 0) }
        }
        await desk.close()
      }
    }
  }
}

/// Where objects are linked.
enum Place: Codable, Sendable { case main, actor, anywhere }

/// An actor whose links calls look after.
private actor Clerk {
  func link(_ object: any TrackableClass & Sendable, _ kept: Kept) { object.deliver(to: kept) }
}

/// Links objects, each of them once. It knows which of them are alive, and which links there are.
private actor Desk {
  private struct Linked {
    let object: any TrackableClass & Sendable
    let kept: WeakKept
  }

  private struct WeakKept { weak var kept: Kept? }

  private let place: Place
  private let clerk = Clerk()
  private var living: [Linked] = []
  private var dead: [WeakKept] = []
  /// What takes the memory of the dead, so that no object comes to an address again.
  private var others: [any TrackableClass] = []
  private let takesMemory: Bool
  /// The most that were alive at once.
  private var most = 0
  /// Those of the dead that are to be forgotten after so many calls.
  private var forgotten: [WeakKept] = []
  private var callsLeft = 0
  private(set) var fault: String?

  init(_ place: Place, takesMemory: Bool) {
    self.place = place
    self.takesMemory = takesMemory
  }

  func link() async {
    let kept = Kept()
    let object: any TrackableClass & Sendable = place == .anywhere ? Musician() : Plain()
    switch place {
    case .main: await MainActor.run { object.deliver(to: kept) }
    case .actor: await clerk.link(object, kept)
    case .anywhere: object.deliver(to: kept, isolation: nil)
    }
    callsLeft -= 1
    living.append(Linked(object: object, kept: WeakKept(kept: kept)))
    most = max(most, living.count)
    check()
  }

  /// Lets objects go, the oldest, the newest, any, or all at once.
  func drop(to size: Int, _ style: Int, random: UInt64) {
    while living.count > size {
      let index =
        switch style {
        case 0: 0
        case 1: living.count - 1
        default: Int(random >> 1) % living.count
        }
      dead.append(living.remove(at: index).kept)
      if takesMemory { others.append(place == .anywhere ? Musician() : Plain()) }
      if style == 3, living.count == size {
        dead += living.map(\.kept)
        living = []
      }
    }
    check()
  }

  private func check() {
    dead.removeAll { $0.kept == nil }
    if 2 * (living.count + dead.count) > 5 * most + 132 {
      fault = "\(dead.count) dead ones beside \(living.count) live ones, and never more than \(most) were alive"
    }
    if callsLeft > 0 { return }
    let left = forgotten.count { $0.kept != nil }
    if left > 0 { fault = "\(left) of \(forgotten.count) dead ones remain after two rounds of calls" }
    forgotten = dead
    // Two rounds, in which each call may ask only one.
    callsLeft = 2 * (living.count + dead.count) + 8
  }

  /// Other programs begin with none of these links.
  func close() async {
    drop(to: 0, 0, random: 0)
    var rest = dead
    while !rest.isEmpty {
      let object = Plain()
      switch place {
      case .main: await MainActor.run { object.setupTrackableChain() }
      case .actor: await clerk.link(object, Kept())
      case .anywhere: object.setupTrackableChain(isolation: nil)
      }
      rest.removeAll { $0.kept == nil }
    }
  }
}
