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

  @Test func `The groups of the last launch are told by the next one, to those who are there then`() {
    launch { _, _ in
      TrackableSystem.identify("john")
      TrackableSystem.group("apple", type: "company", traits: ["plan" ~>> "label"])
      TrackableSystem.group("beatles", type: "band")
      TrackableSystem.group("wings", type: "band")
    }
    launch { memory, recorder in
      TrackableSystem.track(Opened())
      #expect(
        recorder.difference(
          from: [
            .identify("john"), .group("wings", type: "band"), .group("apple", type: "company"), .event(Opened()),
          ]) == nil)
      #expect(recorder.events.map(\.groups) == [["band" ~>> "wings", "company" ~>> "apple"]])
      // What was told is not told again.
      memory.restore()
      #expect(recorder.deliveries.count == 4)
      TrackableSystem.group(nil, type: "band")
      TrackableSystem.identify("paul")
      TrackableSystem.group("mpl", type: "company")
    }
    launch { _, recorder in
      #expect(recorder.difference(from: [.identify("paul"), .group("mpl", type: "company")]) == nil)
      TrackableSystem.reset()
    }
    launch { _, recorder in #expect(recorder.difference(from: []) == nil) }
  }

  @Test func `A group that was joined before the file could be read is joined, and others are told`() throws {
    launch { _, _ in
      TrackableSystem.identify("john")
      for (id, type) in [("apple", "company"), ("beatles", "band"), ("one", "team")] {
        TrackableSystem.group(id, type: type)
      }
    }
    try whileUnreadable { memory, recorder, makeReadable in
      TrackableSystem.register(memory)
      #expect(installationID == "none")
      TrackableSystem.group("mpl", type: "company")
      TrackableSystem.group(nil, type: "band")
      try makeReadable()
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

  @Test func `A reset that cannot be written removes the file`() throws {
    launch { _, _ in TrackableSystem.identify("john") }
    try launch { memory, _ in
      // Nothing can be written in its place.
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createDirectory(at: file.appending(path: "inside"), withIntermediateDirectories: true)
      TrackableSystem.reset()
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
    launch { memory, recorder in #expect(memory.userID == nil && recorder.difference(from: []) == nil) }
  }

  @Test func `A user identified before the restoration stays`() {
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

  @Test func `A user who was signed out before the memory was there is not restored, and neither are the groups`() {
    launch { _, _ in
      TrackableSystem.identify("john")
      TrackableSystem.group("apple", type: "company")
    }
    let recorder = RecordingTracker()
    TrackableSystem.withTracker(recorder) {
      TrackableSystem.reset()
      let memory = memory
      TrackableSystem.register(memory)
      memory.restore()
      TrackableSystem.track(Opened())
      #expect(recorder.difference(from: [.reset, .event(Opened())]) == nil)
      #expect(recorder.events.map(\.userID) == [nil] && recorder.events.map(\.groups) == [[:]])
    }
    launch { _, recorder in #expect(recorder.difference(from: []) == nil) }
  }

  /// Joins a group while it hears of the user.
  private struct Joining: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {}
    func identify(_ user: TrackedUser) { TrackableSystem.group("beatles", type: "company") }
  }

  @Test func `A group that the app joins while the user is restored stays`() {
    launch { _, _ in
      TrackableSystem.identify("john")
      TrackableSystem.group("apple", type: "company")
    }
    let (recorder, memory) = (RecordingTracker(), memory)
    TrackableSystem.withTracker(recorder.combined(with: Joining())) {
      TrackableSystem.register(memory)
      memory.restore()
      TrackableSystem.track(Opened())
      #expect(recorder.events.map(\.groups) == [["company" ~>> "beatles"]])
    }
  }

  /// While it hears of a change, the app starts: elsewhere on another thread, here on this one.
  private struct Starting: AnalyticsEventTracker {
    let memory: UserMemory
    func track(_ event: TrackedEvent) {}
    func identify(_ user: TrackedUser) { memory.restore() }
    func reset() { memory.restore() }
  }

  @Test(arguments: [false, true])
  func `A sign-in or a sign-out that a tracker is still being told stands against the restoration`(isSignOut: Bool) {
    launch { _, _ in
      TrackableSystem.identify("john")
      TrackableSystem.group("apple", type: "company")
    }
    let (recorder, memory) = (RecordingTracker(), memory)
    TrackableSystem.withTracker(recorder.combined(with: Starting(memory: memory))) {
      TrackableSystem.register(memory)
      if isSignOut { TrackableSystem.reset() } else { TrackableSystem.identify("paul") }
      TrackableSystem.track(Opened())
      #expect(recorder.difference(from: [isSignOut ? .reset : .identify("paul"), .event(Opened())]) == nil)
      #expect(recorder.events.map(\.groups) == [[:]])
    }
    #expect(memory.userID == (isSignOut ? nil : "paul"))
  }

  @Test func `A withdrawal is in the file before a tracker is told`() {
    memory.consent.grant(.analytics)
    let (consent, file, seen) = (memory.consent, file, Shared<[String]>([]))
    struct Looking: AnalyticsEventTracker {
      let file: URL
      let seen: Shared<[String]>
      func track(_ event: TrackedEvent) {}
      func reset() { seen.withLock { $0.append((try? String(contentsOf: file, encoding: .utf8)) ?? "") } }
    }
    let tracker = Looking(file: file, seen: seen).requiringConsent(.analytics, from: consent)
    consent.deny(.analytics)
    #expect(seen.value.count == 1 && seen.value[0].contains(#"["consent","analytics","denied"]"#))
    withExtendedLifetime(tracker) {}
    #expect(memory.consent.statuses == [.analytics: .denied])
  }

  @Test func `A withdrawal that cannot be written removes the file`() throws {
    memory.consent.grant(.analytics)
    let folder = file.deletingLastPathComponent()
    let issues = try issues {
      let memory = memory
      #expect(memory.consent.status(of: .analytics) == .granted)
      // The folder is gone, and a file is in its place: nothing can be written there.
      try FileManager.default.removeItem(at: folder)
      try Data().write(to: folder)
      for _ in 0..<2 { memory.consent.deny(.analytics) }
      #expect(memory.consent.status(of: .analytics) == .denied)
    }
    #expect(issues.map(\.kind) == [.memoryUnusable])
    let text = issues.map(\.description).joined()
    #expect(text.contains("cannot write user.json: ") && !text.contains(folder.path), "\(text)")
    try FileManager.default.removeItem(at: folder)
    #expect(memory.consent.statuses == [:])
  }

  @Test func `The restoration reads a file that could not be read before, and later decisions count`() throws {
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

  @Test func `A memory does not replace a file that it cannot read, and groups from before a reset stay gone`() throws {
    launch { memory, _ in
      TrackableSystem.identify("john")
      TrackableSystem.group("apple", type: "company")
      memory.consent.deny(.analytics)
    }
    let (readable, unreadable) = ([FileAttributeKey.posixPermissions: 0o600], [FileAttributeKey.posixPermissions: 0])
    let content = try Data(contentsOf: file)
    // An administrator may read everything: then the file is a folder instead.
    try FileManager.default.setAttributes(unreadable, ofItemAtPath: file.path)
    let aside = folder.path + ".aside"
    try FileManager.default.moveItem(atPath: file.path, toPath: aside)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: folder.path + ".aside/none")
    try launch { memory, recorder in
      TrackableSystem.identify("john")
      TrackableSystem.group("emi", type: "label")
      TrackableSystem.identify("paul")
      TrackableSystem.identify("john")
      try FileManager.default.removeItem(atPath: file.path)
      try FileManager.default.moveItem(atPath: aside, toPath: file.path)
      try FileManager.default.setAttributes(readable, ofItemAtPath: file.path)
      #expect(try Data(contentsOf: file) == content)
      recorder.removeAll()
      memory.restore()
      #expect(recorder.difference(from: []) == nil)
      #expect(memory.consent.status(of: .analytics) == .denied)
    }
    launch { _, recorder in #expect(recorder.difference(from: [.identify("john")]) == nil) }
  }

  @Test func `A later decision in another process counts when the memory is restored`() throws {
    let memory = memory
    memory.consent.update([.analytics: .granted, .advertising: .granted])
    try Data(#"[["consent","analytics","denied"],["consent","advertising","granted"]]"#.utf8).write(to: file)
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
    try Data(#"[["consent","analytics","denied"]]"#.utf8).write(to: file)
    TrackableSystem.withTracker(memory) {
      memory.restore()
      TrackableSystem.group("apple", type: "company")
    }
    #expect(memory.consent.status(of: .analytics) == .denied)
    #expect(try String(contentsOf: file, encoding: .utf8).contains("denied"))
  }

  @Test func `A decision that could not be written outweighs what another process writes`() throws {
    let memory = memory
    memory.consent.grant(.analytics)
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    TrackableSystem.withTracker(NoOpTracker()) { memory.consent.deny(.analytics) }
    try? FileManager.default.removeItem(at: file)
    try Data(#"[["consent","analytics","granted"]]"#.utf8).write(to: file)
    TrackableSystem.withTracker(NoOpTracker()) { memory.restore() }
    #expect(memory.consent.status(of: .analytics) == .denied)
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

  @Test func `Before the file can be read as well, another user ends the ID of the file`() throws {
    let id = launch { memory, _ in
      TrackableSystem.identify("john")
      return installationID
    }
    try whileUnreadable { memory, _, makeReadable in
      memory.identify(TrackedUser("paul"))
      try makeReadable()
      memory.restore()
      #expect(installationID != id)
    }
  }

  /// A memory of a file that cannot be read until the closure that `work` gets was called.
  private func whileUnreadable(
    _ work: (UserMemory, RecordingTracker, _ makeReadable: () throws -> Void) throws -> Void
  ) throws {
    let aside = folder.path + ".aside"
    try FileManager.default.moveItem(atPath: file.path, toPath: aside)
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
    let recorder = RecordingTracker()
    try TrackableSystem.withTracker(recorder) {
      TrackableSystem.issueHandler = { _ in }
      try work(memory, recorder) {
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(atPath: aside, toPath: file.path)
      }
    }
  }

  @Test func `Only the owner may read the file, whatever mode an earlier one had, and what killed processes left goes`()
    throws
  {
    func mode() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("[[\"user\", \"half".utf8).write(to: file.appendingPathExtension("new"))
    memory.identify(TrackedUser("john"))
    #expect(try mode() == 0o600)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    memory.identify(TrackedUser("paul"))
    #expect(try mode() == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path) == ["user.json"])
  }

  /// A file that can be written, though nothing can be made beside it, as in a folder that the process may not change. An
  /// administrator has no such folder; but no longer path than this one is possible.
  private var fileAlone: URL {
    var path = folder.path
    while path.utf8.count < 4_093 { path += "/" + String(repeating: "a", count: min(200, 4_092 - path.utf8.count)) }
    return URL(filePath: path + "/u")
  }

  private static let alone = #"[["user","john"],["consent","analytics","granted"]]"#

  private func makeFileAlone() throws -> URL {
    let file = fileAlone
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(Self.alone.utf8).write(to: file)
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

  @Test func `Where a change cannot be written, the issue says which one the next launch knows`() throws {
    let file = try makeFileAlone()
    let issues = issues { UserMemory(file: file).consent.grant(.advertising) }
    #expect(issues.map { $0.message.hasSuffix("The next launch reads the file as it is now.") } == [true])
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.alone)
  }

  @Test func `Where another user cannot be written, the next launch does not take them for the earlier one`() throws {
    let file = try makeFileAlone()
    UserMemory(file: file).identify(TrackedUser("paul"))
    #expect(UserMemory(file: file).userID == "paul")
  }

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
        #expect(memory.userID == user)
        #expect(memory.consent.statuses == decided)
        TrackableSystem.track(Opened())
        let told = recorder.events[0].groups.map { ($0.key.name, $0.value.description) }
        #expect(Dictionary(uniqueKeysWithValues: told) == groups)
        for _ in 0..<random.below(6) {
          let purpose = purposes[random.below(3)]
          switch random.below(9) {
          case 0, 1:
            let name = "user \(random.below(3))"
            TrackableSystem.identify(name)
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
            TrackableSystem.group(id, type: type)
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
