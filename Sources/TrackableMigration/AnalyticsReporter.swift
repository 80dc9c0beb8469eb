/// A provider of the modular layer: it gets one enum of events.
///
/// An app that declares this protocol itself keeps its own. In an app without one, the providers conform to this one unchanged.
@available(*, deprecated, message: "Conform to AnalyticsEventTracker, and read 'event.name' and 'event.properties'.")
public protocol AnalyticsProvider<Event> {
  /// The enum of events.
  associatedtype Event

  /// An event happened.
  func report(event: Event)
}

/// The reporter of the modular layer, for one enum of events.
///
/// ```swift
/// typealias AnalyticsReporter = TrackableMigration.AnalyticsReporter<AnalyticsEvent>
/// ```
@available(*, deprecated, message: "Combine trackers: 'firebase.combined(with: console)', and track events.")
public final class AnalyticsReporter<Event>: Sendable {
  private let providers: [any AnalyticsProvider<Event> & Sendable]

  /// A reporter for several providers.
  public init(providers: [any AnalyticsProvider<Event> & Sendable]) { self.providers = providers }

  /// Reports an event to each provider.
  public func report(event: Event) { for provider in providers { provider.report(event: event) } }
}

/// A mapper of the modular layer: what an event is called at a service.
@available(*, deprecated, message: "Declare 'name' in the enum, or write '.renaming(ContactsEvent.self) { … }'.")
public protocol AnalyticsEventMapping<Event>: Sendable {
  /// The enum of events.
  associatedtype Event

  /// The name of an event.
  func eventName(for event: Event) -> String

  /// The parameters of an event.
  func parameters(for event: Event) -> [String: String]
}

extension AnalyticsEventTracker {
  /// This tracker, getting the events of one enum as a mapper spells them. The properties of their context are added.
  ///
  /// - Parameter mapper: The mapper of before.
  @available(*, deprecated, message: "Declare 'name' and 'properties' in the enum of events.")
  public func mapping<Event: TrackableCore.AnalyticsEvent>(
    _ mapper: some AnalyticsEventMapping<Event>
  ) -> some AnalyticsEventTracker {
    map { tracked in
      guard let event = tracked.base as? Event else { return tracked }
      var tracked = tracked
      tracked.name = mapper.eventName(for: event)
      tracked.properties += TrackedProperties(dictionary: mapper.parameters(for: event))
      return tracked
    }
  }
}
