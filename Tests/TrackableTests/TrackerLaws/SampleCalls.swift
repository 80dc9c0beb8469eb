import Trackable

/// The user properties that trees are tried on.
enum SampleUserProperty: Sendable, CaseIterable {
  case plan, logins

  var value: any UserProperty { self == .plan ? Sample.Plan() : Sample.Logins() }
  var name: String { self == .plan ? "TestSupport.Sample.Plan" : "logins" }
  var valueText: String { self == .plan ? "setOnce \"premium\"" : "3" }
  var typeName: String { self == .plan ? "Plan" : "Logins" }
}

/// A call as an app makes it, and as the interpreter sees it.
enum SampleCall: Sendable {
  case event(SampleEvent)
  /// The event by way of an object, whose link leads to the tracker.
  case eventOnObject(SampleEvent, callSite: ModelProperties, link: ModelProperties)
  case update(SampleUserProperty)
  case identify(ModelProperties)
  case group(ModelProperties)
  case reset, report, purge, flush

  func make(on tracker: any AnalyticsEventTracker) async {
    switch self {
    case .event(let event): tracker.track(TrackedEvent(event.event, timestamp: CallLog.time))
    case .eventOnObject(let event, let callSite, let link):
      let object = Sample.Screenlet()
      object.setupTrackableChain(trackedProperties: link.trackedProperties)
      object.deliver(to: tracker)
      object.track(event.event, trackedProperties: callSite.trackedProperties)
    case .update(let property): tracker.update(TrackedUserProperty(property.value))
    case .identify(let traits): tracker.identify("john", traits: traits.trackedProperties)
    case .group(let traits): tracker.update(Sample.Team(traits.trackedProperties))
    case .reset: tracker.reset()
    case .report:
      tracker.report(Sample.Failure(description: "lost"), at: CodeLocation(fileID: "App/A.swift", line: 7))
    case .purge: tracker.purge()
    case .flush: await tracker.flush()
    }
  }

  /// What is noted of the call, where the order counts as far as it is a law: the members of a combination are flushed
  /// side by side, and everything else comes in order.
  func lawful(_ notes: [String]) -> [String] { if case .flush = self { notes.sorted() } else { notes } }

  var model: ModelCall {
    switch self {
    case .event(let event): .track(event.model)
    case .eventOnObject(let event, let callSite, let link):
      .track(
        event.model.with(\.time, "now")
          .with(\.properties, callSite.completed(by: event.model.properties).completed(by: link)))
    case .update(let property): .update(name: property.name, property)
    case .identify(let traits): .identify(traits)
    case .group(let traits): .group(traits)
    case .reset: .other("reset")
    case .report: .other("report lost at App/A.swift:7")
    case .purge: .other("purge")
    case .flush: .other("flush")
    }
  }
}

enum SampleEvent: Sendable, CaseIterable {
  case payment, order, addTapped, selected, opened, closed, namesake

  var event: any AnalyticsEvent {
    switch self {
    case .payment: Sample.PaymentSent()
    case .order: Sample.OrderPlaced()
    case .addTapped: Sample.Contacts.addTapped
    case .selected: Sample.Contacts.selected(index: 5)
    case .opened: Sample.Screen.opened
    case .closed: Sample.Screen.closed
    case .namesake: Sample.Namesake()
    }
  }

  var type: any AnalyticsEvent.Type { Swift.type(of: event) }
  var typeName: String { "\(type)" }

  var model: ModelEvent {
    let path = "TestSupport.Sample."
    return switch self {
    case .payment:
      ModelEvent(
        name: path + "PaymentSent", entity: "Sample", eventType: .click,
        properties: [
          path + "Field.amount": .int(20),
          "b": .int(2),
        ],
        original: self)
    case .order:
      ModelEvent(
        name: "order_placed", entity: "order", eventType: .userAction,
        properties: [
          "a": .int(1),
          path + "Field.note": .text("gift"),
          path + "Field.contact": .nested([path + "Field.Detail.city": .text("Bath"), "plan": .text("free")]),
        ],
        original: self)
    case .addTapped:
      ModelEvent(
        name: path + "Contacts.addTapped", entity: "Contacts", eventType: .userAction, properties: [:], original: self)
    case .selected:
      ModelEvent(
        name: path + "Contacts.selected", entity: "Contacts", eventType: .userAction,
        properties: ["index": .int(5), "a": .int(3)], original: self, contactIndex: 5)
    case .opened:
      ModelEvent(
        name: path + "Screen.opened", entity: "Screen", eventType: .impression, properties: [:], original: self)
    case .closed:
      ModelEvent(
        name: path + "Screen.closed", entity: "Screen", eventType: .impression, properties: [:], original: self)
    case .namesake:
      ModelEvent(
        name: path + "Screen.opened", isPath: false, entity: "Sample", eventType: .userAction, properties: [:],
        original: self)
    }
  }
}
