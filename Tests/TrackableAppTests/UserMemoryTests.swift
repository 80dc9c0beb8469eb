import Foundation
import TestSupport
import Testing
import Trackable
import TrackableApp
import TrackableTesting

/// Who the user is and what they have decided, from one launch to the next.
@Suite struct UserMemoryTests {
  private let folder = TemporaryFolder("/app/user.json")
  private var file: URL { URL(filePath: folder.path) }
  private var memory: UserMemory { UserMemory(file: file) }
  private var installationID: String {
    TrackableApp(folder: file.deletingLastPathComponent(), installation: .untilReset()).installationID ?? "none"
  }

  private struct Opened: AnalyticsEvent {}

  /// One launch of an app, which begins with `restore`.
  private func launch<Result>(
    _ other: (any AnalyticsEventTracker)? = nil, restoring: Bool = true,
    _ work: (UserMemory, RecordingTracker) throws -> Result
  ) rethrows -> Result {
    let recorder = RecordingTracker()
    return try TrackableSystem.withTracker(recorder.combined(with: other)) {
      TrackableSystem.issueHandler = { _ in }
      let memory = memory
      if restoring {
        TrackableSystem.register(memory)
        memory.restore()
      }
      return try work(memory, recorder)
    }
  }

  /// A launch in which John signs in and joins a group.
  private func launchOfJohn() {
    launch { _, _ in
      TrackableSystem.identify("john")
      TrackableSystem.group("apple", type: "company")
    }
  }

  private func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }

  /// As another process does it.
  private func write(_ text: String) throws { try Data(text.utf8).write(to: file) }

  // MARK: What happens before the restoration, or meanwhile

  /// Does something while it hears of a change: elsewhere on another thread, here on this one.
  private struct Eager: AnalyticsEventTracker {
    let work: @Sendable () -> Void
    func track(_ event: TrackedEvent) {}
    func identify(_ user: TrackedUser) { work() }
    func reset() { work() }
  }

  @Test func `A group that the app joins while the user is restored stays`() {
    launchOfJohn()
    launch(Eager { TrackableSystem.group("beatles", type: "company") }) { _, recorder in
      TrackableSystem.track(Opened())
      #expect(recorder.events.map(\.groups) == [["company" ~>> "beatles"]])
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `A sign-in or a sign-out before the restoration stands against it, also while a tracker is still being told`(
    isSignOut: Bool, isBeingTold: Bool
  ) {
    launchOfJohn()
    func change() { if isSignOut { TrackableSystem.reset() } else { TrackableSystem.identify("paul") } }
    func secondLaunch() {
      let memory = memory
      launch(isBeingTold ? Eager { memory.restore() } : nil, restoring: false) { _, recorder in
        // The user may also sign out before the memory is there.
        if isSignOut, !isBeingTold { change() }
        TrackableSystem.register(memory)
        if !isSignOut || isBeingTold { change() }
        if !isBeingTold { memory.restore() }
        TrackableSystem.track(Opened())
        #expect(recorder.difference(from: [isSignOut ? .reset : .identify("paul"), .event(Opened())]) == nil)
        #expect(recorder.events.map(\.userID) == [isSignOut ? nil : "paul"] && recorder.events.map(\.groups) == [[:]])
      }
    }
    secondLaunch()
    launch { _, recorder in #expect(recorder.difference(from: isSignOut ? [] : [.identify("paul")]) == nil) }
  }

  // MARK: A file that cannot be read yet

  @Test func `A group that was joined before the file could be read is joined, and others are told`() throws {
    launchOfJohn()
    launch { _, _ in for (id, type) in [("beatles", "band"), ("one", "team")] { TrackableSystem.group(id, type: type) }
    }
    let unlock = try lock(file)
    try launch { memory, recorder in
      #expect(installationID == "none")
      TrackableSystem.group("mpl", type: "company")
      TrackableSystem.group(nil, type: "band")
      try unlock()
      memory.restore()
      TrackableSystem.track(Opened())
      #expect(recorder.events.map(\.groups) == [["company" ~>> "mpl", "team" ~>> "one"]])
      #expect(recorder.events.map(\.userID) == ["john"] && installationID != "none")
    }
    launch { _, recorder in
      TrackableSystem.track(Opened())
      #expect(recorder.events.map(\.groups) == [["company" ~>> "mpl", "team" ~>> "one"]])
    }
  }

  @Test func `The restoration reads a file that could not be read before, and later decisions count`() throws {
    launch { memory, _ in
      TrackableSystem.identify("john")
      memory.consent.update([.analytics: .granted, .advertising: .granted])
    }
    let aside = folder.path + ".aside"
    _ = try lock(file)
    try launch { memory, recorder in
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

  @Test func `A memory does not replace a file that it cannot read, and groups from before a reset stay gone`() throws {
    launchOfJohn()
    memory.consent.deny(.analytics)
    let aside = file.appendingPathExtension("aside")
    try FileManager.default.moveItem(at: file, to: aside)
    // This cannot be read, but it could be replaced.
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: aside.appending(path: "none"))
    try launch { memory, recorder in
      TrackableSystem.identify("john")
      TrackableSystem.group("emi", type: "label")
      TrackableSystem.identify("paul")
      TrackableSystem.identify("john")
      _ = try FileManager.default.destinationOfSymbolicLink(atPath: file.path)
      try FileManager.default.removeItem(at: file)
      try FileManager.default.moveItem(at: aside, to: file)
      recorder.removeAll()
      memory.restore()
      #expect(recorder.difference(from: []) == nil)
      #expect(memory.consent.status(of: .analytics) == .denied)
    }
    launch { _, recorder in #expect(recorder.difference(from: [.identify("john")]) == nil) }
  }

  @Test func `Before the file can be read as well, another user ends the ID of the file`() throws {
    launchOfJohn()
    let id = launch { _, _ in installationID }
    let unlock = try lock(file)
    try launch(restoring: false) { memory, _ in
      memory.identify(TrackedUser("paul"))
      try unlock()
      memory.restore()
      #expect(installationID != id)
    }
  }

  // MARK: A withdrawal, and what ends a person

  @Test func `A withdrawal is in the file before a tracker is told`() {
    memory.consent.grant(.analytics)
    let (consent, file, seen) = (memory.consent, file, Shared<[String]>([]))
    let looking = Eager { seen.withLock { $0.append((try? String(contentsOf: file, encoding: .utf8)) ?? "") } }
    let tracker = looking.requiringConsent(.analytics, from: consent)
    consent.deny(.analytics)
    #expect(seen.value.count == 1 && seen.value[0].contains(#"["consent","analytics","denied"]"#))
    withExtendedLifetime(tracker) {}
    #expect(memory.consent.statuses == [.analytics: .denied])
  }

  @Test func `A withdrawal that cannot be written removes the file, and the handler of issues may read the consent`()
    throws
  {
    memory.consent.grant(.analytics)
    let folder = file.deletingLastPathComponent()
    let found = Shared<[(issue: TrackableIssue, status: Consent.Status)]>([])
    try TrackableSystem.withTracker(NoOpTracker()) {
      let memory = memory
      #expect(memory.consent.status(of: .analytics) == .granted)
      TrackableSystem.issueHandler = { issue in
        found.withLock { $0.append((issue, memory.consent.status(of: .analytics))) }
      }
      // The folder is gone, and a file is in its place: nothing can be written there.
      try FileManager.default.removeItem(at: folder)
      try Data().write(to: folder)
      for _ in 0..<2 { memory.consent.deny(.analytics) }
      #expect(memory.consent.status(of: .analytics) == .denied)
    }
    #expect(found.value.map(\.issue.kind) == [.memoryUnusable] && found.value.map(\.status) == [.denied])
    let text = found.value.map(\.issue.description).joined()
    #expect(text.contains("cannot write user.json: ") && !text.contains(folder.path), "\(text)")
    try FileManager.default.removeItem(at: folder)
    #expect(memory.consent.statuses == [:])
  }

  @Test func `A reset that cannot be written removes the file`() throws {
    launchOfJohn()
    try launch { memory, _ in
      // Nothing can be written in its place.
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createDirectory(at: file.appending(path: "inside"), withIntermediateDirectories: true)
      TrackableSystem.reset()
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
    launch { memory, recorder in #expect(memory.userID == nil && recorder.difference(from: []) == nil) }
  }

  // MARK: Several processes, several memories

  @Test func `A later decision in another process counts when the memory is restored`() throws {
    let memory = memory
    memory.consent.update([.analytics: .granted, .advertising: .granted])
    try write(#"[["consent","analytics","denied"],["consent","advertising","granted"]]"#)
    #expect(memory.consent.status(of: .analytics) == .granted)
    TrackableSystem.withTracker(NoOpTracker()) { memory.restore() }
    #expect(memory.consent.statuses == [.analytics: .denied, .advertising: .granted])
  }

  @Test func `A decision of another process counts also where a small change could not be written`() throws {
    let memory = memory
    memory.consent.grant(.analytics)
    let obstacle = file.appendingPathExtension("new")
    try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
    TrackableSystem.withTracker(memory) { TrackableSystem.group("beatles", type: "band") }
    try FileManager.default.removeItem(at: obstacle)
    try write(#"[["consent","analytics","denied"]]"#)
    TrackableSystem.withTracker(memory) {
      memory.restore()
      TrackableSystem.group("apple", type: "company")
    }
    #expect(memory.consent.status(of: .analytics) == .denied)
    #expect(try text().contains("denied"))
  }

  @Test func `A decision that could not be written outweighs what another process writes`() throws {
    let memory = memory
    memory.consent.grant(.analytics)
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    TrackableSystem.withTracker(NoOpTracker()) { memory.consent.deny(.analytics) }
    try? FileManager.default.removeItem(at: file)
    try write(#"[["consent","analytics","granted"]]"#)
    TrackableSystem.withTracker(NoOpTracker()) { memory.restore() }
    #expect(memory.consent.status(of: .analytics) == .denied)
  }

  @Test func `Two memories of one file are one: neither undoes a withdrawal that the other one got`() {
    memory.consent.grant(.analytics)
    let (first, second) = (memory, UserMemory(file: file.deletingLastPathComponent().appending(path: "./user.json")))
    first.consent.deny(.analytics)
    #expect(second.consent.status(of: .analytics) == .denied)
    second.identify(TrackedUser("john"))
    #expect(first.userID == "john")
    second.consent.deny(.advertising)
    first.reset()
    #expect(second.userID == nil)
    withExtendedLifetime((first, second)) {}
    func next() -> UserMemory { memory }
    #expect(next().consent.statuses == [.analytics: .denied, .advertising: .denied])
  }

  @Test func `A consent that outlives its memory is that of the next memory`() {
    let consent = memory.consent
    consent.grant(.analytics)
    memory.consent.deny(.analytics)
    #expect(consent.status(of: .analytics) == .denied)
  }

  // MARK: The file itself

  @Test func `Only the owner may read the file, whatever mode an earlier one had, and what killed processes left goes`()
    throws
  {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let new = file.appendingPathExtension("new")
    try Data("[[\"user\", \"half".utf8).write(to: new)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: new.path)
    memory.identify(TrackedUser("john"))
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path) == ["user.json"])
  }

  /// A file that can be written, though nothing can be made beside it, as in a folder that the process may not change. An
  /// administrator has no such folder; but no longer path than this one is possible.
  private func makeFileAlone() throws -> URL {
    var path = folder.path
    while path.utf8.count < 4_093 { path += "/" + String(repeating: "a", count: min(200, 4_092 - path.utf8.count)) }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let file = URL(filePath: path + "/u")
    try Data(#"[["user","john"],["consent","analytics","granted"]]"#.utf8).write(to: file)
    return file
  }

  @Test(arguments: [Consent.Status.denied, .undecided])
  func `Where only the file itself can be written, a withdrawal is written into it`(_ status: Consent.Status) throws {
    let file = try makeFileAlone()
    let issues = issues { UserMemory(file: file).consent.update([.analytics: status]) }
    #expect(issues.isEmpty)
    let next = UserMemory(file: file)
    #expect(next.consent.status(of: .analytics) == status && next.userID == "john")
  }

  @Test func `Where a change cannot be written, the issue says so, and nobody is taken for the earlier user`() throws {
    let file = try makeFileAlone()
    let before = try Data(contentsOf: file)
    let issues = issues { UserMemory(file: file).consent.grant(.advertising) }
    #expect(issues.map { $0.message.hasSuffix("The next launch reads the file as it is now.") } == [true])
    #expect(try Data(contentsOf: file) == before)
    UserMemory(file: file).identify(TrackedUser("paul"))
    #expect(UserMemory(file: file).userID == "paul")
  }

  // MARK: A naive model

  @Test(arguments: 0..<SearchScale.times(40, long: 1_000))
  func `Random launches, grants, denials and users are remembered as a naive model says`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var (user, decided): (String?, [ConsentPurpose: Consent.Status]) = (nil, [:])
    var groups: [String: String] = [:]
    var (known, earlier): (String?, Set<String>) = (nil, [])
    func forgetID() {
      if let id = known { earlier.insert(id) }
      known = nil
    }
    let purposes: [ConsentPurpose] = [.analytics, .advertising, "surveys"]
    for _ in 0..<8 {
      launch { memory, recorder in
        // After a purge the system still knows the user, and the memory does not.
        var toldUser = user
        #expect(memory.userID == user && memory.consent.statuses == decided)
        TrackableSystem.track(Opened())
        let told = recorder.events[0].groups.map { ($0.key.name, $0.value.description) }
        #expect(Dictionary(uniqueKeysWithValues: told) == groups && recorder.events[0].userID == user)
        // Once, also if the app restores it again.
        memory.restore()
        let restored: [TrackingExpectation] =
          (user.map { [.identify($0)] } ?? [])
          + groups.sorted { $0.key < $1.key }.map { .group($0.value, type: $0.key) }
        #expect(recorder.difference(from: restored + [.event(Opened())]) == nil)
        for _ in 0..<random.below(6) {
          let purpose = purposes[random.below(3)]
          switch random.below(9) {
          case 0, 1:
            let name = "user \(random.below(3))"
            TrackableSystem.identify(name, traits: ["plan" ~>> "premium"])
            if user != nil && user != name { groups = [:] }
            if toldUser != nil && toldUser != name { forgetID() }
            (user, toldUser) = (name, name)
          case 2:
            TrackableSystem.reset()
            (user, toldUser, groups) = (nil, nil, [:])
            forgetID()
          case 6:
            let id = installationID
            #expect(known == nil || known == id)
            #expect(!earlier.contains(id))
            known = id
          case 7, 8:
            let (type, id) = ("type \(random.below(3))", random.chance(30) ? nil : "group \(random.below(9))")
            TrackableSystem.group(id, type: type, traits: ["plan" ~>> "label"])
            groups[type] = id
          case 3:
            memory.consent.grant(purpose)
            decided[purpose] = .granted
          case 4:
            memory.consent.deny(purpose)
            if decided[purpose] == .granted { forgetID() }
            decided[purpose] = .denied
          default:
            TrackableSystem.purge()
            // The system still knows the groups, but the memory does not.
            (user, groups) = (nil, [:])
            forgetID()
          }
        }
      }
    }
  }
}
