#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

public import Trackable

/// An event with options for a destination or format of the app's own, such as an endpoint or a priority. No service
/// gets the options.
///
/// ```swift
/// struct Crashed: TransportedEvent {
///   let transportOptions = ["endpoint": "crashes"]
/// }
/// ```
///
/// The options are read when the event is delivered, in the background.
public protocol TransportedEvent: AnalyticsEvent {
  /// What ``Envelope/Event/transportOptions`` says.
  var transportOptions: [String: String] { get }
}

/// One delivery on its way to a destination, as it was at the call.
///
/// ```swift
/// func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
///   var rows: [Row] = []
///   for envelope in batch {
///     guard case .event(let event) = envelope.content else { continue }
///     rows.append(Row(id: envelope.id, time: envelope.time, user: envelope.userID, name: event.name))
///   }
///   try await client.post(rows)
///   return .accepted
/// }
/// ```
///
/// Nothing in it changes later: an event keeps its name and its user until the destination sends it. If an answer is lost, it
/// may be delivered twice; ``id`` tells.
public struct Envelope: Sendable, Identifiable {
  /// The call that the envelope stands for.
  public enum Content: Sendable, Equatable {
    /// Something happened.
    case event(Event)
    /// A property of the user changes. The value is set, set once or added, or is the ID of the group.
    case userProperty(name: String, value: TrackedValue, operation: UserPropertyOperation = .set)
    /// The user is the one with this ID, and has these traits.
    case identify(userID: String, traits: TrackedProperties)
    /// The user has signed out.
    case reset
    /// An error is worth recording: its text, and where it was reported.
    case error(message: String, location: String)
    /// The hub must not send earlier calls.
    case purge
  }

  /// An event as it is sent.
  public struct Event: Sendable, Equatable {
    /// The name, as the destination's combinators spell it.
    public var name: String
    /// What the event is about, in general.
    public var entity: String
    /// The kind of the event.
    public var type: AnalyticsEventType
    /// The merged properties. Sensitive ones are not among them.
    public var properties: TrackedProperties
    /// The type of the event in code, before any renaming: `MyApp.Events.User`. It changes when you rename the type.
    public var typeName: String
    /// What a ``TransportedEvent`` says.
    public var transportOptions: [String: String]
    /// The groups of the user when it was tracked: the ID of each by its type.
    public var groups: TrackedProperties
    /// The name of the screen that a `ScreenEvent` shows; `nil` for every other event.
    public var screenName: String?

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - name: The name, as it is sent.
    ///   - entity: What the event is about, in general.
    ///   - type: The kind of the event.
    ///   - properties: The merged properties.
    ///   - typeName: The type that was tracked.
    ///   - transportOptions: What a ``TransportedEvent`` says.
    ///   - groups: The groups of the user.
    ///   - screenName: The name of the screen that it shows.
    public init(
      name: String, entity: String = "", type: AnalyticsEventType = .userAction, properties: TrackedProperties,
      typeName: String = "", transportOptions: [String: String] = [:], groups: TrackedProperties = [],
      screenName: String? = nil
    ) {
      self.name = name
      self.entity = entity
      self.type = type
      self.properties = properties
      self.typeName = typeName
      self.transportOptions = transportOptions
      self.groups = groups
      self.screenName = screenName
    }
  }

  /// For files that pass times on, and need not choose between two Foundations.
  typealias Time = Date

  /// The ID of the delivery, the same each time it is sent: a UUID of version 7, so that IDs sort by the time. It shows nothing
  /// else, such as that two events come from one device.
  public let id: UUID
  /// When it was tracked.
  public let time: Date
  /// The user: the last one that the destination knows of; `nil` without one.
  public var userID: String? { user.id }
  /// How many times the hub has delivered the envelope, this time included. In an envelope from a store: 1, plus the
  /// number of times that it has failed alone.
  package var attempt = 1
  /// The call that the envelope stands for.
  public let content: Content
  /// The call that it stands for; `nil` if it was read from where it was stored.
  package let call: TrackerCall?
  /// Whose it is, in the order of the destination's users.
  let user: UserStamp

  /// Creates an envelope that stands for no call: a stored one, or one for a test.
  ///
  /// - Parameters:
  ///   - id: The ID of the delivery.
  ///   - time: When it was tracked.
  ///   - userID: The user.
  ///   - content: The call that it stands for.
  public init(id: UUID, time: Date, userID: String?, content: Content) {
    self.id = id
    self.time = time
    self.content = content.withoutSensitive
    call = nil
    user = UserStamp(userID, number: 0)
  }

  /// - Parameter key: The hub's random key, which the hub keeps to itself.
  init(_ slot: QueueSlot, _ key: UInt64) {
    let arrival = slot.call.arrival
    id = slot.id(key)
    time = arrival.time
    user = slot.user
    attempt = slot.attempt
    call = arrival.call
    content =
      switch arrival.call {
      case .track(let event):
        .event(
          Event(
            name: event.name, entity: event.entity, type: event.eventType, properties: event.properties,
            typeName: String(reflecting: type(of: event.base)),
            transportOptions: (event.base as? any TransportedEvent)?.transportOptions ?? [:], groups: event.groups,
            screenName: event.screenName))
      case .update(let property):
        .userProperty(name: property.name, value: property.operand, operation: property.operation)
      case .identify(let user): .identify(userID: user.id, traits: user.traits)
      case .reset: .reset
      case .report(let error, let location):
        .error(message: TrackedProperties.text(of: error), location: "\(location)")
      case .purge: .purge
      }
  }
}

extension UUID {
  /// A UUID of version 7 (RFC 9562): the time in milliseconds, then bits that look random to anyone without the key. A
  /// running number, or a number shared by the whole hub, would link one user to the next.
  ///
  /// - Parameters:
  ///   - time: Comes first, so that UUIDs sort by it.
  ///   - sequence: Tells the deliveries of a hub.
  ///   - key: A random number that the hub keeps to itself.
  init(time: Date, sequence: Int, key: UInt64) {
    // In this order, what is not a number counts as zero.
    let milliseconds = UInt64(min(max(0, time.timeIntervalSince1970 * 1_000), 0xFFFF_FFFF_FFFF))
    let hash = UInt64(truncatingIfNeeded: SIMD2(key, UInt64(truncatingIfNeeded: sequence)).hashValue)
    let high = milliseconds << 16 | 0x7000 | hash & 0xFFF
    let low = 0x8000_0000_0000_0000 | hash >> 2
    self.init(high: high, low: low)
  }

  /// The UUID with these bits, as it is written.
  init(high: UInt64, low: UInt64) {
    // Invariant: both have 16 bytes, and each value of them is a UUID.
    self.init(uuid: withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { $0.loadUnaligned(as: uuid_t.self) })
  }
}

extension Envelope.Content {
  /// The content without the values of sensitive keys, for an envelope that was made by hand.
  fileprivate var withoutSensitive: Self {
    switch self {
    case .event(var event):
      event.properties = event.properties.split().shown
      return .event(event)
    case .userProperty(let name, let value, var operation):
      if case .group(let traits) = operation { operation = .group(traits: traits.split().shown) }
      return .userProperty(name: name, value: value.split().shown, operation: operation)
    case .identify(let userID, let traits): return .identify(userID: userID, traits: traits.split().shown)
    case .reset, .error, .purge: return self
    }
  }
}
