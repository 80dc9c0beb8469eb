import Trackable

/// What a test has not looked at: it goes to the surrounding handler when the recording ends.
struct UnreadIssues {
  struct Findings {
    var issues: [TrackableIssue] = []
    var astray: [RecordedDelivery] = []
  }

  /// What the test can still look at.
  private var shown = Findings()
  /// What was removed before it did.
  private var removed = Findings()

  var all: Findings {
    Findings(issues: removed.issues + shown.issues, astray: removed.astray + shown.astray)
  }

  mutating func add<Finding>(_ kind: WritableKeyPath<Findings, [Finding]>, _ finding: Finding) {
    shown[keyPath: kind].append(finding)
  }

  /// The test has looked at everything of a kind that there is to see.
  mutating func read<Finding>(_ kind: WritableKeyPath<Findings, [Finding]>) { shown[keyPath: kind] = [] }

  mutating func removeAll() {
    removed = all
    shown = Findings()
  }

  /// Forgets what is too old: an app's recorder, which has a limit, never ends.
  mutating func trim(to limit: Int) {
    if shown.issues.count / 2 >= max(limit, 1) { shown.issues.removeFirst(shown.issues.count - limit) }
    if removed.issues.count / 2 >= max(limit, 1) { removed.issues.removeFirst(removed.issues.count - limit) }
  }
}
