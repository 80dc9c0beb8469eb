import Foundation
import TestSupport
import Trackable
import TrackableTesting

@testable import TrackablePlan

/// What the tests of plans plan.
enum Shop {
  enum Page: String, Event, CaseIterable { case opened, closed }
  enum Cart: String, Event, CaseIterable { case opened, didAdd }
  enum Field: String, Key, CaseIterable {
    case title, price
    enum Item: String, Key, CaseIterable { case title, count }
  }
  enum Private: String, SensitiveKey, CaseIterable { case mail }

  struct Paid: AnalyticsEvent {
    let amount: Int
    var eventType: AnalyticsEventType { .click }
    var properties: TrackedProperties { [Field.price ~>> amount] }
  }

  struct Level: UserProperty {
    let value: String
    var operation = UserPropertyOperation.set
  }
  struct Home: ScreenEvent {}

  static let path = "TrackablePlanTests.Shop"
}

extension TrackingPlan {
  /// What a service does not take, of the names that it sees and of the values of a recording.
  func violations(
    of limits: Limits, events: NamingStyle = .path, keys: NamingStyle = .path, in recorder: RecordingTracker? = nil
  ) -> [String] {
    let seen = seen(by: limits.service, events: events, keys: keys, within: limits)
    let names = seen.destinations.values.flatMap { seen.namesBeyondLimits(of: $0) }
    return names + (recorder.map { seen.violations(in: $0) } ?? [])
  }
}

/// A folder that is gone after the test.
struct ScratchFolder {
  private let folder = TemporaryFolder("/")
  var path: String { folder.path }

  init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  var plan: String? {
    get { FileManager.default.contents(atPath: path + "plan.json").map { String(decoding: $0, as: UTF8.self) } }
    nonmutating set {
      _ = FileManager.default.createFile(atPath: path + "plan.json", contents: newValue.map { Data($0.utf8) })
    }
  }

  /// The text of the failure of verifying against a file in the folder; `nil` if it passes.
  func failure(
    of plan: TrackingPlan, against name: String = "plan.json", allowingAdditions: Bool = false,
    on today: Date = Date(timeIntervalSince1970: 0), _ environment: [String: String] = [:]
  ) -> String? {
    let file = PlanFile(
      name, beside: path + "Tests.swift", from: CodeLocation(fileID: "ShopTests/Tests.swift", line: 8),
      environment: environment)
    do {
      try plan.verify(against: file, allowingAdditions: allowingAdditions, on: today)
      return nil
    } catch {
      return error.description.replacing(path, with: "<folder>/")
    }
  }
}
