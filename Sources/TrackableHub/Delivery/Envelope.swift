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
  /// The options, by the app's own names: ``Envelope/Event/transportOptions``.
  var transportOptions: [String: String] { get }
}

/// One delivery on its way to a destination, with the state at the time of the call.
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
/// An envelope does not change later: an event keeps its name and its user until the destination sends it. If a
/// service's answer is lost, the hub may deliver the envelope twice, with the same ``id``.
public struct Envelope: Sendable, Identifiable {
  /// The call that the envelope stands for.
  public enum Content: Sendable, Equatable {
    // The case is boxed, so that a copy of an envelope copies one reference, and not each field of the event.
    /// An event.
    indirect case event(Event)
    /// A change of a user property. The value is set, set once or added, or is the ID of the group.
    case userProperty(name: String, value: TrackedValue, operation: UserPropertyOperation = .set)
    /// A sign-in: the user's ID and traits.
    case identify(userID: String, traits: TrackedProperties)
    /// A sign-out.
    case reset
    /// An error: its text, and the location in the code that has reported it.
    case error(message: String, location: String)
    /// A purge: earlier calls must not be sent.
    case purge
  }

  /// An event in the form in which it is sent.
  public struct Event: Sendable, Equatable {
    /// The name, in the style of the destination's combinators.
    public var name: String
    /// The general subject of the event, such as `Wallet`.
    public var entity: String
    /// The kind of the event.
    public var type: AnalyticsEventType
    /// The merged properties, without sensitive ones.
    public var properties: TrackedProperties
    /// The type of the event in code, before any renaming: `MyApp.Events.User`. This name changes when you rename the
    /// type.
    public var typeName: String
    /// The options of a ``TransportedEvent``.
    public var transportOptions: [String: String]
    /// The user's groups at the time of the event: the ID of each group by the type of the group.
    public var groups: TrackedProperties
    /// The name of the screen that a `ScreenEvent` shows; `nil` for every other event.
    public var screenName: String?

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - name: The name in the form in which it is sent.
    ///   - entity: The general subject of the event.
    ///   - type: The kind of the event.
    ///   - properties: The merged properties.
    ///   - typeName: The type of the event in code.
    ///   - transportOptions: The options of a ``TransportedEvent``.
    ///   - groups: The groups of the user.
    ///   - screenName: The name of the screen, for a `ScreenEvent`.
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

  /// The type of times. With this name, a file need not import `FoundationEssentials` or `Foundation`.
  typealias Time = Date

  /// The ID of the delivery, the same for each attempt: a UUID of version 7, so that IDs sort by time. The ID contains
  /// no other information, so it cannot show that two events come from one device.
  public let id: UUID
  /// The time of the call.
  public let time: Date
  /// The ID of the user at the time of the call; `nil` if no user was signed in.
  public var userID: String? { user.id }
  /// The number of deliveries of this envelope so far, including the current one. In an envelope from a
  /// store: 1, or 2 if the destination has put the envelope aside.
  @usableFromInline package var attempt = 1
  /// The content of the call.
  public let content: Content
  /// The call in its hub; `nil` for an envelope from a store, or one that an app creates.
  private let origin: HubCall?
  /// The call itself; `nil` for an envelope from a store.
  package var call: TrackerCall? { origin?.addressed.call }
  /// The user, and the number of the latest decision about consent, at the time of the call; for a `reset`, the user
  /// who signs out. `nil` for a purge, and for a call that no system made.
  package var userOfCall: UserStamp? { origin?.addressed.user }
  /// The user, with the number that orders the destination's users.
  let user: UserStamp

  /// Creates an envelope without a call, such as a stored one, or one for a test.
  ///
  /// - Parameters:
  ///   - id: The ID of the delivery.
  ///   - time: The time of the call.
  ///   - userID: The ID of the user.
  ///   - content: The content of the call.
  public init(id: UUID, time: Date, userID: String?, content: Content) {
    self.id = id
    self.time = time
    self.content = content.withoutSensitive
    origin = nil
    user = UserStamp(userID, number: 0)
  }

  /// - Parameter key: The hub's random key, which the hub keeps to itself.
  init(_ slot: QueueSlot, _ key: UInt64) {
    let addressed = slot.call.addressed
    id = slot.id(key)
    time = addressed.time
    user = slot.user
    attempt = slot.attempt
    origin = slot.call
    content =
      switch addressed.call {
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
  ///   - time: The time of the call, which is the first part of the UUID.
  ///   - sequence: The number of the delivery in its hub.
  ///   - key: A random number that the hub keeps to itself.
  init(time: Date, sequence: Int, key: UInt64) {
    // The order of the arguments matters: `max` and `min` turn a time that is not a number into zero.
    let milliseconds = UInt64(min(max(0, time.timeIntervalSince1970 * 1_000), 0xFFFF_FFFF_FFFF))
    let hash = UInt64(truncatingIfNeeded: SIMD2(key, UInt64(truncatingIfNeeded: sequence)).hashValue)
    let high = milliseconds << 16 | 0x7000 | hash & 0xFFF
    let low = 0x8000_0000_0000_0000 | hash >> 2
    self.init(high: high, low: low)
  }

  /// The UUID with these bits, the highest first.
  init(high: UInt64, low: UInt64) {
    // Invariant: the two integers and the UUID both have 16 bytes, and every value of 16 bytes is a UUID.
    self.init(uuid: withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { $0.loadUnaligned(as: uuid_t.self) })
  }
}

extension Envelope.Content {
  /// The content without the values of sensitive keys, for an envelope that an app creates.
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
