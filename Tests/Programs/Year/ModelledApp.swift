/// Which installation and which visit an event is of, and what the app tells of itself: *Installations* and *Remembering*.
///
/// Written from these pages and from the descriptions of the public symbols. Where a page leaves it open whether a visit goes on, or
/// whether a person has ended, both may be.
struct ModelledApp {
  /// How long the user may be away in a visit.
  static let away = 1_800.0
  /// A flush may take that long.
  static let doubt = 7.0
  /// How long before its last event a visit may have been written.
  static let lost = 61.0
  enum Answer { case no, perhaps, yes }

  private(set) var release = 0
  /// What the last `installed` or `updated` said.
  private var told: Int?
  private var hasOpened = false
  private(set) var isHere = false
  private var scenes: Set<Int> = []
  private var lastEvent = -Double.infinity
  /// The last sign of the user, while the user is away.
  private var leftAt = -Double.infinity...(-Double.infinity)
  /// Whether the clock was set since then.
  private var wasSet = false
  /// The visit, by a number of its own; `nil`: none. Several: the pages do not tell.
  private var visits: Set<Int?> = [nil]
  private var begun = 0
  /// Whether the next event has to begin a visit.
  private var mustBegin = Answer.no
  /// The installation, by a number as well.
  private var installations: Set<Int> = [0]
  private var newest = 0
  private var installationOf: [String: Int] = [:]
  /// How often the user came or left, and how often a person ended: an event from before tells nothing of what is now.
  private var epoch = 0
  private var persons = 0
  private var known: [String: (visit: Int, number: String?)] = [:]
  private var last = 0
  private var isLocked = false

  /// What an event may say.
  struct Claim {
    var release = 0
    var visits: Set<Int?> = []
    var installations: Set<Int> = []
    var isLocked = false
    var epoch = 0
    var persons = 0
    /// As `direct` has got it.
    var said: [String: String]?
  }

  /// An event that the app tracks by itself.
  struct Told {
    var event: String
    var given: [String: String] = [:]
    var isSure = true
  }

  // MARK: The app comes and goes

  mutating func update() { release += 1 }

  mutating func launch(isLocked: Bool) -> [Told] {
    (hasOpened, isHere, scenes, self.isLocked) = (false, false, [], isLocked)
    return isLocked ? [] : tellLaunch()
  }

  private mutating func tellLaunch() -> [Told] {
    defer { told = release }
    guard let told else { return [Told(event: "installed")] }
    return told == release ? [] : [Told(event: "updated", given: ["previousVersion": "1.\(told)"])]
  }

  mutating func come(_ scene: Int?, at time: Double) -> [Told] {
    scene.map { _ = scenes.insert($0) }
    if isHere { return [] }
    let goesOn = visitsNow(at: time)
    var events = isLocked ? tellLaunch() : []
    (isHere, isLocked, epoch) = (true, false, epoch + 1)
    visits = goesOn
    if goesOn.contains(nil), mustBegin == .no { mustBegin = goesOn.count == 1 ? .yes : .perhaps }
    events += [Told(event: hasOpened ? "returned" : "launched")]
    hasOpened = true
    return events
  }

  /// `nil` for the whole app.
  mutating func leaves(_ scene: Int?) -> Bool {
    if let scene, scenes.remove(scene) == nil || !scenes.isEmpty { return false }
    scenes = []
    return isHere
  }

  mutating func leave(at time: Double) { end(from: time, to: time) }

  /// The clock on the wall is set. A launch has no other clock for what was before.
  mutating func setClock(by seconds: Double) {
    if !isHere, leftAt.lowerBound.isFinite {
      wasSet = true
      leftAt = min(leftAt.lowerBound, leftAt.lowerBound - seconds)...max(leftAt.upperBound, leftAt.upperBound - seconds)
    }
  }

  /// The process ends.
  mutating func exit(at time: Double) { if isHere { end(from: lastEvent - Self.lost, to: time + 1.2) } }

  private mutating func end(from: Double, to: Double) {
    (isHere, leftAt, wasSet) = (false, from...to, false)
    if mustBegin != .no { visits = mustBegin == .yes ? [nil] : visits.union([nil]) }
    (mustBegin, epoch) = (.no, epoch + 1)
  }

  /// The person ends, and the visit and the ID of the installation with it.
  mutating func endPerson(_ answer: Answer) {
    let answer = isLocked && answer == .yes ? .perhaps : answer
    (epoch, persons) = (epoch + 1, persons + 1)
    newest += 1
    installations = answer == .yes ? [newest] : installations.union([newest])
    if isHere {
      mustBegin = mustBegin == .yes ? .yes : answer
    } else {
      visits = answer == .yes ? [nil] : visits.union([nil])
    }
  }

  // MARK: An event

  /// An event is tracked, surely or not. Returns whether a visit begins before that.
  mutating func beginVisit(isSure: Bool = true) -> Answer {
    guard isHere, mustBegin != .no else { return .no }
    begun += 1
    visits = mustBegin == .yes ? [begun] : visits.subtracting([nil]).union([begun])
    defer { mustBegin = isSure ? .no : .perhaps }
    return isSure ? mustBegin : .perhaps
  }

  mutating func claim(at time: Double, isExtension: Bool) -> Claim {
    if !isExtension { lastEvent = time }
    let now = visitsNow(at: time)
    // An extension ends a visit that is over for it, also for the app: the clock may have been set back only then.
    if isExtension { visits.formUnion(now) }
    // Before the first unlock there is none; the earlier one goes on after that. An extension knows what the file says.
    let visits = isLocked ? [nil] : isExtension ? now.union([nil]) : now
    return Claim(
      release: release, visits: visits, installations: installations, isLocked: isLocked,
      epoch: isExtension ? -1 : epoch,
      persons: persons)
  }

  private func visitsNow(at time: Double) -> Set<Int?> {
    if isHere { return visits }
    // The clock was set back.
    if leftAt.upperBound - time > (wasSet ? 0 : Self.doubt) { return visits.union([nil]) }
    if time - leftAt.lowerBound < Self.away - Self.doubt { return visits }
    return time - leftAt.upperBound > Self.away + Self.doubt ? [nil] : visits.union([nil])
  }

  /// Compares what an event says of the app with what it may say, and returns what is wrong. `direct` comes first.
  mutating func check(_ said: [String: String], _ claim: inout Claim) -> String? {
    if let before = claim.said { return before == said ? nil : "says \(said), and direct got \(before)" }
    claim.said = said
    if said["appVersion"] != "1.\(claim.release)" { return "says version \(said["appVersion"] ?? "none")" }
    return checkInstallation(said["installationId"], claim)
      ?? checkVisit(said["sessionId"], said["sessionNumber"], claim)
  }

  private mutating func checkInstallation(_ id: String?, _ claim: Claim) -> String? {
    guard let id else { return claim.isLocked ? nil : "has no installation" }
    if claim.isLocked { return "has the installation \(id), which nobody can have read" }
    let unseen = claim.installations.filter { !installationOf.values.contains($0) }.max()
    guard let installation = installationOf[id] ?? unseen, claim.installations.contains(installation) else {
      return "has the installation \(id), which is another one"
    }
    installationOf[id] = installation
    if claim.persons == persons { installations = [installation] }
    return nil
  }

  private mutating func checkVisit(_ id: String?, _ number: String?, _ claim: Claim) -> String? {
    guard let id else {
      if claim.epoch == epoch, claim.visits.contains(nil), !claim.isLocked { visits = [nil] }
      return claim.visits.contains(nil) ? nil : "has no visit"
    }
    if let visit = known[id] {
      if claim.epoch == epoch { visits = [visit.visit] }
      if visit.number != number { return "has the visit \(id) with the number \(number ?? "none")" }
      return claim.visits.contains(visit.visit) ? nil : "has the visit \(id), which is over"
    }
    let unseen = claim.visits.compactMap { $0 }.filter { visit in !known.values.contains { $0.visit == visit } }.max()
    guard let unseen else { return "begins the visit \(id)" }
    known[id] = (unseen, number)
    if claim.epoch == epoch { visits = [unseen] }
    last += 1
    return number == "\(last)" ? nil : "begins the visit \(number ?? "without a number"), and it is number \(last)"
  }
}

/// Whose events a sampling lets pass: *Sampling*.
enum ModelledSampling {
  static func passes(_ text: String, rate: Double) -> Bool { Double(hash(Array(text.utf8))) / 4_294_967_296 < rate }

  /// MurmurHash3_x86_32, with the seed 0.
  private static func hash(_ bytes: [UInt8]) -> UInt32 {
    func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
    func mixed(_ word: UInt32) -> UInt32 { rotated(word &* 0xcc9e_2d51, 15) &* 0x1b87_3593 }
    var hash: UInt32 = 0
    for start in stride(from: 0, to: bytes.count, by: 4) {
      let block = bytes[start..<min(start + 4, bytes.count)]
      let word = block.reversed().reduce(0) { $0 << 8 | UInt32($1) }
      hash ^= mixed(word)
      if block.count == 4 { hash = rotated(hash, 13) &* 5 &+ 0xe654_6b64 }
    }
    hash ^= UInt32(bytes.count)
    hash = (hash ^ hash >> 16) &* 0x85eb_ca6b
    hash = (hash ^ hash >> 13) &* 0xc2b2_ae35
    return hash ^ hash >> 16
  }
}

/// The date of a moment where the user is, as a number.
enum ModelledDates {
  /// When Berlin's clocks change, in days after 1 January 2025, each at 01:00 UTC: the last Sundays of March and October.
  private static let changes = [88.0, 298, 452, 662]

  static func date(of time: Double, in zone: Diary.Zone) -> Int {
    let hours: Double
    switch zone {
    case .utc: hours = 0
    case .tokyo: hours = 9
    case .apia: hours = 13
    case .berlin: hours = changes.count { $0 * 86_400 + 3_600 <= time }.isMultiple(of: 2) ? 1 : 2
    }
    return Int(((time + hours * 3_600) / 86_400).rounded(.down))
  }
}
