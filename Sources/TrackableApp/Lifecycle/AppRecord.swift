import Trackable

/// What the next launch needs to know about the app, for any user of the app.
struct AppRecord: Remembered {
  /// The kind of a launch, compared with the launch before.
  enum Launch: Sendable, Equatable {
    case first, same
    case updated(from: AppVersion?)
  }

  /// The version and the build; empty before the first launch.
  private var version: [String] = []
  private(set) var installation: String?
  private var visits = 0

  var lines: [[String]] {
    (version.isEmpty ? [] : [["version"] + version]) + (installation.map { [["installation", $0]] } ?? [])
      + (visits == 0 ? [] : [["visits", "\(visits)"]])
  }

  mutating func add(earlier lines: [[String]]) {
    for line in lines {
      switch (line.first, line.count) {
      case ("version", 3) where version.isEmpty: version = Array(line.dropFirst())
      case ("installation", 2) where installation == nil: installation = line[1]
      case ("visits", 2): visits += Int(line[1]) ?? 0
      default: break
      }
    }
  }

  /// Records the version of this launch. Only the first call for a version returns a first launch or an update.
  mutating func launch(_ app: AppVersion?, hasEarlierData: Bool) -> Launch {
    let known = version
    version = [app?.version ?? "", app?.build ?? ""]
    if known.isEmpty { return hasEarlierData ? .updated(from: nil) : .first }
    return known == version || known[0].isEmpty ? .same : .updated(from: AppVersion(known[0], build: known[1]))
  }

  /// The ID of the installation. If the installation has no ID, it gets the ID `new`.
  mutating func installation(or new: String) -> String {
    let known = installation ?? new
    installation = known
    return known
  }
  /// Counts a new visit, and returns its number.
  mutating func countVisit() -> Int {
    visits += 1
    return visits
  }
}
