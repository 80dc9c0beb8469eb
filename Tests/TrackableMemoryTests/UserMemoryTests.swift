import Foundation
import TestSupport
import Testing
import Trackable
import TrackableMemory
import TrackableTesting

/// Who the user is and what they have decided, from one launch to the next.
@Suite struct UserMemoryTests {
  private let folder = TemporaryFolder("/app/user.json")
  private var file: URL { URL(filePath: folder.path) }
  private var memory: UserMemory { UserMemory(file: file) }

  private struct Opened: AnalyticsEvent {}

  /// One launch of an app.
  private func launch<Result>(_ work: (UserMemory, RecordingTracker) throws -> Result) rethrows -> Result {
    let recorder = RecordingTracker()
    return try TrackableSystem.withTracker(recorder) {
      TrackableSystem.issueHandler = { _ in }
      let memory = memory
      TrackableSystem.register(memory)
      memory.restore()
      return try work(memory, recorder)
    }
  }

  @Test func `The user of the last launch is identified by the next one`() {
    launch { memory, _ in
      #expect(memory.userID == nil)
      TrackableSystem.identify("john", traits: ["plan" ~>> "premium"])
    }
    launch { memory, recorder in
      #expect(memory.userID == "john")
      TrackableSystem.track(Opened())
      #expect(recorder.events.map(\.userID) == ["john"])
      #expect(recorder.difference(from: [.identify("john"), .event(Opened())]) == nil)
      TrackableSystem.reset()
    }
    launch { memory, recorder in
      #expect(memory.userID == nil && recorder.difference(from: []) == nil)
      TrackableSystem.identify("paul")
      TrackableSystem.purge()
    }
    #expect(memory.userID == nil)
  }

  @Test func `Whoever is identified before the restoration stays`() {
    launch { _, _ in TrackableSystem.identify("john") }
    let recorder = RecordingTracker()
    TrackableSystem.withTracker(recorder) {
      let memory = memory
      TrackableSystem.register(memory)
      TrackableSystem.identify("paul")
      memory.restore()
      #expect(recorder.difference(from: [.identify("paul")]) == nil)
    }
    #expect(memory.userID == "paul")
  }

  @Test func `A withdrawal is in the file before a tracker is told`() {
    memory.consent.grant(.analytics)
    let (consent, file, seen) = (memory.consent, file, Shared<[Consent.Status]>([]))
    struct Looking: AnalyticsEventTracker {
      let file: URL
      let seen: Shared<[Consent.Status]>
      func track(_ event: TrackedEvent) {}
      func reset() { seen.withLock { $0.append(UserMemory(file: file).consent.status(of: .analytics)) } }
    }
    let tracker = Looking(file: file, seen: seen).requiringConsent(.analytics, from: consent)
    consent.deny(.analytics)
    #expect(seen.value == [.denied])
    withExtendedLifetime(tracker) {}
    #expect(memory.consent.statuses == [.analytics: .denied])
  }

  @Test func `A withdrawal that cannot be written removes the file`() throws {
    memory.consent.grant(.analytics)
    let memory = memory
    // The folder is gone, and a file is in its place: nothing can be written there.
    let folder = file.deletingLastPathComponent()
    try FileManager.default.removeItem(at: folder)
    try Data().write(to: folder)
    let issues = issues {
      for _ in 0..<2 { memory.consent.deny(.analytics) }
      #expect(memory.consent.status(of: .analytics) == .denied)
    }
    #expect(issues.map(\.kind) == [.memoryUnusable])
    let text = issues.map(\.description).joined()
    #expect(text.contains("cannot be remembered in user.json: ") && !text.contains(folder.path), "\(text)")
    try FileManager.default.removeItem(at: folder)
    #expect(self.memory.consent.statuses == [:])
  }

  @Test func `A file that cannot be read yet is read by the restoration, and what was decided since counts`() throws {
    launch { memory, _ in
      TrackableSystem.identify("john")
      memory.consent.update([.analytics: .granted, .advertising: .granted])
    }
    let aside = folder.path + ".aside"
    try FileManager.default.moveItem(atPath: file.path, toPath: aside)
    // What is there cannot be read.
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
    let recorder = RecordingTracker()
    try TrackableSystem.withTracker(recorder) {
      TrackableSystem.issueHandler = { _ in }
      let memory = memory
      TrackableSystem.register(memory)
      memory.restore()
      #expect(memory.consent.status(of: .analytics) == .undecided)
      memory.consent.deny(.advertising)
      #expect(memory.userID == nil)
      // A denial that cannot be written removes what is there.
      #expect(!FileManager.default.fileExists(atPath: file.path))
      try FileManager.default.moveItem(atPath: aside, toPath: file.path)
      memory.restore()
      #expect(memory.consent.statuses == [.analytics: .granted, .advertising: .denied])
      // Nor does the next launch forget it.
      #expect(self.memory.consent.status(of: .advertising) == .denied)
      #expect(recorder.difference(from: [.identify("john")]) == nil)
    }
  }

  @Test func `The handler of issues may read the consent`() throws {
    memory.consent.grant(.analytics)
    let (memory, seen) = (memory, Shared<[Consent.Status]>([]))
    let folder = file.deletingLastPathComponent()
    try FileManager.default.removeItem(at: folder)
    try Data().write(to: folder)
    TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { _ in seen.withLock { $0.append(memory.consent.status(of: .analytics)) } }
      memory.consent.deny(.analytics)
    }
    #expect(seen.value == [.denied])
    try FileManager.default.removeItem(at: folder)
  }

  @Test(arguments: 0..<SearchScale.times(40, long: 1_000))
  func `Random launches, grants, denials and users are remembered as a naive model says`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var (user, decided): (String?, [ConsentPurpose: Consent.Status]) = (nil, [:])
    let purposes: [ConsentPurpose] = [.analytics, .advertising, "surveys"]
    for _ in 0..<8 {
      launch { memory, recorder in
        #expect(memory.userID == user)
        #expect(memory.consent.statuses == decided)
        for _ in 0..<random.below(6) {
          let purpose = purposes[random.below(3)]
          switch random.below(6) {
          case 0, 1:
            let name = "user \(random.below(3))"
            TrackableSystem.identify(name)
            user = name
          case 2:
            TrackableSystem.reset()
            user = nil
          case 3:
            memory.consent.grant(purpose)
            decided[purpose] = .granted
          case 4:
            memory.consent.deny(purpose)
            decided[purpose] = .denied
          default:
            TrackableSystem.purge()
            user = nil
          }
        }
      }
    }
  }
}
