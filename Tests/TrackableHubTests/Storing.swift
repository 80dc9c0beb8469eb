import TestSupport
import Trackable
import TrackableHub

/// A destination that keeps calls, and sends them when it is flushed.
struct Storing: StoringDestination {
  let name = "storing"
  let told = Mailbox<String>()
  let isOnline = Shared(true)
  /// Whether each user of whom it hears at once is the first; `nil` after a sign-out.
  let persons = Shared<[Bool?]>([])
  /// Whether it refuses an event of this name for good.
  var refuses: @Sendable (String) -> Bool = { _ in false }
  /// What a flush waits for first.
  var beforeFlush: @Sendable () async -> Void = {}
  /// What it does when its hub has ended, before it knows.
  var beforeEnd: @Sendable () -> Void = {}
  private let state = Lock(StoredFigures())

  var figures: StoredFigures { state.withLock { $0 } }

  func beginPurge(_ number: UInt64) {}
  func endPerson(before next: UserStamp.Person?) { persons.withLock { $0.append(next?.isFirst) } }

  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    for envelope in batch {
      state.withLock { account in
        if envelope.content == .purge {
          account.dropped[.purged] += account.stored
          account.stored = 0
        } else {
          account.accepted += 1
          if refuses(Probe.text(of: envelope)) {
            account.dropped[.rejected] += 1
          } else {
            account.stored += 1
          }
        }
      }
    }
    return .accepted
  }

  func flush() async {
    await beforeFlush()
    if !isOnline.value { return }
    state.withLock { account in
      account.delivered += account.stored
      account.stored = 0
    }
  }

  func hurry() { told.put("hurry") }
  func hubHasEnded() {
    beforeEnd()
    told.put("end")
  }
}
