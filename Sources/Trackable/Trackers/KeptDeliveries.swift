/// What is kept for somebody who gets it later, in order. When its time has come, all that waits is replayed, one after
/// the other, while more may wait behind it.
///
/// A change of who the user is, or a purge, never overtakes what is kept, nor does anything overtake it: no event shall be
/// taken for another user's.
struct KeptDeliveries {
  /// What is being replayed, in reverse: the next one is the last.
  private var replay: [KeptDelivery] = []
  private var waiting: [KeptDelivery] = []
  /// How many of what is kept, or is just being made, are changes.
  private(set) var changes = 0
  /// Whether what is just being made is one.
  private var isChanging = false

  var isEmpty: Bool { replay.isEmpty && waiting.isEmpty }
  /// How many wait, without those that are being replayed.
  var waitingCount: Int { waiting.count }
  /// Whether the next one is the first of those that waited together.
  var beginsReplay: Bool { replay.isEmpty }

  /// Whether what comes now may overtake what is kept.
  func mayBeOvertaken(byChange isChange: Bool) -> Bool { !isChange && changes == 0 }

  mutating func append(_ kept: consuming KeptDelivery) {
    if kept.isChange { changes += 1 }
    waiting.append(kept)
  }

  /// Forgets, of the changes of the user that came last, those that a later one replaces. They may be too many, and no
  /// other may be dropped: whatever comes later would be somebody else's.
  mutating func removeLast(replacedBy later: Delivery) {
    // The last one first.
    var last: [KeptDelivery] = []
    while let change = waiting.last, change.isChange {
      waiting.removeLast()
      let next = [later] + last.map(\.delivery)
      if next.contains(where: change.delivery.isReplaced(by:)) {
        changes -= 1
      } else {
        last.append(change)
      }
    }
    waiting.append(contentsOf: last.reversed())
  }

  /// The next one to make; ``endLast()`` has to follow.
  mutating func popFirst() -> KeptDelivery? {
    if replay.isEmpty {
      swap(&replay, &waiting)
      replay.reverse()
    }
    let next = replay.popLast()
    isChanging = next?.isChange ?? false
    return next
  }

  /// What was taken last, if anything, has been made.
  mutating func endLast() {
    if isChanging { changes -= 1 }
    isChanging = false
  }

  /// Forgets everything. Returns what is to be released after unlocking.
  mutating func removeAll() -> [KeptDelivery] {
    let removed = replay + waiting
    (replay, waiting) = ([], [])
    changes = isChanging ? 1 : 0
    return removed
  }

  /// Forgets everything but who the user is. Returns what is to be released after unlocking, and more.
  mutating func removeAllButUser() -> [KeptDelivery] {
    let all = replay.reversed() + waiting
    (replay, waiting) = ([], all.filter(\.tellsUser))
    changes = waiting.count + (isChanging ? 1 : 0)
    return all
  }
}
