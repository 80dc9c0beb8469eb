import Trackable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What was handed over and has not been distributed to the destinations. A caller appends to this one queue, whatever the
/// number of destinations, and wakes nobody while others keep coming: somebody will look after a while.
///
/// Whoever looks at a destination distributes what is here first, so the difference cannot be seen.
struct HubInbox {
  /// One call, and its way.
  struct Call {
    enum Way: Sendable {
      /// All routes that are open.
      case open
      case route(Int)
      /// None: a combinator keeps it from this route.
      case refused(Int)
    }

    /// `nil` if it is kept from its route.
    let delivery: Delivery?
    let time: Date
    let way: Way
  }

  /// What the caller has to do.
  enum Duty {
    case nothing
    /// Let somebody look after a while.
    case schedule
    /// Let somebody look at once.
    case wake
    /// Distribute some of it, because nobody keeps up.
    case help
  }

  /// So many make somebody look at once.
  static let wakingCount = 64
  /// So many may wait here before callers help, about 2 MB: a burst is over before that.
  static let limit = 8_192

  private(set) var calls: [Call] = []
  /// Whether somebody will look after a while.
  private var isScheduled = false
  private var isWoken = false
  /// Whether anything has come since somebody last looked after a while.
  private var wasUsed = false
  /// Whether somebody is to look at once, always.
  let isHurried: Bool

  init(isHurried: Bool) { self.isHurried = isHurried }

  @inline(__always)
  mutating func append(_ call: consuming Call) -> Duty {
    calls.append(call)
    wasUsed = true
    if calls.count > Self.limit { return .help }
    if !isWoken, isHurried || calls.count >= Self.wakingCount {
      isWoken = true
      return .wake
    }
    if isScheduled || isHurried { return .nothing }
    isScheduled = true
    return .schedule
  }

  /// Exchanges everything that is here for an empty array, whose room is used again.
  mutating func take(_ other: inout [Call]) {
    swap(&calls, &other)
    isWoken = false
  }

  /// Somebody has looked after a while. Returns whether somebody is to look again.
  mutating func look() -> Bool {
    isScheduled = wasUsed
    wasUsed = false
    return isScheduled
  }
}
