#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

public import Trackable

/// Remembers the user, the user's groups and the user's decisions from one launch to the next.
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
/// | the ID of each group | that, or `group(nil, type:)` |
/// | a ``TrackableApp``'s visit, and the ID of its installation | `reset()`, `purge()`, a withdrawal, or the `identify` of another user |
/// | each decision of ``consent`` | the next one |
///
/// It does not remember traits and user properties: services know them by the ID. The memory writes a decision before the
/// decision takes effect, and replaces the file as a whole, so a withdrawal survives a kill at that moment. All memories of one
/// file in a process are one: they have the same ``consent``.
///
/// Isolation: any thread. Cost: each change writes a small file. Errors and limits: <doc:Remembering>.
public final class UserMemory: AnalyticsEventTracker {
  /// The user's decisions. The memory keeps each change.
  public let consent: Consent
  private let file: RememberedFile<RememberedUser>

  /// A memory in a file, which need not exist.
  ///
  /// - Parameters:
  ///   - file: The file, in the folder of the app's data and not in that of caches.
  ///   - access: When the memory can read the file.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public convenience init(
    file: URL, access: MemoryAccess = .afterFirstUnlock, fileID: StaticString = #fileID, line: UInt = #line
  ) { self.init(file, access, at: CodeLocation(fileID: fileID, line: line)) }

  /// - Parameter file: The file; `nil` for a memory that ends with the process.
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

  /// The ID of the last `identify`, in this launch or an earlier one.
  public var userID: String? { file.known.id }

  /// How often the anonymous ID and the visit had to end, because another person has come, or the user has withdrawn
  /// consent.
  var identityNumber: Int { ofPerson { $0.identityNumber } }

  /// A random ID of the person's own, which the first call makes; `nil` until the file can be read.
  ///
  /// - Parameter first: The ID, if there is none yet; `nil` means a random one.
  func anonymousID(first: String? = nil) -> String? {
    guard file.canBeRead else { return nil }
    return ofPerson { $0.anonymousID(or: nil) }
      ?? ofPerson { $0.anonymousID(or: first ?? UUID().uuidString.lowercased()) }
  }

  /// Runs `body` with what is remembered of the person who is the user now.
  private func ofPerson<Result: Sendable>(_ body: (inout RememberedUser) -> Result) -> Result {
    let person = TrackableSystem.person
    return file.change { user in
      user.follow(person)
      return body(&user)
    }
  }

  /// Whether the memory knows what its file says.
  var wasRead: Bool { file.wasRead }

  /// The visit of the launch before, or of this one, as far as it is the person's.
  var visit: Visit? { file.known.visit }

  /// Remembers how far the visit has come, unless its person has gone meanwhile.
  func keep(_ visit: Visit, of identity: Int) {
    file.change { if $0.identityNumber == identity { $0.visit = visit } }
  }

  /// Identifies the user of the last launch, in the same groups. A user of this launch stays.
  ///
  /// Call it after the bootstrap. If the memory could not read its file yet, call it again after the first unlock of the device:
  /// then the earlier decisions take effect too, except for purposes that the user has decided on since.
  public func restore(fileID: StaticString = #fileID, line: UInt = #line) {
    let known = file.content
    consent.restore(known.consent)
    if let user = known.id, !known.isOfThisLaunch {
      TrackableSystem.identify(user, fileID: fileID, line: line)
    }
    for (type, id) in known.earlierGroups.sorted(by: { $0.key < $1.key }) {
      TrackableSystem.group(id, type: type, fileID: fileID, line: line)
    }
  }

  /// Does nothing: a memory keeps no events.
  public func track(_ event: TrackedEvent) {}
  /// Remembers the user.
  public func identify(_ user: TrackedUser) {
    let person = TrackableSystem.person
    file.change(mustBeRemembered: file.wasRead && userID != nil && userID != user.id) { $0.become(user.id, person) }
  }
  /// Remembers a group; nothing else.
  public func update(_ property: TrackedUserProperty) {
    guard case .group = property.operation else { return }
    let id = property.operand == .null ? nil : "\(property.operand)"
    file.change { $0.join(id, type: property.name) }
  }
  /// Forgets the user.
  public func reset() {
    let person = TrackableSystem.person
    file.change(mustBeRemembered: true) { $0.become(nil, person) }
  }
  /// Forgets the user.
  public func purge() {
    let person = TrackableSystem.person
    file.change(mustBeRemembered: true) { user in
      user.forgetIdentity()
      user.become(nil, person)
    }
  }
}

/// The user, their groups and decisions, and what of that this launch has said.
private struct RememberedUser: Remembered {
  private static let groupCapacity = 100

  private(set) var id: String?
  private(set) var consent: [ConsentPurpose: Consent.Status] = [:]
  private var anonymousID: String?
  var visit: Visit?
  private var groups: [String: String] = [:]

  /// Whether this launch has said who the user is.
  private(set) var isOfThisLaunch = false
  /// The types of the groups that this launch has joined or left.
  private var knownGroups: Set<String> = []
  /// Whether groups, and the anonymous ID, in the file are those of an earlier user.
  private var endsGroups = false
  private var endsID = false
  /// Who used the app at the last call, and for whom the anonymous ID ended: by the numbers of persons.
  private var person: UserStamp.Person?
  private var identityEndedFor: UInt64 = 0
  /// How often the anonymous ID has ended.
  private(set) var identityNumber = 0

  /// The groups that this launch has neither joined nor left.
  var earlierGroups: [String: String] { groups.filter { !knownGroups.contains($0.key) } }

  // The user comes first, because the groups are those of the user.
  var lines: [[String]] {
    [("user", id), ("anonymous", anonymousID)].compactMap { name, id in id.map { [name, $0] } }
      + (visit.map { [["visit"] + $0.words] } ?? [])
      + groups.sorted { $0.key < $1.key }.map { ["group", $0.key, $0.value] }
      + consent.sorted { $0.key.rawValue < $1.key.rawValue }.map { ["consent", $0.key.rawValue, $0.value.rawValue] }
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
      default: break
      }
    }
  }

  /// What another process wrote, and what this one knows of itself.
  mutating func follow(_ lines: [[String]]) {
    let before = self
    (id, consent, anonymousID, visit, groups) = (nil, [:], nil, nil, [:])
    (isOfThisLaunch, knownGroups, endsGroups, endsID) = (false, [], false, false)
    add(earlier: lines)
    (isOfThisLaunch, knownGroups) = (before.isOfThisLaunch, before.knownGroups)
    (endsGroups, endsID) = (before.endsGroups, before.endsID)
    // An ID that another process has made is that of the same person.
    if let ended = before.anonymousID, ended != anonymousID { identityNumber += 1 }
  }

  /// The anonymous ID belongs to a person: it ends with the first call of the next one, which may come before the memory is
  /// told of a `reset`.
  mutating func follow(_ current: UserStamp.Person) {
    if let person, person !== current, person.hasEnded { forgetIdentity(for: current) }
    person = current
  }

  /// The user is this one now. Groups and the anonymous ID of another one end; those from before any user was known stay.
  mutating func become(_ user: String?, _ current: UserStamp.Person) {
    follow(current)
    if user == nil || (id != nil && id != user) {
      (groups, endsGroups) = ([:], true)
      forgetIdentity(for: current)
    }
    (id, isOfThisLaunch) = (user, true)
  }

  mutating func join(_ group: String?, type: String) {
    if groups.count >= Self.groupCapacity, groups[type] == nil { return }
    groups[type] = group
    knownGroups.insert(type)
  }

  mutating func decide(_ statuses: [ConsentPurpose: Consent.Status]) {
    for (purpose, status) in statuses {
      if status == .denied, consent[purpose] != .denied { forgetIdentity() }
      consent[purpose] = status
    }
  }

  /// The anonymous ID, which is `new` if there is none.
  mutating func anonymousID(or new: String?) -> String? {
    let known = anonymousID ?? new
    anonymousID = known
    return known
  }

  private mutating func forgetIdentity(for current: UserStamp.Person) {
    if current.number != 0, current.number == identityEndedFor { return }
    identityEndedFor = current.number
    forgetIdentity()
  }

  mutating func forgetIdentity() {
    (anonymousID, visit, endsID) = (nil, nil, true)
    identityNumber += 1
  }
}
