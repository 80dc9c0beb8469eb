// The left column of MigratingFromAModularAnalyticsLayer.md: short quotes from Andrew Lord's article, A modular analytics
// layer in Swift. https://www.lordcodes.com/articles/a-modular-analytics-layer-in-swift/

import VendorStandIns

package enum ModularLayer {
  typealias Analytics = FirebaseAnalytics

  enum ThreadType: String { case group, single }

  // snippet: event
  enum AnalyticsEvent: Equatable {
    case addContactTapped
    case contactSelected(index: Int)
    case messageSent(threadType: ThreadType, length: Int)
    case userSignedIn
  }
}

extension ModularLayer.AnalyticsEvent {
  // snippet: parameters
  var parameters: [Parameter: String] {
    switch self {
    case .addContactTapped,
      .userSignedIn:
      return [:]
    case let .contactSelected(index):
      return [
        .contactIndex: String(describing: index)
      ]
    case let .messageSent(threadType, length):
      return [
        .threadType: threadType.rawValue,
        .messageLength: String(describing: length),
      ]
    }
  }

  enum Parameter: String, Equatable {
    case contactIndex
    case messageLength
    case threadType
  }
}

extension ModularLayer {
  class AnalyticsEventMapper {
    // snippet: event names
    func eventName(for event: AnalyticsEvent) -> String {
      switch event {
      case .addContactTapped:
        return "addContact_tapped"
      case .contactSelected:
        return "contact_selected"
      case .messageSent:
        return "message_sent"
      case .userSignedIn:
        return "user_signedIn"
      }
    }

    func parameters(for event: AnalyticsEvent) -> [String: String] {
      var newParameters = [String: String]()
      event.parameters.forEach { key, value in
        let newKey = parameterName(for: key)
        newParameters[newKey] = value
      }
      return newParameters
    }

    // snippet: parameter names
    func parameterName(for parameter: AnalyticsEvent.Parameter) -> String {
      switch parameter {
      case .contactIndex:
        return "contact_index"
      case .messageLength:
        return "message_length"
      case .threadType:
        return "thread_type"
      }
    }
  }

  protocol AnalyticsProvider {
    func report(event: AnalyticsEvent)
  }

  // snippet: provider
  class FirebaseAnalyticsProvider: AnalyticsProvider {
    private let eventMapper = AnalyticsEventMapper()

    func report(event: AnalyticsEvent) {
      let name = eventMapper.eventName(for: event)
      let parameters = eventMapper.parameters(for: event)
      Analytics.logEvent(name, parameters: parameters)
    }
  }

  class LoggingAnalyticsProvider: AnalyticsProvider {
    private let eventMapper = AnalyticsEventMapper()

    func report(event: AnalyticsEvent) {
      let name = eventMapper.eventName(for: event)
      ServiceLog.write("Event reported: \(name)")
    }
  }

  class AnalyticsReporter {
    private let providers: [AnalyticsProvider]

    init(providers: [AnalyticsProvider]) {
      self.providers = providers
    }

    func report(event: AnalyticsEvent) {
      providers.forEach {
        $0.report(event: event)
      }
    }
  }

  // snippet: use
  class ContactsViewModel {
    private let analyticsReporter: AnalyticsReporter

    init(analyticsReporter: AnalyticsReporter) {
      self.analyticsReporter = analyticsReporter
    }

    func contactSelected(at index: Int) {
      analyticsReporter.report(event: .contactSelected(index: index))
    }

    func addContactTapped() {
      analyticsReporter.report(event: .addContactTapped)
    }
  }

  // snippet: test
  class TestingAnalyticsProvider: AnalyticsProvider {
    var eventsReported = [AnalyticsEvent]()

    func report(event: AnalyticsEvent) {
      eventsReported.append(event)
    }
  }

  static func makeReporter() -> AnalyticsReporter {
    // snippet: reporter
    let reporter = AnalyticsReporter(providers: [FirebaseAnalyticsProvider(), LoggingAnalyticsProvider()])
    return reporter
  }

  /// Reports one event of each kind, as before the migration.
  package static func play() {
    let reporter = makeReporter()
    reporter.report(event: .userSignedIn)
    let contacts = ContactsViewModel(analyticsReporter: reporter)
    contacts.addContactTapped()
    contacts.contactSelected(at: 2)
    reporter.report(event: .messageSent(threadType: .group, length: 140))
  }

  /// How many events the article's test sees when a contact is selected.
  package static func eventsInTest() -> Int {
    let provider = TestingAnalyticsProvider()
    ContactsViewModel(analyticsReporter: AnalyticsReporter(providers: [provider])).contactSelected(at: 2)
    return provider.eventsReported.filter { $0 == .contactSelected(index: 2) }.count
  }
}
