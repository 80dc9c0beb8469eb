import Foundation
import Testing

// Programs of an attacker, who wants the library to race, to lose an event, to hang or to crash.
//
// They use the public API only, promise the compiler nothing (no `@unchecked Sendable`, no `unsafe` of any kind), and
// compile without a warning. So each failure in them is the library's fault. Each runs in a process of its own:
// there it may crash or hang without harm to the others, and the process's system belongs to it alone.
//
// To attack harder, as .ci/steps/attacks.sh and .ci/steps/tsan.sh do:
//
//     TRACKABLE_TESTS=AttackTests TRACKABLE_ATTACK_SCALE=40 swift test -c release
//     TRACKABLE_TESTS=AttackTests TRACKABLE_ATTACK_SCALE=4 TSAN_OPTIONS=halt_on_error=1 swift test --sanitize=thread

/// One after the other, because several measure time.
@Suite(.serialized) enum Attacks {}

/// How much an attack does.
enum Scale {
  /// How many times the least that is worth doing: the environment variable `TRACKABLE_ATTACK_SCALE`, or else 1.
  static let factor = max(1, ProcessInfo.processInfo.environment["TRACKABLE_ATTACK_SCALE"].flatMap { Int($0) } ?? 1)

  /// `least`, as many times as the scale says, but no more than `most`.
  static func times(_ least: Int, atMost most: Int) -> Int { min(most, least * factor) }
}

/// The limit for an event that must happen, in seconds: long enough for a busy machine and a sanitizer.
let patience = 300.0

/// Checks a promise. An attack's process tells the one that started it no more than this text.
func check(_ isKept: Bool, _ promise: @autoclosure () -> String) {
  if !isKept { Issue.record("broken: \(promise())") }
}

/// Ends the process when its attack has not ended after ten minutes. Each attack begins with this.
func watch() {
  let thread = Thread {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 600)
    Issue.record("The program did not end within ten minutes.")
    exit(EXIT_FAILURE)
  }
  thread.start()
}
