/// A step in a session, with its cause and its attributes.
///
/// ```swift
/// page.track(for: watchingVideo, with: .start())
/// page.track(for: watchingVideo, with: .pause(trigger: .clicked, attributes: ["position": 312.5]))
/// page.track(for: watchingVideo, with: .start())
/// page.track(for: watchingVideo, with: .complete(trigger: .automatically, attributes: Rating(stars: 5)))
/// ```
public struct ValuePropositionAction: Sendable {
  /// The step. It has the name of the status after it.
  package let step: ValuePropositionStatus
  /// The cause of the step.
  let trigger: ValuePropositionTrigger
  /// The attributes of this action's event only.
  let attributes: (any AnalyticsEventAttributes)?

  /// Creates an action.
  ///
  /// - Parameters:
  ///   - step: The status after the step.
  ///   - trigger: The cause of the step.
  ///   - attributes: The attributes of this action's event only: an `Encodable` value that encodes as an object. If the
  ///     proposition's attributes have the same key, the action's value wins.
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
  ///   - trigger: The cause of the step.
  ///   - attributes: The attributes of this event only.
  public static func open(
    trigger: ValuePropositionTrigger = .unspecified, attributes: (any AnalyticsEventAttributes)? = nil
  ) -> Self { Self(status: .open, trigger: trigger, attributes: attributes) }

  /// The user begins, or continues after a pause.
  ///
  /// - Parameters:
  ///   - trigger: The cause of the step.
  ///   - attributes: The attributes of this event only.
  public static func start(
    trigger: ValuePropositionTrigger = .unspecified, attributes: (any AnalyticsEventAttributes)? = nil
  ) -> Self { Self(status: .start, trigger: trigger, attributes: attributes) }

  /// The user interrupts the activity.
  ///
  /// - Parameters:
  ///   - trigger: The cause of the step.
  ///   - attributes: The attributes of this event only.
  public static func pause(
    trigger: ValuePropositionTrigger = .unspecified, attributes: (any AnalyticsEventAttributes)? = nil
  ) -> Self { Self(status: .pause, trigger: trigger, attributes: attributes) }

  /// The user has reached the goal.
  ///
  /// - Parameters:
  ///   - trigger: The cause of the step.
  ///   - attributes: The attributes of this event only.
  public static func complete(
    trigger: ValuePropositionTrigger = .unspecified, attributes: (any AnalyticsEventAttributes)? = nil
  ) -> Self { Self(status: .complete, trigger: trigger, attributes: attributes) }

  /// The user gives up.
  ///
  /// - Parameters:
  ///   - trigger: The cause of the step.
  ///   - attributes: The attributes of this event only.
  public static func cancel(
    trigger: ValuePropositionTrigger = .unspecified, attributes: (any AnalyticsEventAttributes)? = nil
  ) -> Self { Self(status: .cancel, trigger: trigger, attributes: attributes) }
}

/// The cause of a step, which every event of a session carries.
///
/// You can add your own causes:
///
/// ```swift
/// extension ValuePropositionTrigger { static let remoteControl: Self = "remoteControl" }
/// ```
public struct ValuePropositionTrigger: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
  /// The string that events carry.
  public let rawValue: String

  /// Creates a trigger from a string.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a trigger from a string.
  public init(stringLiteral value: String) { self.rawValue = value }

  /// The user tapped or clicked.
  public static let clicked: Self = "clicked"
  /// The content has changed by itself: for example, the next video has begun.
  public static let automatically: Self = "automatically"
  /// The app has caused the step: it went to the background or returned to the foreground, or it released a handle.
  package static let app: Self = "app"
  /// The cause is unknown. This is the default, because an event must not claim a cause that the code does not name.
  public static let unspecified: Self = "unspecified"
}
