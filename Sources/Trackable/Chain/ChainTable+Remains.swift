import Synchronization

extension ChainTable {
  /// Links that nobody needs any more, and that were too many to be released in one go: the lowest ones of chains that
  /// nobody else holds, in a list.
  private static let remains = Lock<ChainLink?>(nil)
  private static let hasRemains = Atomic(false)

  /// How many of them a call takes. Each one takes a few of its ancestors with it.
  private static let releasedPerCall = 8

  /// Leaves a link, and the chain above it, to later calls.
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
