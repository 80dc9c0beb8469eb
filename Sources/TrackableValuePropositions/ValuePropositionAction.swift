/// A step in a session, with its cause and its attributes.
///
/// ```swift
/// page.track(for: watchingVideo, with: .start())
/// page.track(for: watchingVideo, with: .pause(trigger: .clicked, attributes: ["position": 312.5]))
/// page.track(for: watchingVideo, with: .start())
/// page.track(for: watchingVideo, with: .complete(trigger: .automatically, attributes: Rating(stars: 5)))
/// ```
public struct ValuePropositionAction: Sendable {
  /// The step, by the status that it leads to.
  package let step: ValuePropositionStatus
  /// The cause.
  let trigger: ValuePropositionTrigger
  /// The attributes of this action's event alone.
  let attributes: (any AnalyticsEventAttributes)?

  /// An action.
  ///
  /// - Parameters:
  ///   - step: The status that the step leads to.
  ///   - trigger: The cause.
  ///   - attributes: The attributes of this action's event alone: an `Encodable` value that encodes as an object. For a
  ///     key that the proposition's attributes have as well, the action's value wins.
  public init(
    status step: ValuePropositionStatus, trigger: ValuePropositionTrigger = .unspecified,
    attributes: (any AnalyticsEventAttributes)? = nil
  ) {
    self.step = step
    self.trigger = trigger
    self.attributes = attributes
  }

  /// A session begins.
  ///
  /// - Parameters:
  ///   - trigger: The cause.
  ///   - attributes: The attributes of this event alone.
  public static func open(
    trigger: ValuePropositionTrigger = .unspecified, attributes: (any AnalyticsEventAttributes)? = nil
  ) -> Self { Self(status: .open, trigger: trigger, attributes: attributes) }

  /// The user begins, or goes on after a pause.
  ///
  /// - Parameters:
  ///   - trigger: The cause.
  ///   - attributes: The attributes of this event alone.
  public static func start(
    trigger: ValuePropositionTrigger = .unspecified, attributes: (any AnalyticsEventAttributes)? = nil
  ) -> Self { Self(status: .start, trigger: trigger, attributes: attributes) }

  /// The user interrupts it.
  ///
  /// - Parameters:
  ///   - trigger: The cause.
  ///   - attributes: The attributes of this event alone.
  public static func pause(
    trigger: ValuePropositionTrigger = .unspecified, attributes: (any AnalyticsEventAttributes)? = nil
  ) -> Self { Self(status: .pause, trigger: trigger, attributes: attributes) }

  /// The user has reached the goal.
  ///
  /// - Parameters:
  ///   - trigger: The cause.
  ///   - attributes: The attributes of this event alone.
  public static func complete(
    trigger: ValuePropositionTrigger = .unspecified, attributes: (any AnalyticsEventAttributes)? = nil
  ) -> Self { Self(status: .complete, trigger: trigger, attributes: attributes) }

  /// The user gives up.
  ///
  /// - Parameters:
  ///   - trigger: The cause.
  ///   - attributes: The attributes of this event alone.
  public static func cancel(
    trigger: ValuePropositionTrigger = .unspecified, attributes: (any AnalyticsEventAttributes)? = nil
  ) -> Self { Self(status: .cancel, trigger: trigger, attributes: attributes) }
}

/// The cause of a step. Every event of a session carries it.
///
/// Add your own where these do not say enough:
///
/// ```swift
/// extension ValuePropositionTrigger { static let remoteControl: Self = "remoteControl" }
/// ```
public struct ValuePropositionTrigger: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
  /// The text that is sent.
  public let rawValue: String

  /// A trigger with this text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A trigger with this text.
  public init(stringLiteral value: String) { self.rawValue = value }

  /// The user tapped or clicked something.
  public static let clicked: Self = "clicked"
  /// It happened by itself: the next video began, the end was reached.
  public static let automatically: Self = "automatically"
  /// The app did it, not the user: it went to the background or came back, or a handle was dropped.
  package static let app: Self = "app"
  /// Unknown. The default: an event claims nothing that the code does not.
  public static let unspecified: Self = "unspecified"
}
