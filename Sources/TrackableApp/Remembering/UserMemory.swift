#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

public import Trackable

/// A memory of the user, the user's groups and the user's decisions about consent, from one launch to the next.
///
/// ```swift
/// let memory = UserMemory(file: folder.appending(path: "user.json"))
/// TrackableSystem.bootstrap(
///   mixpanel.requiringConsent(.analytics, from: memory.consent))
/// TrackableSystem.register(memory)    // it hears of identify, groups and reset
/// memory.restore()                    // identifies the user of the last launch, in the same groups
/// ```
///
/// | remembered | until |
/// |---|---|
/// | the ID of the last `identify` | `reset()`, `purge()`, or another `identify` |
/// | the ID of each group | the same, or `group(nil, type:)` |
/// | a ``TrackableApp``'s visit, and its ID of the installation that is `untilReset` | `reset()`, `purge()`, a withdrawal, or the `identify` of another user |
/// | each decision of ``consent`` | the next one |
///
/// The memory does not keep traits and user properties, because services keep these under the user's ID. The memory
/// writes a decision before the decision takes effect, and replaces the file as a whole, so a withdrawn consent is
/// remembered even if the process is killed at that moment. All memories of one file in a process share their content
/// and their ``consent``.
///
/// Isolation: any thread. Cost: each change writes a small file. Errors and limits: <doc:Remembering>.
public final class UserMemory: AnalyticsEventTracker {
  /// The user's decisions about consent. The memory keeps each change.
  public let consent: Consent
  private let file: RememberedFile<RememberedUser>

  /// Creates a memory with a file, which need not exist.
  ///
  /// - Parameters:
  ///   - file: The file, in the folder of the app's data and not in that of caches.
  ///   - access: When the memory can read the file.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public convenience init(
    file: URL, access: MemoryAccess = .afterFirstUnlock, fileID: StaticString = #fileID, line: UInt = #line
  ) { self.init(file, access, at: CodeLocation(fileID: fileID, line: line)) }

  /// - Parameter file: The file; `nil` means a memory that ends with the process.
  init(_ file: URL?, _ access: MemoryAccess, at location: CodeLocation) {
    let content = SharedByFile.object(of: file) {
      RememberedFile<RememberedUser>(file, access, of: "UserMemory", at: location)
    }
    self.file = content
    _ = content.content
    consent = SharedByFile.object(of: file) {
      Consent(content.known.consent) { statuses in
        content.changing(mustBeRemembered: statuses.values.contains { $0 != .granted }) { $0.decide(statuses) }.1
      }
    }
  }

  /// The ID of the last `identify`, in this launch or in an earlier launch.
  public var userID: String? { file.known.id }

  /// The number of times that the anonymous ID and the visit have ended, because another person has become the user, or
  /// because the user has withdrawn consent.
  var identityNumber: Int { ofPerson { $0.identityNumber } }

  /// The person's random ID, which the first call creates; `nil` until the file can be read.
  ///
  /// - Parameter first: The ID to use if the person has none yet; `nil` means a random ID.
  func anonymousID(first: String? = nil) -> String? {
    guard file.canBeRead else { return nil }
    return ofPerson { $0.anonymousID(or: nil) }
      ?? ofPerson { $0.anonymousID(or: UUID().uuidString.lowercased(), first: first) }
  }

  /// Runs `body` with the content for the current person.
  private func ofPerson<Result: Sendable>(_ body: (inout RememberedUser) -> Result) -> Result {
    let person = TrackableSystem.person
    return file.change { user in
      user.follow(person)
      return body(&user)
    }
  }

  /// Whether the memory has read its file.
  var wasRead: Bool { file.wasRead }

  /// The visit of this launch or of the launch before, if it belongs to the current person.
  var visit: Visit? { file.known.isLeftBehind ? nil : file.known.visit }

  /// Keeps the current state of a visit, unless another person has become the user meanwhile.
  ///
  /// - Parameter visit: The visit; `nil` if `earlier` is over. If another process has continued `earlier`, the memory
  ///   keeps the continued visit.
  func keep(_ visit: Visit?, after earlier: Visit?, of identity: Int) {
    file.change { user in
      guard user.identityNumber == identity, !user.isLeftBehind else { return }
      // The visits are compared by their words, because the file keeps an ID as text unless it is an integer.
      if visit != nil || user.visit?.words == earlier?.words { user.visit = visit }
    }
  }

  /// Identifies the user of the last launch, with the same groups. If this launch has already identified or reset the
  /// user, that stays.
  ///
  /// Call this method after the bootstrap. If the memory could not read its file at that time, call the method again
  /// after the first unlock of the device. The method also applies the decisions about consent: those of earlier
  /// launches, and the later ones of another process.
  public func restore(fileID: StaticString = #fileID, line: UInt = #line) {
    let known = file.content
    consent.restore { [file] in file.known.consent }
    let location = CodeLocation(fileID: fileID, line: line)
    if let user = known.id, !known.isOfThisLaunch { TrackableSystem.restore(userID: user, at: location) }
    for (type, id) in known.earlierGroups.sorted(by: { $0.key < $1.key })
    // A tracker that has just got the user may have changed the groups.
    where file.known.earlierGroups[type] == id {
      TrackableSystem.restore(group: id, type: type, of: known.id, at: location)
    }
  }

  /// Does nothing, because a memory keeps no events.
  public func track(_ event: TrackedEvent) {}
  /// Keeps the user's ID.
  public func identify(_ user: TrackedUser) {
    let person = TrackableSystem.person
    file.change(mustBeRemembered: file.wasRead && userID != nil && userID != user.id) { $0.become(user.id, person) }
  }
  /// Keeps a group, and ignores other user properties.
  public func update(_ property: TrackedUserProperty) {
    guard case .group = property.operation else { return }
    let id = property.operand == .null ? nil : "\(property.operand)"
    file.change { $0.join(id, type: property.name) }
  }
  /// Removes the user.
  public func reset() {
    let person = TrackableSystem.person
    file.change(mustBeRemembered: true) { $0.become(nil, person) }
  }
  /// Removes the user.
  public func purge() {
    let person = TrackableSystem.person
    file.change(mustBeRemembered: true) { $0.purge(person) }
  }
}

/// The content of the memory: the user, the user's groups and decisions. It knows which parts come from this launch.
private struct RememberedUser: Remembered {
  private static let groupCapacity = 100

  private(set) var id: String?
  private(set) var consent: [ConsentPurpose: Consent.Status] = [:]
  private var anonymousID: String?
  var visit: Visit?
  private var groups: [String: String] = [:]

  /// Whether this launch has identified or reset the user.
  private(set) var isOfThisLaunch = false
  /// The types of the groups that the user has joined or left in this launch.
  private var knownGroups: Set<String> = []
  /// The user of this process's system, if the memory knows one.
  private var own: String?
  /// The anonymous ID that this process's user had before another process gave the file to another user.
  private var formerID: String?
  /// Whether an anonymous ID has ever ended.
  private var hasEnded = false
  /// Whether the groups and the anonymous ID in the file belong to an earlier user.
  private var endsGroups = false
  private var endsID = false
  /// The person at the last call. The anonymous ID belongs to this person.
  private var person: UserStamp.Person?
  private var identityEndedFor: UInt64 = 0
  /// The number of times that the anonymous ID has ended.
  private(set) var identityNumber = 0

  /// Whether another process has given the file to another user. Until this process's system has another user, too, the
  /// process changes nothing in the file but decisions about consent, and its user keeps the anonymous ID in memory.
  var isLeftBehind: Bool { own != nil && own != id }

  /// The groups that the user has neither joined nor left in this launch.
  var earlierGroups: [String: String] { groups.filter { !knownGroups.contains($0.key) } }

  // The user comes first, because the groups belong to the user.
  var lines: [[String]] {
    [("user", id), ("anonymous", anonymousID)].compactMap { name, id in id.map { [name, $0] } }
      + (visit.map { [["visit"] + $0.words] } ?? [])
      + groups.sorted { $0.key < $1.key }.map { ["group", $0.key, $0.value] }
      + consent.sorted { $0.key.rawValue < $1.key.rawValue }.map { ["consent", $0.key.rawValue, $0.value.rawValue] }
      + (hasEnded ? [["ended"]] : [])
  }

  mutating func add(earlier lines: [[String]]) {
    for line in lines {
      switch (line.first, line.count) {
      case ("user", 2) where isOfThisLaunch: if id != line[1] { (endsGroups, endsID) = (true, true) }
      case ("user", 2): id = line[1]
      case ("anonymous", 2) where !endsID: anonymousID = line[1]
      case ("visit", 2...) where !endsID && visit == nil: visit = Visit(words: line.dropFirst())
      case ("group", 3) where !endsGroups && !knownGroups.contains(line[1]): groups[line[1]] = line[2]
      case ("consent", 3):
        let purpose = ConsentPurpose(rawValue: line[1])
        consent[purpose] = consent[purpose] ?? Consent.Status(rawValue: line[2])
      case ("ended", 1): hasEnded = true
      default: break
      }
    }
  }

  /// Takes over the lines of another process, and keeps the parts that come from this launch.
  mutating func follow(_ lines: [[String]]) {
    let before = self
    (id, consent, anonymousID, visit, groups) = (nil, [:], nil, nil, [:])
    (isOfThisLaunch, knownGroups, endsGroups, endsID) = (false, [], false, false)
    add(earlier: lines)
    (isOfThisLaunch, knownGroups) = (before.isOfThisLaunch, before.knownGroups)
    (endsGroups, endsID) = (before.endsGroups, before.endsID)
    if isLeftBehind {
      if !before.isLeftBehind { (formerID, knownGroups, identityNumber) = (before.anonymousID, [], identityNumber + 1) }
    } else if let ended = before.anonymousID, ended != anonymousID {
      // Otherwise an ID that another process has made belongs to the same person.
      identityNumber += 1
    }
  }

  /// Notes the current person. If it is another person than before, the anonymous ID ends, even if the memory has not
  /// got a `reset` yet.
  mutating func follow(_ current: UserStamp.Person) {
    if let person, person !== current, person.hasEnded {
      if isLeftBehind { formerID = nil } else { forgetIdentity(for: current) }
    }
    person = current
  }

  /// Changes the user. The groups and the anonymous ID of a different user end. Groups and an ID from before the first
  /// sign-in stay.
  mutating func become(_ user: String?, _ current: UserStamp.Person) {
    follow(current)
    // The other process has already ended the person.
    if isLeftBehind, user == nil || user == id { return (own, formerID, isOfThisLaunch) = (user, nil, true) }
    if user == nil || (id != nil && id != user) {
      (groups, endsGroups) = ([:], true)
      forgetIdentity(for: current)
    }
    (id, own, formerID, isOfThisLaunch) = (user, user, nil, true)
  }

  mutating func purge(_ current: UserStamp.Person) {
    forgetIdentity()
    (own, formerID) = (nil, nil)
    become(nil, current)
  }

  mutating func join(_ group: String?, type: String) {
    if isLeftBehind || groups.count >= Self.groupCapacity && groups[type] == nil { return }
    groups[type] = group
    knownGroups.insert(type)
  }

  mutating func decide(_ statuses: [ConsentPurpose: Consent.Status]) {
    for (purpose, status) in statuses {
      if status == .denied, consent[purpose] == .granted { forgetIdentity() }
      consent[purpose] = status
    }
  }

  /// The anonymous ID. If the person has none, `new` becomes the ID.
  ///
  /// - Parameter first: The ID of another library, for the first person.
  mutating func anonymousID(or new: String?, first: String? = nil) -> String? {
    if isLeftBehind { return formerID }
    let known = anonymousID ?? new.map { hasEnded ? $0 : first ?? $0 }
    anonymousID = known
    return known
  }

  private mutating func forgetIdentity(for current: UserStamp.Person) {
    if current.number != 0, current.number == identityEndedFor { return }
    identityEndedFor = current.number
    forgetIdentity()
  }

  private mutating func forgetIdentity() {
    (anonymousID, visit, endsID, hasEnded) = (nil, nil, true, true)
    identityNumber += 1
  }
}
