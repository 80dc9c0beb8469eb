import Foundation
import TestSupport
import Testing
import Trackable
import TrackableTesting

@testable import TrackablePlan

/// Notes on events and keys: description, owner, expiry and allowed values.
@Suite struct PlanNotesTests {
  private static let plan: TrackingPlan = [
    .events(Shop.Page.self, sometimes: [Shop.Field.price ~>> 3, Shop.Private.mail ~>> "a@b.c"]),
    .note(on: Shop.Page.allCases, owner: "Growth"),
    .note(on: [Shop.Page.opened], "A page was opened.", expires: "2027-06-30"),
    .note(on: Shop.Field.price, "In *euros*.", values: [1, 2, 3]),
    .note(on: Shop.Private.mail, values: ["john@apple.records"]),
  ]

  private static let page = "\(Shop.path).Page"

  /// - Parameter seconds: From midnight UTC.
  private func day(_ text: String, plus seconds: Double = 0) throws -> Date {
    try Date(text, strategy: .iso8601.year().month().day()) + seconds
  }

  @Test func `Several notes on one thing are one note, in any order and grouping`() {
    let notes: [TrackingPlan] = [
      .note(on: Shop.Field.price, "B", owner: "X", values: [1]),
      .note(on: Shop.Field.price, "A", expires: "2028-01-01", values: [2, 1]),
      .note(on: Shop.Field.price, owner: "Y", expires: "2027-01-01"),
    ]
    let whole = TrackingPlan(notes)
    #expect(whole.notes.values.map(\.text) == ["A Owner: X. Until 2027-01-01. One of 1, 2."])
    for order in [[2, 1, 0], [1, 0, 2], [0, 2, 1]] { #expect(TrackingPlan(order.map { notes[$0] }) == whole) }
    #expect([TrackingPlan([notes[0], notes[1]]), notes[2]] == whole)
  }

  @Test func `A note that differs is a difference, and follows a renamed event`() throws {
    #expect(Self.plan.differences(from: Self.plan) == [])
    #expect(
      (Self.plan + .note(on: Shop.Page.allCases, owner: "A-Team")).differences(from: Self.plan).map(\.description) == [
        "note on '\(Self.page).closed' was 'Owner: Growth.', is 'Owner: A-Team.'",
        "note on '\(Self.page).opened' was 'A page was opened. Owner: Growth. Until 2027-06-30.', is "
          + "'A page was opened. Owner: A-Team. Until 2027-06-30.'",
      ])
    #expect(
      Self.plan.differences(from: .events(Shop.Page.self)).filter { $0.description.hasPrefix("note") }
        .map { "\($0.description), \($0.isAddition)" } == [
          "note on '\(Shop.path).Field.price' is new, true", "note on '\(Self.page).closed' is new, true",
          "note on '\(Self.page).opened' is new, true", "note on '\(Shop.path).Private.mail' is new, true",
        ])
    let renamed = try TrackingPlan(json: Self.plan.json.replacing("Page.opened", with: "Page.openedAgain").utf8)
    #expect(renamed.differences(from: Self.plan).map(\.kind) == [.renamed])
  }

  @Test func `An expired event fails the test from its day on, and nothing that is written makes it last longer`()
    throws
  {
    let folder = ScratchFolder()
    #expect(folder.failure(of: Self.plan, on: try day("2027-06-30", plus: -1)) == nil)
    for environment in [[:], ["TRACKING_PLAN": "accept"]] {
      #expect(
        folder.failure(of: Self.plan, on: try day("2027-06-30"), environment) == """
          The tracking plan cannot be sent as it is (ShopTests/Tests.swift:8):
            expired    '\(Self.page).opened' was needed until 2027-06-30, and belongs to Growth: remove it from the app, or \
          write a later day
          """)
    }
  }

  @Test func `A key expires like an event, and an expiry that is no day fails`() throws {
    let plan: TrackingPlan = [
      .events(Shop.Page.self, sometimes: ["box" ~>> [Shop.Field.price ~>> 3], Shop.Field.title ~>> "x"]),
      .note(on: Shop.Field.price, expires: "2027-06-30"), .note(on: Shop.Field.title, expires: "June"),
      .note(on: [Shop.Page.closed], expires: "2027-02-30"),
    ]
    #expect(
      plan.expired(on: try day("2027-06-30")) == [
        "'\(Shop.path).Field.price' was needed until 2027-06-30: remove it from the app, or write a later day",
        "'June', until which '\(Shop.path).Field.title' is needed, is no day such as 2027-06-30",
        "'2027-02-30', until which '\(Self.page).closed' is needed, is no day such as 2027-06-30",
      ])
    #expect(plan.expired(on: try day("2027-06-29")).count == 2)
  }

  @Test func `A value that a note does not allow is a violation that names event, key and shape`() {
    let plan: TrackingPlan = [
      Self.plan, .note(on: Shop.Field.title, values: ["small", "large"]),
      .properties([
        Shop.Field.title ~>> "x", "box" ~>> [Shop.Field.title ~>> "x"],
        "list" ~>> [[Shop.Field.title ~>> ["x"]] as TrackedProperties],
      ]),
    ]
    let (found, reported) = withRecordedTracking(through: { $0.validating(plan) }) { recorder in
      func open(_ properties: TrackedProperties) { Page().track(Shop.Page.opened, trackedProperties: properties) }
      open([Shop.Field.price ~>> 3, Shop.Field.title ~>> "small", Shop.Private.mail ~>> "john@apple.records"])
      open([Shop.Field.price ~>> 4, Shop.Field.title ~>> "medium", Shop.Private.mail ~>> "secret"])
      open([
        "box" ~>> [Shop.Field.title ~>> "Größe"],
        "list" ~>> [[Shop.Field.title ~>> ["small", "wide"]] as TrackedProperties],
      ])
      return (plan.violations(in: recorder), recorder.issues.map(\.message))
    }
    let rest = "that its note does not allow"
    #expect(
      found == [
        "'\(Self.page).opened' does not match the tracking plan: "
          + "'\(Shop.path).Field.price' is an int \(rest), "
          + "'\(Shop.path).Field.title' is a string of 6 characters \(rest), "
          + "'\(Shop.path).Private.mail' is a value \(rest).",
        "'\(Self.page).opened' does not match the tracking plan: "
          + "'box/\(Shop.path).Field.title' is a string of 5 characters \(rest), "
          + "'list[]/\(Shop.path).Field.title[]' is a string of 4 characters \(rest).",
      ])
    #expect(reported == [found[0]])
    #expect(!found.joined().contains("secret") && !found.joined().contains("medium"))
  }

  @Test func `A note that allows whole numbers allows them as doubles`() {
    let plan: TrackingPlan = [
      .event(Shop.Page.opened, sometimes: [Shop.Field.price ~>> 0.5]),
      .note(on: Shop.Field.price, values: [0, 0.5, 1]),
    ]
    func isAllowed(_ price: Double) -> Bool {
      plan.faults(of: .track(TrackedEvent(Shop.Page.opened, properties: [Shop.Field.price ~>> price]))).isEmpty
    }
    for price in [0, -0.0, 0.5, 1] { #expect(isAllowed(price), "\(price)") }
    for price in [0.25, 2, 1e300] { #expect(!isAllowed(price), "\(price)") }
  }

  @Test func `A note on an event that the plan does not have does nothing`() {
    let plan: TrackingPlan = [.event(Shop.Paid(amount: 1))]
    let noted: TrackingPlan = [plan, .note(on: Shop.Cart.allCases, "A cart.", expires: "1970-01-01")]
    #expect(noted.differences(from: plan).isEmpty && plan.differences(from: noted).isEmpty)
    #expect(noted.json == plan.json)
    #expect(noted.expired(on: Date()).isEmpty)
  }
}

extension TrackingPlan {
  fileprivate static func + (plan: Self, more: Self) -> Self { [plan, more] }
}
