import Foundation
import TestSupport
import Testing
import Trackable

@testable import TrackableHTTP
@testable import TrackableHub

/// Who a user is while no user is signed in.
@Suite struct AnonymousIDTests {
  private let temporary = TemporaryFolder("/a/store")
  private var folder: URL { URL(filePath: temporary.path) }
  private var file: URL { folder.appending(path: "anonymous-id") }

  typealias Fault = SimulatedDisk.Fault
  private let disk = SimulatedDisk()

  private func make() -> AnonymousID { AnonymousID(folder: folder.path) }
  private func makeOnDisk() -> AnonymousID { AnonymousID(folder: "/data", files: SimulatedFileSystem(disk)) }

  /// An app whose user has signed out, and the person who uses it now.
  ///
  /// - Parameter isDelivered: Whether the destination has got the call.
  private func afterSignOut(isDelivered: Bool = true) -> (AnonymousID, UserStamp.Person) {
    let (app, alice) = (make(), Person(isOfProcess: true))
    _ = app.id(of: alice, user: "alice")
    let bob = alice.next()
    app.endCurrent()
    if isDelivered { app.reset() }
    return (app, bob)
  }

  /// An app whose first user has withdrawn, and given consent again.
  private func afterWithdrawal() -> (AnonymousID, UserStamp.Person) {
    let (app, alice) = (make(), Person(isOfProcess: true))
    _ = app.id(of: alice)
    app.endCurrent(purge: Decisions.next())
    return (app, alice)
  }

  @Test func `A process whose user signs out renews it for all`() {
    let (first, second) = (make(), make())
    let before = first.id()
    #expect(second.id() == before)
    second.reset()
    let after = second.id()
    #expect(after != before)
    #expect(first.id() == after)
    #expect(make().id() == after)
  }

  @Test func `Many that begin at once agree`() async {
    let ids = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<20 { group.addTask { [folder] in AnonymousID(folder: folder.path).id() } }
      return await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    // A process that made one up before there was a file took the file's in the end.
    #expect(ids == [make().id()])
  }

  @Test
  func `An event at the moment of another process's sign-out has the new ID, whatever the fraction of the second`() {
    let (first, second) = (make(), make())
    for number in 1...200 {
      let time = Date(timeIntervalSinceReferenceDate: 7e8 + 1 / Double(number))
      _ = first.ids(of: [.event(at: time)], at: time)
      let new = second.ids(of: [.reset(at: time), .event(at: time)], at: time)?.last
      #expect(
        first.ids(of: [.event(at: time)], at: time + 1) == new.map { [$0] }, "at \(time.timeIntervalSinceReferenceDate)"
      )
    }
  }

  @Test func `Only its owner can read it, and nothing else is left, also of processes that were killed`() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for _ in 0..<3 { try Data("half".utf8).write(to: folder.appending(path: "anonymous-id.\(UUID())")) }
    let anonymous = make()
    _ = anonymous.id(user: "alice")
    anonymous.reset()
    _ = anonymous.id()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["anonymous-id"])
    #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
  }

  @Test func `Where no file can be made it stays the same, and a file that is damaged is replaced`() throws {
    try FileManager.default.createDirectory(
      at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
    // A file where the folder should be: nothing can be read or written below.
    try Data().write(to: folder)
    let anonymous = make()
    let id = anonymous.id()
    #expect(anonymous.id() == id)
    try FileManager.default.removeItem(at: folder)
    #expect(anonymous.id() == id)
    #expect(make().id() == id)
    var ids = [id]
    for content in ["", "rubbish", "019aa8f2-0000-7000-8000-00000000000", "019aa8f2-0000-7000-8000-000000000001\n"] {
      try Data(content.utf8).write(to: file)
      ids.append(anonymous.id())
      #expect(UUID(uuidString: ids.last.flatMap(\.self) ?? "") != nil && make().id() == ids.last)
    }
    #expect(Set(ids).count == 5)
  }

  @Test func `A backup does not give it to another device`() {
    let files = SimulatedFileSystem(disk)
    #expect(AnonymousID(folder: "/store", files: files).id() != nil)
    #expect(files.protected.withLock { $0 } == ["/store"])
  }

  // MARK: Persons

  @Test func `Who signs in after a sign-out keeps the ID from then on, also after a launch`() {
    let anonymous = make()
    let alice = Person(isOfProcess: true)
    let before = anonymous.id(of: alice, user: "alice")
    let bob = alice.next()
    anonymous.endCurrent()
    anonymous.reset()
    // He signs in.
    anonymous.endCurrent()
    let after = anonymous.id(of: bob, user: "bob")
    #expect(after != before && make().id(user: "bob") == after)
  }

  @Test func `An event of the next person that is faster than the sign-out does not get the ID of the one before`() {
    let anonymous = make()
    let alice = Person(isOfProcess: true)
    let before = anonymous.id(of: alice)
    let bob = alice.next()
    let after = anonymous.id(of: bob)
    #expect(after != before)
    anonymous.reset()
    #expect(anonymous.id(of: alice) == before && anonymous.id(of: bob) != before)
    // The first event of a launch may be that of the second person.
    let next = make()
    let carol = Person(isOfProcess: true).next()
    let stored = make().id()
    #expect(next.id(of: carol) != stored)
  }

  @Test func `Calls of a person who left before there was any ID do not get the one that an extension made since`() {
    let (app, alice) = (make(), Person(isOfProcess: true))
    // Her calls are still held when she signs out.
    let bob = alice.next()
    app.endCurrent()
    let next = make().id()
    let ids = app.ids(of: [.event(of: alice, user: "alice"), .reset(at: Date()), .event(of: bob)], at: Date())
    #expect(ids?[0] != next && ids?[2] == next)
  }

  @Test(arguments: [false, true])
  func `A person whose calls come after the next sign-out gets no ID that another process has made`(isTold: Bool) {
    let (app, bob) = afterSignOut()
    let carol = bob.next()
    if isTold { app.endCurrent() }
    let next = make().id()
    let signOut = isTold ? [Envelope.reset(at: Date())] : []
    let ids = app.ids(of: [.event(of: bob)] + signOut + [.event(of: carol)], at: Date())
    #expect(ids?.first != next && ids?.first != ids?.last && (isTold || ids?.last == next))
  }

  @Test(arguments: Ending.allCases, [false, true])
  fileprivate func `An extension's ID of the person between is not left to the next launch`(
    _ ending: Ending, isDelivered: Bool
  ) {
    let (app, bob) = ending == .anotherUserThanTheFirst ? afterWithdrawal() : afterSignOut(isDelivered: isDelivered)
    let ofBob = make().id()
    if ending != .signOutOfNobody { app.endCurrent(before: bob) }
    switch ending {
    case .signIn: app.endCurrent(before: bob)
    case .signOut, .signOutOfNobody:
      bob.markEnded()
      app.endCurrent()
    case .anotherUser, .anotherUserThanTheFirst: app.endCurrent(before: bob.next())
    case .purge: app.endCurrent(purge: Decisions.next())
    }
    #expect((make().id() == ofBob) == (ending == .signIn))
  }

  /// An extension that goes on with its user while the app has another one.
  @Test(arguments: [[true, false], [true, true], [false, true]], [false, true])
  func `A process that knows of a sign-out later keeps its user's ID, and does not touch that of the next person`(
    tracks: [Bool], isDelivered: Bool
  ) {
    let (hasTracked, tracksLate) = (tracks[0], tracks[1])
    let alice = (app: Person(isOfProcess: true), plugin: Person(isOfProcess: true))
    let (app, plugin) = (make(), make())
    let ofAlice = app.id(of: alice.app, user: "alice")
    plugin.endCurrent(before: alice.plugin)
    if hasTracked { #expect(plugin.id(of: alice.plugin, user: "alice") == ofAlice) }
    // She signs out in the app.
    let bob = alice.app.next()
    app.endCurrent()
    app.reset()
    let ofBob = app.id(of: bob)
    if tracksLate { #expect(plugin.id(of: alice.plugin, user: "alice") == ofAlice) }
    #expect(ofBob != ofAlice && app.id(of: bob) == ofBob && make().id() == ofBob)
    // The extension hears of the sign-out.
    let same = alice.plugin.next()
    plugin.endCurrent()
    #expect(make().id() == ofBob)
    if isDelivered {
      plugin.reset()
      #expect(plugin.id(of: same) == ofBob && app.id(of: bob, user: "bob") == ofBob && make().id() == ofBob)
    }
    // Another sign-out in the extension is one of its own.
    _ = same.next()
    plugin.endCurrent()
    #expect(make().id() != ofBob)
  }

  @Test(arguments: [true, false])
  func `A late event of a person who has signed out does not get the next person's ID from the sign-out`(isTold: Bool) {
    let (app, plugin) = (make(), make())
    let alice = (app: Person(isOfProcess: true), plugin: Person(isOfProcess: true))
    _ = app.id(of: alice.app, user: "alice")
    // She signs out in the app. The extension hears of it later, and its first call is the sign-out.
    let bob = alice.app.next()
    app.endCurrent()
    app.reset()
    let ofBob = app.id(of: bob)
    _ = alice.plugin.next()
    if isTold { plugin.endCurrent() }
    _ = plugin.ids(of: [.reset(at: Date(), of: alice.plugin)], at: Date())
    #expect(plugin.id(of: alice.plugin) != ofBob)
  }

  @Test(arguments: [false, true])
  func `A sign-out or a purge before the first unlock leaves the ID to nobody`(isPurge: Bool) {
    let before = makeOnDisk().id()
    disk.set { $0.isLocked = true }
    let (anonymous, alice) = (makeOnDisk(), Person(isOfProcess: true))
    if isPurge { anonymous.endCurrent(purge: Decisions.next()) } else { anonymous.endCurrent() }
    disk.set { $0.isLocked = false }
    let after = anonymous.id(of: isPurge ? alice : alice.next())
    #expect(after != before && makeOnDisk().id() == after)
  }

  @Test func `The ID of a person who has gone by the time an event is stored is not left to the next launch`() {
    let (anonymous, alice) = (make(), Person(isOfProcess: true))
    alice.markEnded()
    let id = anonymous.id(of: alice)
    #expect(id != nil && anonymous.id(of: alice) == id)
    #expect(make().id() != id)
  }

  @Test func `After a withdrawal the same person has another ID`() {
    let anonymous = make()
    let alice = Person(isOfProcess: true)
    let before = anonymous.id(of: alice)
    anonymous.reset()
    let after = anonymous.id(of: alice)
    #expect(after != before && anonymous.id(of: alice) == after && make().id() == after)
    // Also where another process has made one since.
    let other = make()
    other.reset()
    let later = other.id()
    anonymous.endCurrent(purge: Decisions.next())
    #expect(later != after && make().id() != later)
  }

  @Test func `Another user who signs in ends the ID of a person whose calls have not come yet`() {
    let (app, bob) = afterSignOut()
    app.endCurrent(before: bob)
    let former = make().id()
    let carol = bob.next()
    app.endCurrent(before: carol)
    let next = make().id()
    let ids = app.ids(of: [.event(of: bob), .event(of: carol)], at: Date())
    #expect(former != next && ids?.first == former && ids?.last != former)
  }

  @Test func `After a withdrawal a person has another ID, also when the next person comes before its calls do`() {
    let (anonymous, alice) = (make(), Person(isOfProcess: true))
    let before = anonymous.id(of: alice)
    let purge = Decisions.next()
    anonymous.endCurrent(purge: purge)
    let bob = alice.next()
    let withdrawal = [Envelope.reset(at: Date()), Envelope(id: UUID(), time: Date(), userID: nil, content: .purge)]
    _ = anonymous.ids(of: withdrawal, purge: purge, at: Date())
    let ids = anonymous.ids(of: [.event(of: alice), .event(of: bob)], purge: purge, at: Date()) ?? []
    #expect(!ids.contains(before ?? "") && Set(ids).count == 2)
    #expect(make().id() == ids.last)
  }

  @Test(arguments: [false, true]) func `A user claims an ID once, and another user gets a new one`(_ restarts: Bool) {
    var anonymous = make()
    let before = anonymous.id()
    #expect(anonymous.id(user: "alice") == before)
    if restarts { anonymous = make() }
    #expect(anonymous.id() == before && anonymous.id(user: "alice") == before)
    if restarts { anonymous = make() }
    let after = anonymous.id(user: "bob")
    #expect(after != before && anonymous.id(user: "bob") == after)
    #expect(make().id(user: "bob") == after)
  }

  @Test func `On a server, each person has one ID, and nothing is stored`() {
    let anonymous = make()
    let persons = (0..<20).map { _ in Person(isOfProcess: false) }
    let ids = persons.map { anonymous.id(of: $0) }
    #expect(Set(ids).count == 20 && ids.allSatisfy { UUID(uuidString: $0 ?? "") != nil })
    #expect(persons.map { anonymous.id(of: $0, user: "\($0.number)") } == ids)
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    let ofApp = anonymous.id()
    #expect(!ids.contains(ofApp))
    #expect(anonymous.ids(of: [.reset(at: Date(), of: persons[0])], at: Date()) == [ids[0]].compactMap { $0 })
    #expect(anonymous.id() == ofApp)
  }

  // MARK: A disk that fails

  @Test(arguments: Fault.allCases, [true, false])
  func `A sign-out on a disk that fails ends the ID, now and at the next launch`(_ fault: Fault, isClaimed: Bool) {
    let anonymous = makeOnDisk()
    let before = isClaimed ? anonymous.id(user: "alice") : anonymous.id()
    disk.set(fault)
    anonymous.reset()
    let after = anonymous.id()
    #expect(after != before && after != nil && anonymous.id() == after)
    disk.set { $0 = .init() }
    // From a full disk the file could be removed, so that the process may end here.
    let lives = fault != .full
    if lives { #expect(anonymous.id() == after) }
    let next = makeOnDisk().id()
    #expect(next != nil && next != before && (!lives || next == after))
  }

  @Test func `Where the disk takes nothing when a user signs in, another one has another ID at the next launch`() {
    let anonymous = makeOnDisk()
    let before = anonymous.id()
    disk.set { $0.capacity = 0 }
    #expect(anonymous.id(user: "alice") == before && anonymous.id(user: "alice") == before)
    disk.set { $0.capacity = .max }
    #expect(makeOnDisk().id(user: "bob") != before)
  }

  @Test(arguments: [Fault.outOfFiles, .locked])
  func `Where the file cannot be read, a process keeps the ID, and a new one has none until then`(_ fault: Fault) {
    let (anonymous, later) = (makeOnDisk(), makeOnDisk())
    let before = anonymous.id()
    disk.set(fault)
    #expect(anonymous.id() == before && later.id() == nil)
    disk.set { $0 = .init() }
    #expect(anonymous.id() == before && later.id() == before)
  }

  /// As an SDK spells it: the case of its letters stays.
  private static let old = "5D21A0C4-7B1E-4F8A-9C3D-0E6F2B4A8D17"

  private func taking(_ id: String = old) -> AnonymousID { AnonymousID(folder: folder.path, first: id) }

  @Test func `The ID of another library stays that of the person of the first launch, through a sign-in`() {
    let person = Person(isOfProcess: true, isFirst: true)
    #expect(taking().id(of: person, user: "ann") == Self.old)
    #expect(make().id(user: "ann") == Self.old)
    #expect(taking("00000000-0000-4000-8000-000000000000").id(user: "ann") == Self.old)
  }

  @Test(arguments: ["a launch", "a later person", "a person with another ID"])
  func `After the person of the first launch nobody gets the ID of another library`(_ first: String) {
    let own = first == "a person with another ID" ? make().id() : nil
    let app = taking()
    let id = app.id(of: first == "a later person" ? Person(isOfProcess: true, isFirst: true).next() : nil)
    #expect((id == Self.old) == (first == "a launch") && (own == nil || id == own))
    // The user leaves, also in a process of the app that knows nothing of the other library.
    (own == nil ? make() : app).endCurrent(purge: 1)
    #expect(![own, Self.old].contains(taking().id()))
  }

  @Test func `An ID of another library that is no UUID is an issue, and users get random ones`() throws {
    let issues = Shared<[TrackableIssue]>([])
    try TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { issue in issues.withLock { $0.append(issue) } }
      for id in ["device 7", Self.old, nil] {
        let server = WireServer("http://127.0.0.1:9")
        _ = try HTTPDestination(.segment(writeKey: "key", at: server), folder: folder, firstAnonymousID: id)
      }
    }
    #expect(
      issues.withLock { $0.map(\.message) } == [
        "The firstAnonymousID of 127.0.0.1 is no UUID, so users who have not signed in become new ones."
      ])
  }

}

private typealias Person = UserStamp.Person

/// What may happen after an extension has made an ID for a person; only the last one does not end this ID.
private enum Ending: CaseIterable { case signOut, signOutOfNobody, anotherUser, anotherUserThanTheFirst, purge, signIn }

extension UserStamp.Person {
  /// Who comes after a sign-out.
  fileprivate func next() -> UserStamp.Person {
    markEnded()
    return UserStamp.Person(isOfProcess: isOfProcess, isFirst: false)
  }
}

extension AnonymousID {
  /// The ID of an event of a person, handed over by a system or, without a person, directly.
  fileprivate func id(of person: UserStamp.Person? = nil, user: String? = nil) -> String? {
    ids(of: [.event(of: person, user: user)], at: Date())?.first
  }

  fileprivate func reset() { _ = ids(of: [.reset(at: Date())], at: Date()) }
}

extension Envelope {
  /// An event as a system stamps it.
  static func event(
    of person: UserStamp.Person? = nil, user: String? = nil, decision: UInt64 = Decisions.number, at time: Date = Date()
  ) -> Envelope {
    let stamp = person.map { UserStamp(user, number: 1, person: $0, decision: decision) }
    return envelope(.track(TrackedEvent(Named(name: "event"))), of: stamp, user: user, at: time)
  }

  private static func envelope(
    _ call: TrackerCall, of stamp: UserStamp?, user: String? = nil, at time: Date
  ) -> Envelope {
    let call = HubCall(AddressedCall(call: call, time: time, destinations: [], passedUser: stamp))
    let user = UserStamp(user, number: 1)
    return Envelope(
      QueueSlot(call: call, sequence: 1, enqueuedAt: .zero, user: user, size: 1), .random(in: 0 ... .max))
  }

  fileprivate static func reset(at time: Date, of person: UserStamp.Person? = nil) -> Envelope {
    envelope(.reset, of: person.map { UserStamp(nil, number: 1, person: $0) }, at: time)
  }
}
