// What the snippets use of Vojta Stavik's Trackable, made anew from its article: https://github.com/VojtaStavik/Trackable

// In Swift 2, numbers and strings were objects.
typealias AnyObject = Any

infix operator ~>> : KeyValuePrecedence
precedencegroup KeyValuePrecedence {
  higherThan: AssignmentPrecedence
  lowerThan: NilCoalescingPrecedence
}

protocol Event { var rawValue: String { get } }
protocol Key { var rawValue: String { get } }

func ~>> (key: Key, value: Any) -> TrackedProperty {
  TrackedProperty(name: "\(String(reflecting: type(of: key))).\(key.rawValue)", value: value)
}

/// A set has one property for each name.
struct TrackedProperty: Hashable {
  let name: String
  let value: Any

  static func == (left: Self, right: Self) -> Bool { left.name == right.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

@MainActor protocol TrackableClass: Swift.AnyObject {
  var trackedProperties: Set<TrackedProperty> { get }
}

@MainActor extension TrackableClass {
  var trackedProperties: Set<TrackedProperty> { [] }

  func setupTrackableChain(_ trackedProperties: Set<TrackedProperty> = [], parent: (any TrackableClass)? = nil) {
    Trackable.chain.links[ObjectIdentifier(self)] = Link(properties: trackedProperties, parent: parent)
  }

  func track(_ event: Event, trackedProperties: Set<TrackedProperty> = []) {
    // The level that is added first wins: that of the call, then each object's link and what it computes.
    var properties = trackedProperties
    var object: (any TrackableClass)? = self
    while let each = object {
      let link = Trackable.chain.links[ObjectIdentifier(each)]
      properties.formUnion(link?.properties ?? [])
      properties.formUnion(each.trackedProperties)
      object = link?.parent
    }
    Trackable.trackEventToRemoteServiceClosure?(
      "\(String(reflecting: type(of: event))).\(event.rawValue)",
      Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0.value) }))
  }
}

struct Link {
  let properties: Set<TrackedProperty>
  weak var parent: (any TrackableClass)?
}

/// The original was one for the process; here each test has its own.
@MainActor enum Trackable {
  final class Chain: Sendable {
    @MainActor var links: [ObjectIdentifier: Link] = [:]
    @MainActor var send: ((String, [String: AnyObject]) -> Void)?
    @MainActor var analytics: Analytics?
  }

  @TaskLocal static var chain = Chain()

  static var trackEventToRemoteServiceClosure: ((String, [String: AnyObject]) -> Void)? {
    get { chain.send }
    set { chain.send = newValue }
  }
}

final class NSDate {
  private let instant = ContinuousClock.now
  func timeIntervalSinceDate(_ other: NSDate) -> Double { (instant - other.instant) / .seconds(1) }
}
