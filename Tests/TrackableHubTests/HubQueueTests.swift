import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub

/// The state machine against the naive model.
///
/// `TRACKABLE_ORACLE_SEED` and `TRACKABLE_ORACLE_COUNT` choose other and more programs:
///
///     TRACKABLE_ORACLE_SEED=7 TRACKABLE_ORACLE_COUNT=1000000 \
///       TRACKABLE_TESTS=TrackableHubTests swift test -c release -Xswiftc -enable-testing --filter HubQueueTests
@Suite struct HubQueueTests {
  private static let seed = setting("TRACKABLE_ORACLE_SEED") ?? 1
  private static let count = setting("TRACKABLE_ORACLE_COUNT").map(Int.init) ?? SearchScale.times(200, long: 4_000)
  private static let parts = 16

  private static func setting(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
  }

  @Test(arguments: 0..<parts)
  func `Random programs do what a naive reading says`(part: Int) async {
    await takingTurns {
      for round in 0..<(Self.count + Self.parts - 1) / Self.parts {
        let seed = Self.seed &+ UInt64(part) &* 1_000_000_007 &+ UInt64(round)
        let world = HubProgram(seed: seed).run()
        if !world.problems.isEmpty {
          Issue.record("seed \(seed): \(world.problems[0])")
          return
        }
      }
    }
  }
}

/// A random program: a hub, and what happens to it, up to its end.
struct HubProgram {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func policy() -> DeliveryPolicy {
    var policy = DeliveryPolicy()
    policy.capacity = 1 + random.below(5)
    policy.batchSize = 1 + random.below(4)
    policy.batchDelay = .seconds([0, 0, 2, 10][random.below(4)])
    policy.retry = RetryPolicy(
      limit: [nil, 0, 1, 3][random.below(4)], first: .seconds(random.below(4)), longest: .seconds(8))
    policy.timeLimit = .seconds([0, 5, 20, 60][random.below(4)])
    policy.purgesBeforeConfiguring = random.chance(50)
    policy.maximumAge = [nil, nil, .seconds(3), .seconds(15)][random.below(4)]
    return policy
  }

  consuming func run() -> HubWorld {
    let world = HubWorld((0..<1 + random.below(3)).map { _ in policy() })
    let length = 20 + random.below(100)
    // Most start early, and end late.
    for step in 0..<length where world.problems.isEmpty {
      if step == 5, random.chance(80) {
        world.take(.start(denied: denied(world)))
      } else {
        world.take(input(world, isLate: step > length - 15))
      }
    }
    if world.problems.isEmpty { end(world) }
    return world
  }

  private mutating func kind() -> ModelDestination.Kind {
    switch random.below(20) {
    case 0..<13: .event
    case 13..<16: .identify("u\(random.below(3))")
    case 16, 17: .reset
    case 18: .purge
    default: .event
    }
  }

  private mutating func input(_ world: HubWorld, isLate: Bool) -> HubWorld.Input {
    if !world.calls.isEmpty, random.chance(40) {
      let call = random.below(world.calls.count)
      return random.chance(30) ? .perform(call) : .answer(call, reply())
    }
    switch random.below(100) {
    case 0..<45: return .give(kind(), to: random.chance(80) ? nil : random.below(world.model.count))
    case 45..<48: return .start(denied: denied(world))
    case 48: return .pause
    case 49..<51: return .resume
    case 51: return .hurry
    case 52..<58: return .flush
    case 58: return .confirm
    case 59: return .awaitEnd
    case 60..<66: return world.waiters > 0 ? .withdraw(1 + random.below(world.waiters)) : .flush
    case 66..<90:
      return .pass(
        random.chance(40) ? nil : .milliseconds(random.below(3) == 0 ? random.below(20_000) : random.below(1_500)))
    case 90..<92: return isLate ? .shutdown : .pass(nil)
    case 92: return isLate ? .close : .pass(nil)
    default: return .give(.event, to: nil)
    }
  }

  private mutating func denied(_ world: HubWorld) -> Set<Int> {
    Set(world.model.indices.filter { _ in random.chance(30) })
  }

  private mutating func reply() -> HubWorld.Reply {
    switch random.below(10) {
    case 0..<4: .yes
    case 4..<6: .retry(after: nil)
    case 6: .retry(after: [.seconds(-1), .zero, .seconds(3), .seconds(Int64.max)][random.below(4)])
    case 7, 8: .rejected(mask: random.below(16))
    default: .tooLarge
    }
  }

  /// From any state, willing destinations and time are all that a shutdown needs.
  private mutating func end(_ world: HubWorld) {
    world.take(.shutdown)
    for _ in 0..<1_000 {
      if world.isOver || !world.problems.isEmpty { break }
      if world.calls.isEmpty { world.take(.pass(nil)) } else { world.take(.answer(0, .yes)) }
    }
    world.expectEnd()
  }
}
