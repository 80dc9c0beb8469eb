// What the snippets use of Ales Kocur's Tracker-Aggregator, made anew from its README, without the queue in between:
// https://github.com/kafejo/Tracker-Aggregator

package enum TrackerAggregator {
  struct EventIdentifier {
    let object: String
    let action: String
    var label: String?

    var stringValue: String { "\(object): \(action)" + (label.map { " - \($0)" } ?? "") }
  }

  protocol TrackableEvent {
    var identifier: EventIdentifier { get }
    var metadata: [String: Any] { get }
  }

  protocol TrackableValueType { var stringValue: String { get } }

  protocol TrackableProperty {
    var identifier: String { get }
    var trackedValue: TrackableValueType? { get }
    func generateUpdateEvents() -> [TrackableEvent]
  }

  enum RuleKind { case allow, prohibit }

  struct EventTrackingRule {
    let kind: RuleKind
    let types: [TrackableEvent.Type]

    init(_ kind: RuleKind, types: [TrackableEvent.Type]) {
      self.kind = kind
      self.types = types
    }

    func allows(_ event: TrackableEvent) -> Bool {
      types.contains { $0 == type(of: event) } == (kind == .allow)
    }
  }

  protocol AnalyticsAdapter: AnyObject {
    var name: String { get }
    var eventTrackingRule: EventTrackingRule? { get }
    func configure()
    func track(event: TrackableEvent)
    func track(property: TrackableProperty)
  }

  enum LoggingLevel { case none, info, verbose }

  /// The original was one for the process; here each test has its own.
  enum GlobalTracker {
    final class State {
      var adapters: [AnalyticsAdapter] = []
      var level = LoggingLevel.none
      var log: (String) -> Void = { print($0) }
    }

    // Used by one task only, that of the test.
    @TaskLocal static var state = UncheckedState()

    struct UncheckedState: @unchecked Sendable {
      // Invariant: a test gives it to its own task alone.
      let value = State()
    }

    static var loggingLevel: LoggingLevel {
      get { state.value.level }
      set { state.value.level = newValue }
    }

    static func log(_ callback: @escaping (String) -> Void) { state.value.log = callback }

    static func startTracking(adapters: [AnalyticsAdapter]) {
      for adapter in adapters { adapter.configure() }
      state.value.adapters = adapters
    }

    static func track(_ event: TrackableEvent) {
      for adapter in state.value.adapters where adapter.eventTrackingRule?.allows(event) ?? true {
        write(event, adapter)
        adapter.track(event: event)
      }
    }

    static func update(_ property: TrackableProperty) {
      for adapter in state.value.adapters { adapter.track(property: property) }
      for event in property.generateUpdateEvents() { track(event) }
    }

    private static func write(_ event: TrackableEvent, _ adapter: AnalyticsAdapter) {
      if loggingLevel == .none { return }
      var text = "-[\(adapter.name)]: EVENT TRIGGERED - '\(event.identifier.stringValue)'"
      if loggingLevel == .verbose {
        for (key, value) in event.metadata.sorted(by: { $0.key < $1.key }) { text += "\n > \(key): \(value)" }
      }
      state.value.log(text)
    }
  }
}

extension String: TrackerAggregator.TrackableValueType { var stringValue: String { self } }
extension Int: TrackerAggregator.TrackableValueType { var stringValue: String { "\(self)" } }

extension TrackerAggregator.TrackableEvent {
  var metadata: [String: Any] { [:] }
  func trigger() { TrackerAggregator.GlobalTracker.track(self) }
}

extension TrackerAggregator.TrackableProperty {
  func generateUpdateEvents() -> [TrackerAggregator.TrackableEvent] { [] }
  func update() { TrackerAggregator.GlobalTracker.update(self) }
}

extension TrackerAggregator.AnalyticsAdapter {
  var name: String { "\(type(of: self))" }
  var eventTrackingRule: TrackerAggregator.EventTrackingRule? { nil }
}
