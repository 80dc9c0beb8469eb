import Foundation
import TestSupport
import Testing
import Trackable
import TrackableTesting

/// Destinations as their authors write them, right and wrong ones, from the documentation of destinations.
struct Destination: Sendable, CustomTestStringConvertible {
  typealias Record = @Sendable (TrackerConformance.Arrival) -> Void

  let testDescription: String
  /// The rules that it breaks; none for a right one.
  var broken: Set<TrackerConformance.Rule> = []
  var expecting: @Sendable (TrackedEvent) -> TrackedEvent = { $0 }
  let make: @Sendable (@escaping Record) -> any AnalyticsEventTracker

  /// A right one.
  init(
    _ name: String, expecting: @escaping @Sendable (TrackedEvent) -> TrackedEvent = { $0 },
    _ make: @escaping @Sendable (@escaping Record) -> any AnalyticsEventTracker
  ) {
    (testDescription, self.expecting, self.make) = (name, expecting, make)
  }

  /// One that does what the right one does, but for this.
  init(
    _ name: String, breaks broken: Set<TrackerConformance.Rule>,
    _ change: @escaping @Sendable (inout Vendor) -> Void
  ) {
    (testDescription, self.broken) = (name, broken)
    make = { record in
      var vendor = Vendor(Line(record))
      change(&vendor)
      return vendor
    }
  }
}

/// The calls that wait for a service, and the service.
final class Line: Sendable {
  private let record: Destination.Record
  private let waiting = Shared<[TrackerConformance.Arrival]>([])

  init(_ record: @escaping Destination.Record) { self.record = record }

  func add(_ arrival: TrackerConformance.Arrival) { waiting.withLock { $0.append(arrival) } }
  func change(_ body: (inout [TrackerConformance.Arrival]) -> Void) { waiting.withLock { body(&$0) } }
  func send(_ arrival: TrackerConformance.Arrival) { record(arrival) }
  var all: [TrackerConformance.Arrival] { waiting.value }

  /// Sends all, in order.
  func sendAll() {
    let all = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for arrival in all { record(arrival) }
  }
}

/// A destination that sends when it is flushed, of closures that a test replaces.
struct Vendor: AnalyticsEventTracker {
  @TaskLocal static var isTracking = false

  let line: Line
  var onTrack: @Sendable (TrackedEvent) -> Void
  var onUpdate: @Sendable (TrackedUserProperty) -> Void
  var onIdentify: @Sendable (TrackedUser) -> Void
  var onReset: @Sendable () -> Void
  var onReport: @Sendable (any Error) -> Void = { _ in }
  var onPurge: @Sendable () -> Void
  var onFlush: @Sendable () async -> Void

  init(_ line: Line) {
    self.line = line
    onTrack = { line.add(Self.arrival($0)) }
    onUpdate = { if let value = $0.value { line.add(.userProperty(name: $0.name, value: value)) } }
    onIdentify = { line.add(.identified($0.id, traits: $0.traits)) }
    onReset = { line.add(.reset) }
    onPurge = { line.change { $0 = [] } }
    onFlush = { line.sendAll() }
  }

  static func arrival(_ event: TrackedEvent) -> TrackerConformance.Arrival {
    .event(name: event.name, properties: event.properties, timestamp: event.timestamp)
  }

  func track(_ event: TrackedEvent) { onTrack(event) }
  func update(_ property: TrackedUserProperty) { onUpdate(property) }
  func identify(_ user: TrackedUser) { onIdentify(user) }
  func reset() { onReset() }
  func report(_ error: any Error, at location: CodeLocation) { onReport(error) }
  func purge() { onPurge() }
  func flush() async { await onFlush() }

  /// Sends events with other properties.
  mutating func properties(_ change: @escaping @Sendable (TrackedProperties) -> TrackedProperties) {
    onTrack = { [line] in
      line.add(.event(name: $0.name, properties: change($0.properties), timestamp: $0.timestamp))
    }
  }

  /// Sends events with other values, wherever they are.
  mutating func values(_ change: @escaping @Sendable (TrackedValue) -> TrackedValue?) {
    properties { $0.changing(change) }
  }

  /// Sends events under other names.
  mutating func names(_ change: @escaping @Sendable (String) -> String) {
    onTrack = { [line] in
      line.add(.event(name: change($0.name), properties: $0.properties, timestamp: $0.timestamp))
    }
  }
}

extension TrackedEvent {
  func with(_ properties: TrackedProperties) -> TrackedEvent {
    var copy = self
    copy.properties = properties
    return copy
  }
}

extension TrackedProperties {
  /// The same with other values, at the top, in nested values and in arrays; `nil` leaves one out.
  func changing(_ change: (TrackedValue) -> TrackedValue?) -> TrackedProperties {
    func changed(_ value: TrackedValue) -> TrackedValue? {
      switch value {
      case .properties(let nested): change(.properties(nested.changing(change)))
      case .array(let values): change(.array(values.compactMap { changed($0) }))
      default: change(value)
      }
    }
    return TrackedProperties(compactMap { property in changed(property.value).map { property.key.name ~>> $0 } })
  }
}

/// As a service's JSON has numbers.
func throughDouble(_ value: TrackedValue) -> TrackedValue {
  if case .int(let number) = value { .int(Int(exactly: Double(number)) ?? Int.max) } else { value }
}

private func wholeSeconds(_ date: Date) -> Date {
  Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down))
}

extension Destination {
  static let wrongEvents: [Destination] = [
    Destination("loses every hundredth event", breaks: [.everyEventArrivesOnce]) {
      let (right, count) = ($0.onTrack, Shared(0))
      $0.onTrack = {
        if count.withLock({
          $0 += 1; return $0
        }) % 100 != 0 {
          right($0)
        }
      }
    },
    Destination("loses an event that equals the one before it", breaks: [.everyEventArrivesOnce]) {
      let (right, last) = ($0.onTrack, Shared(""))
      $0.onTrack = { event in
        let text = event.name + event.properties.json
        if last.withLock({ last in
          defer { last = text }; return last != text
        }) {
          right(event)
        }
      }
    },
    Destination("takes two events of one name within a second for one", breaks: [.everyEventArrivesOnce]) {
      let (right, known) = ($0.onTrack, Shared<Set<String>>([]))
      $0.onTrack = { event in
        let text = event.name + "\(wholeSeconds(event.timestamp))"
        if known.withLock({ $0.insert(text).inserted }) { right(event) }
      }
    },
    Destination("loses events that are tracked while it flushes", breaks: [.severalThreads]) {
      let line = $0.line
      $0.onFlush = {
        for arrival in line.all { line.send(arrival) }
        line.change { $0 = [] }
      }
    },
    Destination("sends twice when two flush at once", breaks: [.severalThreads]) {
      let line = $0.line
      $0.onFlush = {
        let all = line.all
        await Task.yield()
        for arrival in all { line.send(arrival) }
        line.change { $0.removeFirst(min(all.count, $0.count)) }
      }
    },
    Destination("sends all again at the next flush", breaks: [.everyEventArrivesOnce]) {
      let line = $0.line
      $0.onFlush = { for arrival in line.all { line.send(arrival) } }
    },
    Destination("does not wait for what it sends", breaks: [.flushWaits]) {
      let right = $0.onFlush
      $0.onFlush = {
        Task {
          for _ in 0..<10 { await Task.yield() }; await right()
        }
      }
    },
    Destination("has no flush, and sends at the fiftieth event", breaks: [.flushWaits]) {
      let line = $0.line
      $0.onTrack = {
        line.add(Vendor.arrival($0))
        if line.all.count >= 50 { line.sendAll() }
      }
      $0.onFlush = {}
    },
    Destination("flushes fifty events at most", breaks: [.everyEventArrivesOnce]) {
      let line = $0.line
      $0.onFlush = {
        let some = line.all.prefix(50)
        for arrival in some { line.send(arrival) }
        line.change { $0.removeFirst(some.count) }
      }
    },
    Destination(
      "sends the latest event first",
      breaks: [.eventsKeepTheirOrder, .userChangesKeepTheirPlace, .usersArriveAsGiven, .userPropertiesArriveAsGiven]
    ) {
      let line = $0.line
      $0.onFlush = {
        line.change { $0.reverse() }
        line.sendAll()
      }
    },
    Destination("sends events of one name together", breaks: [.eventsKeepTheirOrder]) {
      let line = $0.line
      $0.onFlush = {
        line.change { waiting in
          let events = waiting.enumerated().sorted { left, right in
            guard case .event(let first, _, _) = left.element, case .event(let second, _, _) = right.element else {
              return left.offset < right.offset
            }
            return (first, left.offset) < (second, right.offset)
          }
          if waiting.allSatisfy({ if case .event = $0 { true } else { false } }) { waiting = events.map(\.element) }
        }
        line.sendAll()
      }
    },
    Destination("cuts names at forty characters", breaks: [.unusualNames]) {
      $0.names { String($0.prefix(40)) }
    },
    Destination("trims names", breaks: [.unusualNames]) {
      $0.names { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    },
    Destination("drops events without a name", breaks: [.unusualNames]) {
      let right = $0.onTrack
      $0.onTrack = { if !$0.name.isEmpty { right($0) } }
    },
    Destination("writes names in small letters", breaks: [.unusualNames]) {
      $0.names { $0.lowercased() }
    },
    Destination("writes keys in small letters", breaks: [.unusualNames]) {
      $0.properties { TrackedProperties($0.map { $0.key.name.lowercased() ~>> $0.value }) }
    },
    Destination("drops keys that begin with a dollar", breaks: [.unusualNames]) {
      $0.properties { TrackedProperties($0.filter { !$0.key.name.hasPrefix("$") }) }
    },
    Destination("drops nulls", breaks: [.eventsArriveAsGiven]) { $0.values { $0 == .null ? nil : $0 } },
    Destination("drops empty texts", breaks: [.eventsArriveAsGiven, .unusualNames]) {
      $0.values { $0 == "" ? nil : $0 }
    },
    Destination("damages big integers", breaks: [.eventsArriveAsGiven]) { $0.values(throughDouble) },
    Destination("sends numbers with single precision", breaks: [.eventsArriveAsGiven]) {
      $0.values { if case .double(let number) = $0 { .double(Double(Float(number))) } else { $0 } }
    },
    Destination("sends truth as a number", breaks: [.eventsArriveAsGiven]) {
      $0.values { if case .bool(let flag) = $0 { .int(flag ? 1 : 0) } else { $0 } }
    },
    Destination("sends dates to the second", breaks: [.eventsArriveAsGiven]) {
      $0.values { if case .date(let date) = $0 { .date(wholeSeconds(date)) } else { $0 } }
    },
    Destination("cuts texts at a hundred characters", breaks: [.eventsArriveAsGiven, .unusualNames]) {
      $0.values { if case .string(let text) = $0 { .string(String(text.prefix(100))) } else { $0 } }
    },
    Destination("drops nested values", breaks: [.eventsArriveAsGiven]) {
      $0.values { if case .properties = $0 { nil } else { $0 } }
    },
    Destination("sorts arrays", breaks: [.eventsArriveAsGiven]) {
      $0.values { if case .array(let values) = $0 { .array(values.sorted { "\($0)" < "\($1)" }) } else { $0 } }
    },
    Destination("sends 256 properties at most", breaks: [.anyNumberOfProperties]) {
      $0.properties { TrackedProperties($0.prefix(256)) }
    },
    Destination("sends no event without properties", breaks: [.anyNumberOfProperties, .eventsArriveAsGiven]) {
      let right = $0.onTrack
      $0.onTrack = { if !$0.properties.isEmpty { right($0) } }
    },
    Destination("sends the time of sending", breaks: [.eventsArriveAsGiven]) {
      let line = $0.line
      $0.onTrack = { line.add(.event(name: $0.name, properties: $0.properties, timestamp: Date())) }
    },
    Destination("sends times to the second", breaks: [.eventsArriveAsGiven]) {
      let line = $0.line
      $0.onTrack = {
        line.add(.event(name: $0.name, properties: $0.properties, timestamp: wholeSeconds($0.timestamp)))
      }
    },
    Destination("adds properties of earlier events", breaks: [.eventsDoNotAffectEachOther]) {
      let (line, known) = ($0.line, Shared<TrackedProperties>([]))
      $0.onTrack = { event in
        let all = known.withLock { known in
          known = known + event.properties
          return known
        }
        line.add(.event(name: event.name, properties: all, timestamp: event.timestamp))
      }
    },
    Destination("sends sensitive properties", breaks: [.eventsArriveAsGiven]) {
      let line = $0.line
      $0.onTrack = {
        line.add(
          .event(name: $0.name, properties: $0.properties + $0.sensitiveProperties, timestamp: $0.timestamp))
      }
    },
    Destination("takes nothing", breaks: [.flushWaits]) {
      ($0.onTrack, $0.onUpdate, $0.onIdentify, $0.onReset) = ({ _ in }, { _ in }, { _ in }, {})
    },
    Destination("sends the fiftieth event twice", breaks: [.everyEventArrivesOnce]) {
      let (right, count) = ($0.onTrack, Shared(0))
      $0.onTrack = { event in for _ in 0..<(count.add(1) == 50 ? 2 : 1) { right(event) } }
    },
    Destination("takes no arrays of properties", breaks: [.eventsArriveAsGiven]) {
      $0.values { value in
        guard case .array(let values) = value else { return value }
        return values.contains { if case .properties = $0 { true } else { false } } ? nil : value
      }
    },
    Destination("takes digits for a number", breaks: [.eventsArriveAsGiven]) {
      $0.values { if case .string(let text) = $0, let number = Int(text) { .int(number) } else { $0 } }
    },
    Destination("keeps the time of the first event of a name", breaks: [.eventsDoNotAffectEachOther]) {
      let (line, times) = ($0.line, Shared<[String: Date]>([:]))
      $0.onTrack = { event in
        let time = times.withLock { times in
          let time = times[event.name, default: event.timestamp]
          times[event.name] = time
          return time
        }
        line.add(.event(name: event.name, properties: event.properties, timestamp: time))
      }
    },
    Destination("keeps to the first thread", breaks: [.severalThreads]) {
      let (right, thread) = ($0.onTrack, Shared<ObjectIdentifier?>(nil))
      $0.onTrack = { event in
        let current = ObjectIdentifier(Thread.current)
        let known = thread.withLock { thread in
          thread = thread ?? current
          return thread
        }
        if known == current { right(event) }
      }
    },
    Destination("is deaf while it tracks", breaks: [.trackingWhileTracking]) {
      let right = $0.onTrack
      $0.onTrack = { event in
        if Vendor.isTracking { return }
        Vendor.$isTracking.withValue(true) {
          _ = event.screenName
          right(event)
        }
      }
    },
  ]

  static let wrongUsers: [Destination] = [
    Destination("sends user properties last", breaks: [.userChangesKeepTheirPlace]) {
      let line = $0.line
      $0.onFlush = {
        line.change { waiting in
          let isProperty: (TrackerConformance.Arrival) -> Bool = { if case .userProperty = $0 { true } else { false } }
          waiting = waiting.filter { !isProperty($0) } + waiting.filter(isProperty)
        }
        line.sendAll()
      }
    },
    Destination("adds traits to later events", breaks: [.eventsDoNotAffectEachOther]) {
      let (line, traits, identify) = ($0.line, Shared<TrackedProperties>([]), $0.onIdentify)
      $0.onIdentify = { user in
        traits.withLock { $0 = user.traits }
        identify(user)
      }
      $0.onTrack = {
        line.add(.event(name: $0.name, properties: $0.properties + traits.value, timestamp: $0.timestamp))
      }
    },
    Destination("adds user properties to later events", breaks: [.eventsDoNotAffectEachOther]) {
      let (line, known, update) = ($0.line, Shared<TrackedProperties>([]), $0.onUpdate)
      $0.onUpdate = { property in
        known.withLock { $0[property.name] = property.operand }
        update(property)
      }
      $0.onTrack = {
        line.add(.event(name: $0.name, properties: $0.properties + known.value, timestamp: $0.timestamp))
      }
    },
    Destination("loses a user property that is unset", breaks: [.userPropertiesArriveAsGiven]) {
      let right = $0.onUpdate
      $0.onUpdate = { if $0.operand != .null { right($0) } }
    },
    Destination("sends what is set once as set", breaks: [.nothingElseArrives]) {
      let line = $0.line
      $0.onUpdate = {
        if $0.operation != .increment { line.add(.userProperty(name: $0.name, value: $0.operand)) }
      }
    },
    Destination("sends an increment as the value", breaks: [.nothingElseArrives]) {
      let line = $0.line
      $0.onUpdate = {
        if $0.operation != .setOnce { line.add(.userProperty(name: $0.name, value: $0.operand)) }
      }
    },
    Destination("damages big integers of user properties", breaks: [.userPropertiesArriveAsGiven]) {
      let line = $0.line
      $0.onUpdate = { if let value = $0.value { line.add(.userProperty(name: $0.name, value: throughDouble(value))) } }
    },
    Destination("cuts the values of user properties", breaks: [.userPropertiesArriveAsGiven]) {
      let line = $0.line
      $0.onUpdate = {
        guard let value = $0.value else { return }
        let isText = if case .string = value { true } else { false }
        line.add(.userProperty(name: $0.name, value: isText ? .string(String("\(value)".prefix(36))) : value))
      }
    },
    Destination("cuts the names of user properties", breaks: [.userPropertiesArriveAsGiven]) {
      let line = $0.line
      $0.onUpdate = {
        if let value = $0.value { line.add(.userProperty(name: String($0.name.prefix(24)), value: value)) }
      }
    },
    Destination("sends a user property only if it changes", breaks: [.userPropertiesArriveAsGiven]) {
      let (right, known) = ($0.onUpdate, Shared<[String: TrackedValue]>([:]))
      $0.onUpdate = { property in
        // A reset, or another user, has changed it at the service.
        if known.withLock({ $0.updateValue(property.operand, forKey: property.name) }) != property.operand {
          right(property)
        }
      }
    },
    Destination("puts the user into groups, and out of none", breaks: [.userPropertiesArriveAsGiven]) {
      let right = $0.onUpdate
      $0.onUpdate = {
        if case .group = $0.operation, $0.operand == .null { return }
        right($0)
      }
    },
    Destination("cuts user IDs at 36 characters", breaks: [.usersArriveAsGiven]) {
      let line = $0.line
      $0.onIdentify = { line.add(.identified(String($0.id.prefix(36)), traits: $0.traits)) }
    },
    Destination("writes user IDs in small letters", breaks: [.usersArriveAsGiven]) {
      let line = $0.line
      $0.onIdentify = { line.add(.identified($0.id.lowercased(), traits: $0.traits)) }
    },
    Destination("sends an ID that is a number as one", breaks: [.usersArriveAsGiven]) {
      let line = $0.line
      $0.onIdentify = { line.add(.identified(Int($0.id).map { "\($0)" } ?? $0.id, traits: $0.traits)) }
    },
    Destination("drops traits that are null", breaks: [.usersArriveAsGiven]) {
      let line = $0.line
      $0.onIdentify = { line.add(.identified($0.id, traits: $0.traits.changing { $0 == .null ? nil : $0 })) }
    },
    Destination("drops the traits of a user who is known", breaks: [.usersArriveAsGiven]) {
      let (right, last) = ($0.onIdentify, Shared(""))
      $0.onIdentify = { user in
        if last.withLock({ last in
          defer { last = user.id }; return last != user.id
        }) {
          right(user)
        }
      }
    },
    Destination("gives a user the traits of the one before", breaks: [.usersArriveAsGiven]) {
      let (line, known) = ($0.line, Shared<TrackedProperties>([]))
      $0.onIdentify = { user in
        let all = known.withLock { known in
          known = known + user.traits
          return known
        }
        line.add(.identified(user.id, traits: all))
      }
    },
    Destination("identifies at once", breaks: [.userChangesKeepTheirPlace]) {
      let line = $0.line
      $0.onIdentify = { line.send(.identified($0.id, traits: $0.traits)) }
    },
    Destination("resets at once", breaks: [.userChangesKeepTheirPlace]) {
      let line = $0.line
      $0.onReset = { line.send(.reset) }
    },
    Destination("resets nobody but once", breaks: [.userChangesKeepTheirPlace]) {
      let (right, isDone) = ($0.onReset, Shared(false))
      $0.onReset = {
        if !isDone.withLock({
          $0.toggle(); return !$0
        }) {
          right()
        }
      }
    },
    Destination(
      "drops what waits when the user changes", breaks: [.userChangesKeepTheirPlace, .userPropertiesArriveAsGiven]
    ) {
      let line = $0.line
      $0.onReset = { line.change { $0 = [.reset] } }
    },
    Destination("makes an event of a user", breaks: [.nothingElseArrives]) {
      let (line, right) = ($0.line, $0.onIdentify)
      $0.onIdentify = {
        right($0)
        line.add(.event(name: "identify", properties: []))
      }
    },
    Destination("makes an event of an error", breaks: [.nothingElseArrives]) {
      let line = $0.line
      $0.onReport = { line.add(.event(name: "error", properties: ["text" ~>> "\($0)"])) }
    },
    Destination("forgets to purge", breaks: [.purgedIsNotSent]) { $0.onPurge = {} },
    Destination("sends a user who waited when it was purged", breaks: [.purgedIsNotSent]) {
      let line = $0.line
      $0.onPurge = { line.change { $0.removeAll { if case .identified = $0 { false } else { true } } } }
    },
    Destination("sends a user property that waited when it was purged", breaks: [.purgedIsNotSent]) {
      let line = $0.line
      $0.onPurge = { line.change { $0.removeAll { if case .userProperty = $0 { false } else { true } } } }
    },
    Destination("sends before it purges", breaks: [.purgedIsNotSent]) {
      let line = $0.line
      $0.onPurge = { line.sendAll() }
    },
    Destination("sends nothing after a purge", breaks: [.purgedIsNotSent]) {
      let (right, purge, isOver) = ($0.onTrack, $0.onPurge, Shared(false))
      $0.onPurge = {
        purge()
        isOver.withLock { $0 = true }
      }
      $0.onTrack = { if !isOver.value { right($0) } }
    },
  ]

  static let right: [Destination] = [
    Destination("sends at a flush") { Vendor(Line($0)) },
    Destination("sends at once") { record in
      var vendor = Vendor(Line(record))
      vendor.onTrack = { record(Vendor.arrival($0)) }
      vendor.onUpdate = { if let value = $0.value { record(.userProperty(name: $0.name, value: value)) } }
      vendor.onIdentify = { record(.identified($0.id, traits: $0.traits)) }
      vendor.onReset = { record(.reset) }
      return vendor
    },
    Destination("sends twenty together") { record in
      var vendor = Vendor(Line(record))
      let (line, lock) = (vendor.line, Shared(()))
      // The lock keeps the order of two threads that send.
      vendor.onTrack = { event in
        lock.withLock { _ in
          line.add(Vendor.arrival(event))
          if line.all.count >= 20 { line.sendAll() }
        }
      }
      vendor.onFlush = { lock.withLock { _ in line.sendAll() } }
      return vendor
    },
    Destination("sends on a queue of its own") { record in QueuedDestination(record) },
    Destination("sends a nested dictionary") { record in
      var vendor = Vendor(Line(record))
      vendor.properties { TrackedProperties(dictionary: $0.nestedDictionary) }
      let line = vendor.line
      vendor.onIdentify = {
        line.add(.identified($0.id, traits: TrackedProperties(dictionary: $0.traits.nestedDictionary)))
      }
      vendor.onUpdate = {
        guard let value = $0.value else { return }
        let dictionary = TrackedProperties(["value" ~>> value]).nestedDictionary
        line.add(.userProperty(name: $0.name, value: TrackedProperties(dictionary: dictionary)["value"] ?? .null))
      }
      return vendor
    },
    Destination("sends a flat dictionary", expecting: { $0.with($0.properties.flattened) }) { record in
      var vendor = Vendor(Line(record))
      vendor.properties { TrackedProperties(dictionary: $0.dictionary) }
      return vendor
    },
    Destination("sorts keys") { record in
      var vendor = Vendor(Line(record))
      vendor.properties { TrackedProperties($0.sorted { $0.key.name < $1.key.name }) }
      return vendor
    },
    Destination("knows events only") { record in ClosureTracker { record(Vendor.arrival($0)) } },
    Destination("knows neither times nor traits") { record in
      var vendor = Vendor(Line(record))
      let line = vendor.line
      vendor.onTrack = { line.add(.event(name: $0.name, properties: $0.properties)) }
      vendor.onIdentify = { line.add(.identified($0.id)) }
      return vendor
    },
    Destination("knows no user properties") { record in
      var vendor = Vendor(Line(record))
      vendor.onUpdate = { _ in }
      return vendor
    },
    Destination("knows no groups") { record in
      var vendor = Vendor(Line(record))
      let right = vendor.onUpdate
      vendor.onUpdate = { if case .group = $0.operation { return } else { right($0) } }
      return vendor
    },
    Destination("knows no users, but their properties") { record in
      var vendor = Vendor(Line(record))
      (vendor.onIdentify, vendor.onReset) = ({ _ in }, {})
      return vendor
    },
    Destination("adds a property", expecting: { $0.with($0.properties + ["mark" ~>> 1]) }) { record in
      var vendor = Vendor(Line(record))
      vendor.properties { $0 + ["mark" ~>> 1] }
      return vendor
    },
    Destination(
      "spells names in capitals",
      expecting: {
        var event = $0
        event.name = event.name.uppercased()
        return event
      }
    ) { record in
      var vendor = Vendor(Line(record))
      vendor.names { $0.uppercased() }
      return vendor
    },
    Destination("lets one flush work for two") { record in
      var vendor = Vendor(Line(record))
      let (line, current) = (vendor.line, Shared<Task<Void, Never>?>(nil))
      vendor.onFlush = {
        let task = current.withLock { current in
          let earlier = current
          let task = Task {
            await earlier?.value
            line.sendAll()
          }
          current = task
          return task
        }
        await task.value
      }
      return vendor
    },
    Destination("sends user properties and traits as text, as Firebase takes them") { record in
      var vendor = Vendor(Line(record))
      let line = vendor.line
      vendor.onUpdate = {
        guard let value = $0.value else { return }
        line.add(.userProperty(name: $0.name, value: value == .null ? .null : .string("\(value)")))
      }
      vendor.onIdentify = { line.add(.identified($0.id, traits: $0.traits.changing { .string("\($0)") })) }
      return vendor
    },
  ]
}

/// Sends on a queue, one call after the other.
private final class QueuedDestination: AnalyticsEventTracker {
  private let queue = DispatchQueue(label: "destination")
  private let line: Line
  private let record: Destination.Record

  init(_ record: @escaping Destination.Record) {
    (self.record, line) = (record, Line(record))
  }

  private func add(_ arrival: TrackerConformance.Arrival) {
    line.add(arrival)
    queue.async { [line] in line.sendAll() }
  }

  func track(_ event: TrackedEvent) { add(Vendor.arrival(event)) }
  func update(_ property: TrackedUserProperty) {
    if let value = property.value { add(.userProperty(name: property.name, value: value)) }
  }
  func identify(_ user: TrackedUser) { add(.identified(user.id, traits: user.traits)) }
  func reset() { add(.reset) }
  func purge() {
    line.change { $0 = [] }
    // The queue may have taken some, and be about to send them.
    queue.sync {}
  }
  func flush() async { await withCheckedContinuation { done in queue.async { done.resume() } } }
}
