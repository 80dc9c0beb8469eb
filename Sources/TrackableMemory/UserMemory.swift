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
/// TrackableSystem.bootstrap(mixpanel.requiringConsent(.analytics, from: memory.consent))
/// TrackableSystem.register(memory)    // it hears of identify, groups and reset
/// memory.restore()                    // identifies the user of the last launch, in the same groups
/// ```
///
/// | remembered | until |
/// |---|---|
/// | the ID of the last `identify` | `reset()`, `purge()`, or another `identify` |
/// | the ID of each group | that, or `group(nil, type:)` |
/// | ``anonymousID`` | `reset()`, `purge()`, or a withdrawal |
/// | each decision of ``consent`` | the next one |
///
/// It does not remember traits and user properties: services know them by the ID.
///
/// The memory writes a decision before the decision takes effect, and replaces the file as a whole. So a withdrawal survives a
/// process that the system kills at that moment. If the memory cannot write a withdrawal or a `reset()`, it removes the file, and
/// the app asks the user again.
///
/// An issue, ``Trackable/TrackableIssue/Kind/memoryUnusable``, tells once of a file that the memory cannot read or write. With
/// ``Access/afterFirstUnlock`` it cannot until the first unlock of the device: until then everything is undecided, and a later
/// `restore()` reads the file.
///
/// Isolation: any thread. Cost: each change writes a small file.
///
/// Limits: one process uses the file. The memory keeps the ID of an identified user without asking for a consent: where the ID
/// needs one, do not register the memory.
public final class UserMemory: AnalyticsEventTracker {
  /// When the memory can read its file. It matters on Apple's systems only.
  public enum Access: Sendable, Hashable {
    /// After the first unlock since the device started: the usual choice.
    case afterFirstUnlock
    /// Always, also in an app that the system launches in the background before that: the file is not encrypted.
    case always
  }

  /// The user's decisions. The memory keeps each change.
  public let consent: Consent
  private let file: UserFile

  /// A memory in a file, which need not exist.
  ///
  /// - Parameters:
  ///   - file: The file, in the folder of the app's data and not in that of caches.
  ///   - access: When the memory can read the file.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public init(
    file: URL, access: Access = .afterFirstUnlock, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let file = UserFile(file, access, at: CodeLocation(fileID: fileID, line: line))
    self.file = file
    consent = Consent(file.statuses) { file.remember($0) }
  }

  /// The ID of the last `identify`, in this launch or an earlier one.
  public var userID: String? { file.userID }

  /// A random ID for a service that wants one before the user signs in: a UUID, in small letters. The first read makes it. It is
  /// the same in each launch until the next `reset()`, `purge()` or withdrawal, so it never leads from one user to the next.
  ///
  /// An `HTTPDestination` has one of its own, which changes where the `reset()` stands among its events.
  public var anonymousID: String { file.anonymousID }

  /// Identifies the user of the last launch, in the same groups. A user whom the app has identified since then stays.
  ///
  /// Call it after the bootstrap. If the memory could not read its file yet, call it again after the first unlock of the device:
  /// then the earlier decisions take effect too, except for purposes that the user has decided on since.
  public func restore(fileID: StaticString = #fileID, line: UInt = #line) {
    let restored = file.restore()
    consent.restore(restored.statuses)
    if let user = restored.user { TrackableSystem.identify(user, fileID: fileID, line: line) }
    for (type, id) in restored.groups.sorted(by: { $0.key < $1.key }) {
      TrackableSystem.group(id, type: type, fileID: fileID, line: line)
    }
  }

  /// Does nothing: a memory keeps no events.
  public func track(_ event: TrackedEvent) {}
  /// Remembers the user.
  public func identify(_ user: TrackedUser) { file.remember(user: user.id) }
  /// Remembers a group; nothing else.
  public func update(_ property: TrackedUserProperty) {
    guard case .group = property.operation else { return }
    file.remember(group: property.operand == .null ? nil : "\(property.operand)", type: property.name)
  }
  /// Forgets the user.
  public func reset() { file.remember(user: nil) }
  /// Forgets the user.
  public func purge() { file.remember(user: nil) }
}

/// The file of a memory, and what this launch adds to it.
private final class UserFile: Sendable {
  /// The content of the file.
  private struct Content: Equatable {
    var user: String?
    var anonymousID: String?
    var groups: [String: String] = [:]
    var consent: [ConsentPurpose: Consent.Status] = [:]

    var lines: [[String]] {
      let ids = [("user", user), ("anonymous", anonymousID)].compactMap { name, id in id.map { [name, $0] } }
      return ids + groups.map { ["group", $0.key, $0.value] }
        + consent.map { ["consent", $0.key.rawValue, $0.value.rawValue] }
    }

    /// The user is this one now. Groups of another one do not hold; those from before any user was known do.
    mutating func become(_ user: String?) {
      if user == nil || (self.user != nil && self.user != user) { groups = [:] }
      self.user = user
    }

    init(_ lines: [[String]] = []) {
      for line in lines {
        if line.count == 2, line[0] == "user" { user = line[1] }
        if line.count == 2, line[0] == "anonymous" { anonymousID = line[1] }
        if line.count == 3, line[0] == "group" { groups[line[1]] = line[2] }
        if line.count == 3, line[0] == "consent" {
          consent[ConsentPurpose(rawValue: line[1])] = Consent.Status(rawValue: line[2])
        }
      }
    }
  }

  /// How many groups are remembered.
  private static let capacity = 100

  private struct State {
    /// Everything; before the first read of the file, only what this launch has said.
    var content = Content()
    var isRead = false
    /// Whether this launch has said who the user is.
    var knowsUser = false
    /// Whether the groups in the file were those of an earlier user.
    var endsGroups = false
    /// The types of the groups that this launch has joined or left.
    var knownGroups: Set<String> = []
    /// Whether the ID in the file was that of an earlier user.
    var hasNewID = false
    var hasReported = false

    mutating func forgetID() { (content.anonymousID, hasNewID) = (nil, true) }

    /// An earlier content with the changes of this launch.
    func said(after earlier: Content) -> Content {
      var result = earlier
      if knowsUser { result.become(content.user) }
      if endsGroups { result.groups = [:] }
      for type in knownGroups { result.groups[type] = content.groups[type] }
      if hasNewID || earlier.anonymousID == nil { result.anonymousID = content.anonymousID }
      result.consent.merge(content.consent) { $1 }
      return result
    }
  }

  private let file: RememberedFile
  private let name: String
  private let location: CodeLocation
  private let state = Lock(State())

  init(_ url: URL, _ access: UserMemory.Access, at location: CodeLocation) {
    file = RememberedFile(url, isAlwaysReadable: access == .always)
    name = url.lastPathComponent
    self.location = location
    let issue = state.withLock { firstIssue(about: read(&$0), &$0) }
    if let issue { IssueReporter.current.report(issue) }
  }

  var userID: String? { state.withLock { $0.content.user } }

  var statuses: [ConsentPurpose: Consent.Status] { state.withLock { $0.content.consent } }

  /// The content, without a user and groups that this launch has told.
  func restore() -> (user: String?, groups: [String: String], statuses: [ConsentPurpose: Consent.Status]) {
    let (restored, issue) = state.withLock { state in
      let issue = firstIssue(about: read(&state), &state)
      let (content, known) = (state.content, state.knownGroups)
      return (
        (state.knowsUser ? nil : content.user, content.groups.filter { !known.contains($0.key) }, content.consent),
        issue
      )
    }
    if let issue { IssueReporter.current.report(issue) }
    return restored
  }

  func remember(user: String?) {
    let issue = change(mustBeRemembered: user == nil) { state in
      if user == nil || state.content.user.map({ $0 != user }) == true { state.endsGroups = true }
      state.content.become(user)
      state.knowsUser = true
      if user == nil { state.forgetID() }
    }
    if let issue { IssueReporter.current.report(issue) }
  }

  func remember(group id: String?, type: String) {
    let issue = change { state in
      if state.content.groups.count >= Self.capacity, state.content.groups[type] == nil { return }
      state.content.groups[type] = id
      state.knownGroups.insert(type)
    }
    if let issue { IssueReporter.current.report(issue) }
  }

  var anonymousID: String {
    let new = UUID().uuidString.lowercased()
    let issue = change { state in state.content.anonymousID = state.content.anonymousID ?? new }
    if let issue { IssueReporter.current.report(issue) }
    return state.withLock { $0.content.anonymousID } ?? new
  }

  /// Returns what is to be reported when no lock is held any more.
  func remember(_ statuses: [ConsentPurpose: Consent.Status]) -> TrackableIssue? {
    change(mustBeRemembered: statuses.values.contains(.denied)) { state in
      for (purpose, status) in statuses {
        if status == .denied, state.content.consent[purpose] != .denied { state.forgetID() }
        state.content.consent[purpose] = status
      }
    }
  }

  private func change(mustBeRemembered: Bool = false, _ body: (inout State) -> Void) -> TrackableIssue? {
    state.withLock { state in
      let problem = read(&state)
      let before = state.content
      body(&state)
      if state.isRead, state.content == before { return nil }
      do {
        // What cannot be read is not replaced: the user's decisions are in it.
        if let problem, !state.isRead { throw problem }
        try file.write(state.content.lines)
        return nil
      } catch {
        // What is in the file may be that the user agrees.
        if mustBeRemembered { file.remove() }
        return firstIssue(about: error, &state)
      }
    }
  }

  /// Reads the file, if that was not possible before. What was said since counts.
  private func read(_ state: inout State) -> (any Error)? {
    if state.isRead { return nil }
    do {
      if let lines = try file.read() {
        let earlier = Content(lines)
        state.content = state.said(after: earlier)
        // What was said while the file could not be read is not in it.
        if state.content != earlier { try file.write(state.content.lines) }
      }
      state.isRead = true
      return nil
    } catch {
      // None of ours, or damaged: it is replaced.
      if error is DecodingError { state.isRead = true }
      return error
    }
  }

  /// What is to be said of a problem; `nil` if it was said before.
  private func firstIssue(about problem: (any Error)?, _ state: inout State) -> TrackableIssue? {
    guard let problem, !state.hasReported else { return nil }
    state.hasReported = true
    return .memoryUnusable(
      "The user and the decisions cannot be remembered in \(name)", problem,
      "The next launch does not know them.",
      remedy: "give UserMemory a file that this process may read and write now.", at: location, subject: name)
  }
}
