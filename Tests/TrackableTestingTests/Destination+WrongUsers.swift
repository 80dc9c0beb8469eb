import TestSupport
import Trackable
import TrackableTesting

extension TrackerConformance.Arrival {
  fileprivate var isUserProperty: Bool { if case .userProperty = self { true } else { false } }
  fileprivate var isUser: Bool { if case .identified = self { true } else { false } }
}

extension Destination {
  private typealias User = (id: String, traits: TrackedProperties?)

  private static let changesOfUsers: [(String, @Sendable (String, TrackedProperties) -> User)] = [
    ("cuts user IDs at 36 characters", { (String($0.prefix(36)), $1) }),
    ("writes user IDs in small letters", { ($0.lowercased(), $1) }),
    ("sends an ID that is a number as one", { id, traits in (Int(id).map { "\($0)" } ?? id, traits) }),
    ("drops traits that are null", { ($0, $1.changing { $0 == .null ? nil : $0 }) }),
  ]

  private static let changesOfUserProperties: [(String, @Sendable (String, TrackedValue) -> (String, TrackedValue))] = [
    ("damages big integers of user properties", { ($0, throughDouble($1)) }),
    ("cuts the values of user properties", { ($0, $1.cut(at: 36)) }),
    ("cuts the names of user properties", { (String($0.prefix(24)), $1) }),
  ]

  static let wrongUsers =
    changesOfUsers.map { name, change in Destination(name, breaks: .usersArriveAsGiven) { $0.users(change) } }
    + changesOfUserProperties.map { name, change in
      Destination(name, breaks: .userPropertiesArriveAsGiven) { $0.userProperties(change) }
    }
    + [
      Destination("sends user properties last", breaks: .userChangesKeepTheirPlace) {
        let line = $0.line
        $0.onFlush = {
          line.change { $0 = $0.filter { !$0.isUserProperty } + $0.filter(\.isUserProperty) }
          line.sendAll()
        }
      },
      Destination("adds traits to later events", breaks: .eventsDoNotAffectEachOther) {
        let (traits, right) = (Shared<TrackedProperties>([]), $0.onIdentify)
        $0.onIdentify = { user in
          traits.set(user.traits)
          right(user)
        }
        $0.properties { $0 + traits.value }
      },
      Destination("adds user properties to later events", breaks: .eventsDoNotAffectEachOther) {
        let (known, right) = (Shared<TrackedProperties>([]), $0.onUpdate)
        $0.onUpdate = { property in
          known.withLock { $0[property.name] = property.operand }
          right(property)
        }
        $0.properties { $0 + known.value }
      },
      Destination("loses a user property that is unset", breaks: .userPropertiesArriveAsGiven) {
        let right = $0.onUpdate
        $0.onUpdate = { if $0.operand != .null { right($0) } }
      },
      Destination("sends what is set once as set", breaks: .nothingElseArrives) {
        let line = $0.line
        $0.onUpdate = { if $0.operation != .increment { line.add(.userProperty(name: $0.name, value: $0.operand)) } }
      },
      Destination("sends an increment as the value", breaks: .nothingElseArrives) {
        let line = $0.line
        $0.onUpdate = { if $0.operation != .setOnce { line.add(.userProperty(name: $0.name, value: $0.operand)) } }
      },
      Destination("sends a user property only if it changes", breaks: .userPropertiesArriveAsGiven) {
        let (right, known) = ($0.onUpdate, Shared<[String: TrackedValue]>([:]))
        $0.onUpdate = { property in
          // A reset, or another user, has changed it at the service.
          if known.withLock({ $0.updateValue(property.operand, forKey: property.name) }) != property.operand {
            right(property)
          }
        }
      },
      Destination("puts the user into groups, and out of none", breaks: .userPropertiesArriveAsGiven) {
        let right = $0.onUpdate
        $0.onUpdate = {
          if case .group = $0.operation, $0.operand == .null { return }
          right($0)
        }
      },
      Destination("drops the traits of a user who is known", breaks: .usersArriveAsGiven) {
        let (right, last) = ($0.onIdentify, Shared(""))
        $0.onIdentify = { if last.exchange($0.id) != $0.id { right($0) } }
      },
      Destination("gives a user the traits of the one before", breaks: .usersArriveAsGiven) {
        let known = Shared<TrackedProperties>([])
        $0.users { id, traits in
          known.withLock { $0 = $0 + traits }
          return (id, known.value)
        }
      },
      Destination("identifies at once", breaks: .userChangesKeepTheirPlace) {
        let line = $0.line
        $0.onIdentify = { line.send(.identified($0.id, traits: $0.traits)) }
      },
      Destination("resets nobody but once", breaks: .userChangesKeepTheirPlace) {
        let (right, isDone) = ($0.onReset, Shared(false))
        $0.onReset = { if !isDone.exchange(true) { right() } }
      },
      Destination("makes an event of an error", breaks: .nothingElseArrives) {
        let line = $0.line
        $0.onReport = { line.add(.event(name: "error", properties: ["text" ~>> "\($0)"])) }
      },
      Destination("forgets to purge", breaks: .purgedIsNotSent) { $0.onPurge = {} },
      Destination("sends a user who waited when it was purged", breaks: .purgedIsNotSent) {
        let line = $0.line
        $0.onPurge = { line.change { $0.removeAll { !$0.isUser } } }
      },
      Destination("sends before it purges", breaks: .purgedIsNotSent) {
        let line = $0.line
        $0.onPurge = { line.sendAll() }
      },
      Destination("sends nothing after a purge", breaks: .purgedIsNotSent) {
        let (line, isOver) = ($0.line, Shared(false))
        $0.onPurge = {
          line.clear()
          isOver.set(true)
        }
        $0.events { isOver.value ? nil : .event($0) }
      },
    ]
}
