// Compiled with the fixtures of the tests by .ci/steps/optimised.sh: tracks everything in `NamedIdentifiers` and checks that
// each name is the one that stands there, or that an issue was reported about it.
import Synchronization
import Trackable

let issues = Mutex<[String]>([])
var named = 0
var unnamed: Set<String> = []
var wrong = 0

@MainActor func note(_ name: String, expected: String, type: String? = nil) {
  if name == expected {
    named += 1
  } else if let type, name == type, isReported(type) {
    unnamed.insert(type)
  } else {
    wrong += 1
    print("error: \"\(name)\" instead of \"\(expected)\", and no issue says so.")
  }
}

func isReported(_ type: String) -> Bool {
  issues.withLock {
    $0.contains {
      $0.hasPrefix("nameUnavailable") && $0.contains("\"\(type)\"")
        && ($0.contains("cases of \(type) have no names") || $0.contains("type \(type) has a mirror of its own"))
    }
  }
}

/// The event's name and entity, as they arrive at a tracker. Each is tracked in a system of its own, which reports a missing
/// name once.
@MainActor func tracked(_ event: any AnalyticsEvent) -> (name: String, entity: String) {
  let names = Mutex([("nothing arrived", "nothing arrived")])
  let tracker = ClosureTracker { event in names.withLock { $0.append((event.name, event.entity)) } }
  let before = issues.withLock { $0.count }
  TrackableSystem.withTracker(tracker) {
    TrackableSystem.issueHandler = { issue in issues.withLock { $0.append("\(issue.kind): \(issue)") } }
    TrackableSystem.track(event)
    TrackableSystem.track(event)
  }
  let reported = issues.withLock { $0.dropFirst(before).filter { $0.hasPrefix("nameUnavailable") } }
  if reported.count > 1 {
    wrong += 1
    print("error: \(reported.count) issues about an event instead of one: \(reported)")
  }
  return names.withLock { $0.last ?? ("", "") }
}

for (key, name) in NamedIdentifiers.keys {
  note(key.name, expected: name)
  note(PropertyKey(key).name, expected: name)
}
for (event, name, entity) in NamedIdentifiers.events {
  note(tracked(event).name, expected: name)
  note(tracked(event).entity, expected: entity)
}
for (event, type, name) in NamedIdentifiers.cases {
  let type = "TrackableTests.Cases." + type
  note(tracked(event).name, expected: type + "." + name, type: type)
  note(tracked(event).entity, expected: type.split(separator: ".").last.map(String.init) ?? "")
}

// These hide their names in every build.
for (event, type) in NamedIdentifiers.hiddenCases {
  let type = "TrackableTests.Cases." + type
  if tracked(event).name != type || !isReported(type) {
    wrong += 1
    print("error: \(type) hides its name, and no issue says so.")
  }
}

print("\(named) names as expected, \(unnamed.count) enums without names of cases and with an issue, \(wrong) wrong.")
if wrong > 0 || named == 0 { fatalError("Names differ.") }
if CommandLine.arguments.dropFirst() != ["\(unnamed.count > 0 ? "some" : "none")"] {
  fatalError("Called with \(CommandLine.arguments.dropFirst()) as what is expected to be without names.")
}
