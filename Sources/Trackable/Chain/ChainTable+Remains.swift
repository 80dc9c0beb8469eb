import Synchronization

extension ChainTable {
  /// Links that are no longer needed, but were too many to be released in one call: a list of the lowest links of
  /// chains that nobody else holds.
  private static let remains = Lock<ChainLink?>(nil)
  private static let hasRemains = Atomic(false)

  /// How many of them one call releases. Each takes a few of its ancestors with it.
  private static let releasedPerCall = 8

  /// Leaves it to later calls to release a link and the chain above it.
  static func releaseLater(_ link: ChainLink?) {
    remains.withLock { first in
      link?.next = first.take()
      first = link
      hasRemains.store(true, ordering: .relaxed)
    }
  }

  /// Releases a few of the links that earlier calls left.
  static func releaseSome() {
    guard hasRemains.load(ordering: .relaxed) else { return }
    for _ in 0..<releasedPerCall {
      let link = remains.withLock { first in
        let link = first.take()
        first = link?.next.take()
        if first == nil { hasRemains.store(false, ordering: .relaxed) }
        return link
      }
      guard link != nil else { return }
    }
  }
}
