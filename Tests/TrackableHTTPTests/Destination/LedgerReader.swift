import Foundation
import Trackable
import TrackableHTTP
import TrackableHub

/// Reads a hub's ledger again and again, on a thread of its own, and notes where it does not add up.
final class LedgerReader: Sendable {
  private let wrong = Lock<[String]>([])
  private let isOver = Lock(false)
  private let hasEnded = DispatchSemaphore(value: 0)

  init(_ hub: TrackerHub) {
    Thread { [self] in
      var last = hub.ledger.entries
      // Once at least, however soon the end comes.
      repeat {
        for (place, entry) in hub.ledger.entries.enumerated() {
          if !entry.adds { wrong.withLock { $0.append("\(entry)") } }
          // What has arrived stays so.
          if entry.delivered < last[place].delivered {
            wrong.withLock { $0.append("\(last[place].delivered) were delivered, and now \(entry.delivered)") }
          }
          last[place] = entry
        }
        sched_yield()
      } while !isOver.withLock({ $0 })
      hasEnded.signal()
    }.start()
  }

  /// The first readings that did not add up.
  func end() -> [String] {
    isOver.withLock { $0 = true }
    hasEnded.wait()
    return wrong.withLock { Array($0.prefix(3)) }
  }
}

extension TrackerLedger.Entry {
  /// Whether the equation holds, and no column is negative.
  var adds: Bool {
    let columns = [held, waiting, stored, delivered, handedOver, dropped]
    return accepted + adopted == columns.reduce(0, +) && columns.allSatisfy { $0 >= 0 }
  }
}
