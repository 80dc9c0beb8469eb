import Foundation
import TestSupport
import Testing

/// Days of ordinary apps, compared with a model that was written from the pages.
///
/// Longer, and from other seeds: `TRACKABLE_YEARS=1000x365x7` plays 1,000 installations for 365 days each, from the seed 7 on.
@Suite struct YearTests {
  private static let measure: (installations: Int, days: Int, seed: UInt64) = {
    let text = ProcessInfo.processInfo.environment["TRACKABLE_YEARS"] ?? ""
    let numbers = text.split(separator: "x").compactMap { UInt64($0) }
    if numbers.count == 3 { return (Int(numbers[0]), Int(numbers[1]), numbers[2]) }
    return SearchScale.times((30, 14, 1), long: (50, 60, 1))
  }()

  @MainActor @Test func `What arrives in a year, whose it is, and what is left of it is what the pages say`()
    async throws
  {
    let (installations, days, seed) = Self.measure
    var totals = Totals()
    try await takingTurns {
      // One of each kind, and no more than five.
      var kinds: Set<String> = []
      for seed in seed..<(seed + UInt64(installations)) {
        let diary = Life.diary(seed: seed, days: days)
        totals.count(diary.steps)
        guard let complaint = try await Self.complaint(about: diary, seed, &totals.most) else { continue }
        if ProcessInfo.processInfo.environment["TRACKABLE_YEARS_SHORTEN"] == "no" {
          Issue.record("\(complaint)")
          continue
        }
        if !kinds.insert(Self.kind(of: complaint)).inserted || kinds.count > 5 { continue }
        var most = Most()
        let shortest = try await Self.shortened(diary, seed, complaint)
        let text = shortest.steps.map { "  \($0)" }.joined(separator: "\n")
        Issue.record(
          """
          \(complaint)
          The shortest diary that shows the like: \(try await Self.complaint(about: shortest, seed, &most) ?? "nothing any more")
          \(text)
          TRACKABLE_TESTS=YearTests TRACKABLE_YEARS=1x\(days)x\(seed) swift test
          """)
      }
    }
    if ProcessInfo.processInfo.environment["TRACKABLE_YEARS"] != nil {
      let memory = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n")
        .first { $0.hasPrefix("VmHWM") }
      print("\(installations) installations for \(days) days: \(totals), \(memory ?? "")")
    }
  }

  /// The most that there were at once on the disk of an installation.
  private struct Most { var (files, folders) = (0, 0) }

  /// What a round has played.
  private struct Totals {
    var (events, launches, kills, extensions) = (0, 0, 0, 0)
    var most = Most()

    mutating func count(_ steps: [Diary.Step]) {
      for step in steps {
        switch step {
        case .track: events += 1
        case .launch: launches += 1
        case .exit(.killed), .exit(.crashed): kills += 1
        case .extensionRuns(let tracked, _, _): (extensions, events) = (extensions + 1, events + tracked.count)
        case .atOnce(let steps): count(steps)
        default: break
        }
      }
    }
  }

  /// The first difference between what a diary leads to and what it should lead to.
  @MainActor private static func complaint(
    about diary: Diary, _ seed: UInt64, _ most: inout Most
  ) async throws -> String? {
    let player = try Player(seed: seed)
    var model = Model(app: ModelledApp())
    for step in diary.steps {
      let seen: Player.Seen
      do { seen = try await player.play(step) } catch let unrest as Process.Unrest {
        // The round ends: what goes on without end would be beside all that follows.
        throw Process.Unrest(
          description: "Seed \(seed), \(step): day \(Int(model.clock / 86_400) + 1): \(unrest.description)")
      }
      (most.files, most.folders) = (
        max(most.files, seen.sight?.files ?? 0), max(most.folders, seen.sight?.folders ?? 0)
      )
      // The model knows the diary's time only. An app is ended after a while; any other wait is for what has begun.
      let isExit = if case .exit = step { true } else { false }
      var complaints = isExit ? [] : model.read(step, arrivals: seen.arrivals, sight: seen.sight)
      if seen.waited > 0 { complaints += model.read(.pass(seen.waited), arrivals: [], sight: nil) }
      if isExit { complaints += model.read(step, arrivals: seen.arrivals, sight: seen.sight) }
      if let complaint = complaints.first {
        player.end()
        return "Seed \(seed), \(step): \(complaint)"
      }
    }
    player.end()
    return nil
  }

  /// Leaves out what does not matter: first long parts of it, then single steps. A step that cannot be any more does nothing.
  @MainActor private static func shortened(
    _ diary: Diary, _ seed: UInt64, _ complaint: String
  ) async throws -> Diary {
    var (diary, most) = (diary, Most())
    let kind = kind(of: complaint)
    var count = diary.steps.count / 2
    var tries = 0
    while count > 0 {
      var place = diary.steps.count
      while place > 0, tries < 400 {
        var shorter = diary
        shorter.steps.removeSubrange(max(place - count, 0)..<place)
        tries += 1
        let complaint = try await self.complaint(about: shorter, seed, &most)
        if let complaint, self.kind(of: complaint) == kind { diary = shorter }
        place = min(place - count, diary.steps.count)
      }
      count /= 2
    }
    return diary
  }

  /// What a complaint is about: neither when, nor about which event.
  private static func kind(of complaint: String) -> String {
    let text = complaint.range(of: ": step ").map { complaint[$0.upperBound...] } ?? complaint[...]
    return text.split { !$0.isLetter }.filter {
      !Life.events.contains(String($0)) && $0.count > 2 && !$0.allSatisfy(\.isHexDigit)
    }.prefix(9)
      .joined(separator: " ")
  }
}
