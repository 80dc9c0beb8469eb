// swift-format-ignore-file
import TrackableMigration

// Left out
class ContactsCoordinator {
    func startContactThreads(at index: Int) {}
    func startContactCreation() {}
}

class ContactsViewModel {
    private let coordinator: ContactsCoordinator
    private let analyticsReporter: AnalyticsReporter

    init(coordinator: ContactsCoordinator, analyticsReporter: AnalyticsReporter) {
        self.coordinator = coordinator
        self.analyticsReporter = analyticsReporter
    }

    func contactSelected(at index: Int) {
        analyticsReporter.report(event: .contactSelected(index: index))
        coordinator.startContactThreads(at: index)
    }

    func addContactTapped() {
        analyticsReporter.report(event: .addContactTapped)
        coordinator.startContactCreation()
    }
}

class TestingAnalyticsProvider: AnalyticsProvider {
    var eventsReported = [AnalyticsEvent]()

    func report(event: AnalyticsEvent) {
        eventsReported.append(event)
    }
}

/// Reports one event of each kind, and returns how many a test saw.
public func playModularLayer() -> Int {
    let test = TestingAnalyticsProvider()
    let reporter = AnalyticsReporter(providers: [FirebaseAnalyticsProvider(), LoggingAnalyticsProvider(), test])
    reporter.report(event: .userSignedIn)
    let model = ContactsViewModel(coordinator: ContactsCoordinator(), analyticsReporter: reporter)
    model.addContactTapped()
    model.contactSelected(at: 2)
    reporter.report(event: .messageSent(threadType: .group, length: 140))
    return test.eventsReported.count
}
