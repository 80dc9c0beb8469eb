import Foundation
import Trackable
import TrackableHub
import TrackableApp

@testable import TrackableHTTP

/// A launch of an app that remembers: it does random things until it is killed. It writes to standard output its findings,
/// the next step (`?`), the calls of its tracker (`!`), and the finished step (`+`).
struct Launch {
  private struct Opened: AnalyticsEvent {}
  private struct Counted: AnalyticsEvent {
    let name: String
    var timestamp = Date(timeIntervalSince1970: 0)
  }

  /// Says what reaches it.
  private struct Telling: AnalyticsEventTracker {
    let name: String

    func track(_ event: TrackedEvent) {
      if event.base is Opened {
        let groups = event.groups.map { "\($0.key.name):\($0.value)" }.sorted().joined(separator: ",")
        return say("= \(event.userID ?? "-") \(groups)")
      }
      say("! \(name) \(event.name)")
    }
    func purge() { say("! \(name) purged") }
  }

  static let types = ["company", "band"]

  let folder: URL
  let number: Int

  init(_ arguments: ArraySlice<String>) {
    let arguments = Array(arguments)
    guard arguments.count == 3, let number = Int(arguments[2]) else { fail("A launch needs a folder and a number.") }
    folder = URL(filePath: arguments[1])
    self.number = number
  }

  func run() -> Never {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    TrackableSystem.issueHandler = { fail("An issue: \($0)") }
    let app = TrackableApp(folder: folder, installation: .untilReset())
    let (memory, once) = (app.memory, app.once)
    let installation = AnonymousID(folder: folder.path)
    let gated = Telling(name: "gated").requiringConsent(.analytics, from: memory.consent, whileUndecided: .drop)
    let daily = Telling(name: "day").once(per: .day(in: once, calendar: calendar), Counted.self)
    let ever = Telling(name: "ever").once(per: .install(in: once), Counted.self)
    let agreed = Telling(name: "agreed").once(per: .install(in: once), Counted.self)
      .requiringConsent(.analytics, from: memory.consent, whileUndecided: .drop)
    TrackableSystem.bootstrap(Telling(name: "system"))
    TrackableSystem.register(memory)
    memory.restore()
    let status = memory.consent.status(of: .analytics)
    say("consent \(status.rawValue)")
    TrackableSystem.track(Opened())
    let day = Date(timeIntervalSince1970: 86_400 * Double(Self.day(of: number)))
    let event = Envelope.Content.event(.init(name: "", properties: []))
    func step(_ what: String, _ body: () -> String?) {
      say("? \(what)")
      let answer = body()
      say("+ \(what)" + (answer.map { " " + $0 } ?? ""))
    }
    func does(_ what: String, _ body: () -> Void) {
      step(what) {
        body()
        return nil
      }
    }
    while true {
      let id = "\(Int.random(in: 0..<3))"
      let type = Self.types.randomElement() ?? ""
      switch Int.random(in: 0..<20) {
      case 0, 1: does("identify \(id)") { TrackableSystem.identify(id) }
      case 2: does("reset") { TrackableSystem.reset() }
      case 3, 4: does("group \(type) \(id)") { TrackableSystem.group(id, type: type) }
      case 5: does("leave \(type)") { TrackableSystem.group(nil, type: type) }
      case 6: does("grant") { memory.consent.grant(.analytics) }
      case 7: does("deny") { memory.consent.deny(.analytics) }
      case 8, 9: step("anonymous") { app.installationID }
      case 10, 11: step("installation") { installation.ids(of: [Self.call(event)], at: Date())?.last }
      case 12: step("renew") { installation.ids(of: [Self.call(.reset), Self.call(event)], at: Date())?.last }
      case 13: does("forget") { daily.purge() }
      default:
        let counted = TrackedEvent(Counted(name: "event\(id)"), timestamp: day)
        does("day event\(id)") { daily.track(counted) }
        does("ever event\(id)") { ever.track(counted) }
        does("agreed event\(id)") { agreed.track(counted) }
      }
      withExtendedLifetime(gated) {}
    }
  }

  static func day(of number: Int) -> Int { number / 4 }

  private static func call(_ content: Envelope.Content) -> Envelope {
    Envelope(id: UUID(), time: Date(), userID: nil, content: content)
  }
}

/// In one write, past all buffers.
private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// What a naive reader of what the launches said expects to be remembered. Where a process was killed while it did something,
/// that may or may not have happened.
private struct MemoryModel {
  struct User: Hashable {
    var user = "-"
    var groups: [String: String] = [:]

    mutating func become(_ id: String) {
      if id == "-" || (user != "-" && user != id) { groups = [:] }
      user = id
    }

    var text: String { "= \(user) " + groups.map { "\($0.key):\($0.value)" }.sorted().joined(separator: ",") }
  }

  /// An ID, or none; none may become any ID that is new.
  struct Identity {
    var possible: Set<String?> = [nil]
    var earlier: Set<String> = []

    mutating func see(_ id: String) -> Bool {
      guard possible.contains(id) || (possible.contains(nil) && !earlier.contains(id)) else { return false }
      earlier.formUnion(possible.compactMap { $0 }.filter { $0 != id })
      possible = [id]
      return true
    }

    mutating func forget(isCertain: Bool) {
      if isCertain { earlier.formUnion(possible.compactMap { $0 }) }
      possible = isCertain ? [nil] : possible.union([nil])
    }
  }

  var users: Set<User> = [User()]
  var consents: Set<String> = ["undecided"]
  var anonymous = Identity()
  var installation = Identity()
  /// On which day an event passed last, by the tracker's name and its own.
  var passed: [String: Set<Int?>] = [:]
  var checks = 0

  /// - Parameter isCertain: Whether it is done; otherwise it may be.
  mutating func apply(_ words: [String], on day: Int, isCertain: Bool) {
    func change(_ body: (inout User) -> Void) {
      let changed = Set(
        users.map { user in
          var user = user
          body(&user)
          return user
        })
      users = isCertain ? changed : users.union(changed)
    }
    switch words[0] {
    case "identify":
      let isAnother = users.map { $0.user != "-" && $0.user != words[1] }
      change { $0.become(words[1]) }
      if isAnother.contains(true) { anonymous.forget(isCertain: isCertain && !isAnother.contains(false)) }
    case "reset":
      change { $0.become("-") }
      anonymous.forget(isCertain: isCertain)
    case "group": change { $0.groups[words[1]] = words[2] }
    case "leave": change { $0.groups[words[1]] = nil }
    case "grant", "deny":
      let status = words[0] == "grant" ? "granted" : "denied"
      // Only the denial of a granted consent is a withdrawal. The first denial closes the gate, granted or not.
      if words[0] == "deny" {
        if consents.contains("granted") { anonymous.forget(isCertain: isCertain && consents == ["granted"]) }
        if consents != [status] { forget("agreed", isCertain: false) }
      }
      consents = isCertain ? [status] : consents.union([status])
    case "renew": installation.forget(isCertain: isCertain)
    case "forget": forget("day", isCertain: isCertain)
    case "agreed" where consents != ["granted"]: break
    case "day", "ever", "agreed":
      let name = words.prefix(2).joined(separator: " ")
      let period = words[0] == "day" ? day : 0
      passed[name] = isCertain ? [period] : passed[name, default: [nil]].union([period])
    default: break
    }
  }

  /// A tracker's events may pass again.
  private mutating func forget(_ tracker: String, isCertain: Bool) {
    for name in passed.keys where name.hasPrefix(tracker + " ") {
      passed[name] = isCertain ? [nil] : passed[name, default: [nil]].union([nil])
    }
  }

  /// Reads the lines of a launch. Returns the mistakes.
  mutating func read(_ lines: [String], on day: Int) -> String? {
    var pending: [String]?
    var told: Set<String> = []
    for line in lines {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      switch words[0] {
      case "consent":
        guard consents.contains(words[1]) else { return "consent is \(words[1]) instead of \(consents)" }
        consents = [words[1]]
        checks += 1
      case "=":
        guard let user = users.first(where: { $0.text == line }) else {
          return "'\(line)' instead of \(users.map(\.text))"
        }
        users = [user]
        checks += 1
      case "?":
        pending = Array(words.dropFirst())
        told = []
      case "!":
        told.insert(words.dropFirst().joined(separator: " "))
        // The memory has the withdrawal before a tracker hears of it.
        if line == "! gated purged", pending == ["deny"] {
          apply(["deny"], on: day, isCertain: true)
          pending = nil
        }
        if line == "! agreed purged" { forget("agreed", isCertain: true) }
        if ["day", "ever", "agreed"].contains(words[1]) {
          let name = words.dropFirst().joined(separator: " ")
          if words[2] == "purged" { continue }
          if words[1] == "agreed", consents != ["granted"] { return "\(name) passed without consent" }
          let period = words[1] == "day" ? day : 0
          if passed[name] == [period] { return "\(name) passed twice" }
          passed[name] = [period]
        }
      case "+":
        checks += 1
        switch words[1] {
        case "anonymous": if !anonymous.see(words[2]) { return "the anonymous ID is \(words[2])" }
        case "installation": if !installation.see(words[2]) { return "the installation's ID is \(words[2])" }
        case "day", "ever", "agreed":
          let name = words[1...2].joined(separator: " ")
          let period = words[1] == "day" ? day : 0
          let isKept = !told.contains(name) && (words[1] != "agreed" || consents == ["granted"])
          if isKept, !passed[name, default: [nil]].contains(period) { return "\(name) did not pass" }
          apply(Array(words.dropFirst()), on: day, isCertain: true)
        case "renew":
          apply(["renew"], on: day, isCertain: true)
          if !installation.see(words[2]) { return "the renewed ID is \(words[2])" }
        default: apply(Array(words.dropFirst()), on: day, isCertain: true)
        }
        pending = nil
      default: return "a launch says '\(line)'"
      }
    }
    if let pending { apply(pending, on: day, isCertain: false) }
    return nil
  }
}

/// A process that remembers its user, their groups and consent, its IDs and which events have passed is killed at any moment,
/// again and again. The next launch knows what a naive model says. Many installations, because each has only one time before
/// its first decision and its first sign-in.
func checkMemories(installations: Int, launches: Int) {
  var checks = 0
  for _ in 0..<installations { checks += checkedPlaces(launches: launches) }
  print(
    "\(installations) installations, \(installations * launches) kills: what was remembered is what a naive model says, "
      + "in \(checks) places")
}

private func checkedPlaces(launches: Int) -> Int {
  let runner = Runner()
  defer { runner.finish() }
  for _ in 0..<launches {
    runner.start("remember")
    runner.waitForLast()
    usleep(.random(in: 0...20_000))
    if !runner.children[0].isRunning { fail("A launch ended by itself.") }
    runner.kill(0)
  }
  var model = MemoryModel()
  for (number, lines) in runner.lines().enumerated() {
    if let problem = model.read(lines.map(String.init), on: Launch.day(of: number)) {
      fail("launch \(number): \(problem)\n" + lines.suffix(200).joined(separator: "\n"))
    }
  }
  return model.checks
}
