import TestSupport
import Testing
import Trackable

@testable import TrackableHub

/// What a destination that keeps a user of its own is told, whatever of what was called has been lost on the way.
@Suite struct DestinationUserTests {
  private typealias Call = (call: TrackerCall, user: UserStamp)

  /// Calls in the order of a system, in which some come late, and of which some are lost.
  private static func calls(_ random: inout SeededGenerator) -> [Call] {
    var user = UserStamp.nobody
    var calls: [Call] = []
    for number in 0..<60 {
      switch random.below(8) {
      case 0:
        user = user.next("\(random.below(4))")
        calls.append((.identify(TrackedUser(user.id ?? "", traits: ["number" ~>> number])), user))
      case 1:
        calls.append((.reset, user))
        user = user.next(nil)
      case 2: calls.append((.update(TrackedUserProperty(Mood(value: user.id ?? "nobody"))), user))
      default: calls.append((.track(TrackedEvent(IdentifiedByNumber(number: number))), user))
      }
    }
    for place in calls.indices where random.chance(10) {
      let isEvent = if case .track = calls[place].call { true } else { false }
      if isEvent { calls.insert(calls.remove(at: place), at: min(place + random.below(12), calls.count - 1)) }
    }
    return calls.filter { _ in !random.chance(15) }
  }

  @Test(arguments: 0..<SearchScale.times(200, long: 20_000))
  func `A library that keeps a user has each call under its own, or is not given it`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var destination = DestinationUser()
    // What the library knows, and the number of the last user that it was told of, by a naive reading.
    var known: String?
    var latest = 0
    for (call, user) in Self.calls(&random) {
      let told = destination.calls(for: call, of: user)
      let isLate = !call.tellsUser && user.number < latest && user.id != known
      #expect((told == nil) == isLate, "seed \(seed)")
      for told in told ?? [] {
        switch told {
        case .identify(let new): known = new.id
        case .reset: known = nil
        default: #expect(known == user.id, "seed \(seed)")
        }
      }
      if let told {
        #expect(told.last?.name == call.name && told.dropLast().allSatisfy(\.tellsUser))
        #expect(told.count == 1 || told.count == 2 && !call.tellsUser)
      }
      switch call {
      case .reset: latest = user.number + 1
      case .identify: latest = user.number
      default: if !isLate, told?.count == 2 { latest = user.number }
      }
    }
  }
}
