import Foundation
import TestSupport

@testable import TrackableApp
@testable import TrackableHTTP

/// Plays a diary, step by step.
@MainActor final class Player {
  private let temporary = TemporaryFolder()
  private let services = Services()
  private var random: SeededGenerator
  private var process: Process?
  private var launches = 0
  private let linksBefore = Process.links
  private var settings = Process.Settings()
  private var scenes = ForegroundScenes()
  private let sceneObjects = [NSObject(), NSObject(), NSObject()]
  private var extensions = 0
  /// What was seen when the library had answered the app.
  private var answered: (arrivals: [Arrival], sight: Sight?)?
  /// While no process runs.
  private var date = Services.beginning

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// What a bystander sees of a step.
  struct Seen {
    var arrivals: [Arrival]
    var sight: Sight?
    /// How many seconds have gone by of which the diary does not say so: the app waits for a flush, and a suspended app is
    /// ended a second later.
    var waited: Double
  }

  /// Plays a step.
  func play(_ step: Diary.Step) async throws -> Seen {
    process?.beginStep()
    answered = nil
    var begin = now
    var sight: Sight?
    switch step {
    case .launch(let launch): try await self.launch(launch)
    case .exit(let exit):
      switch exit {
      case .suspended: try await process?.pass(1)
      case .crashed: try await process?.crash(after: random.below(8))
      case .killed: break
      }
      // Nobody asks a process that has crashed.
      if exit != .crashed { sight = seen }
      end()
    case .pass(let seconds): try await pass(seconds)
    case .extensionRuns(let tracked, let flushes, let exit): try await runExtension(tracked, flushes, exit)
    case .update: settings.release += 1
    case .travel(let zone, let calendar):
      settings.calendar = Process.Settings.calendar(of: zone, calendar)
    case .setClock(let seconds):
      process?.setClock(by: seconds)
      date += seconds
      begin += seconds
    default:
      try await perform(step)
      try await process?.rest()
    }
    var waited = now.timeIntervalSince(begin)
    if case .pass = step { waited = 0 }
    return Seen(
      arrivals: answered?.arrivals ?? services.takeArrivals(), sight: answered?.sight ?? sight, waited: waited)
  }

  private var now: Date { process?.date ?? date }

  /// No process is left.
  func end() {
    if let process {
      date = process.date
      process.kill(arrives: random.chance(50))
    }
    process = nil
  }

  // MARK: Steps

  private var folder: URL { URL(filePath: temporary.path + "/\(launches)") }

  private var seen: Sight? { process?.sight(of: folder, linksBefore: linksBefore) }

  /// Foundation's way copies between disks, and costs ten times as much.
  private func move(_ folder: URL, to other: URL) throws { try POSIXFileSystem().move(folder.path, to: other.path) }

  private func launch(_ launch: Diary.Launch) async throws {
    end()
    // Another path, so that what the earlier process still writes goes nowhere.
    let earlier = folder
    launches += 1
    try move(earlier, to: folder)
    scenes = ForegroundScenes()
    if launch == .beforeFirstUnlock { lock() } else { unlock() }
    // If nothing took any time, all would be ready before the flush, and a request would have arrived before a flush that does not
    // wait for it.
    if launch == .refresh { services.latency.set(.milliseconds(200)) }
    process = try Process(
      folder, services, settings, at: date, random: SeededGenerator(seed: random.next()))
    if launch == .refresh { try await perform(.flush) }
    services.latency.set(.zero)
    try await process?.rest()
    if launch == .foreground {
      try await perform(.enterForeground)
      try await process?.rest()
    }
  }

  /// Runs while the app's process does nothing.
  private func runExtension(_ tracked: [Diary.Tracked], _ flushes: Bool, _ exit: Diary.Exit) async throws {
    // At a path of its own, because the memories of one path in a process are one.
    extensions += 1
    let place = URL(filePath: temporary.path + "/extension-\(extensions)")
    try move(folder, to: place)
    let begin = now
    let other = try Process(
      place, services, settings, isExtension: true, at: begin, random: SeededGenerator(seed: random.next()))
    try await other.rest()
    try await other.run { app in
      for event in tracked { await app.track(event) }
      if flushes { try await other.wait { await app.flush() } }
    }
    try await other.rest()
    if exit == .crashed { try await other.crash(after: random.below(8)) }
    if exit == .suspended { try await other.pass(1) }
    let seconds = other.date.timeIntervalSince(begin)
    other.kill(arrives: random.chance(50))
    try move(place, to: folder)
    if seconds > 0 { try await pass(seconds) }
  }

  /// The device has been started again, and nobody has unlocked it yet.
  private func lock() {
    if settings.isLocked { return }
    settings.isLocked = true
    for name in Self.memories {
      let file = folder.appending(path: name)
      try? FileManager.default.moveItem(at: file, to: file.appendingPathExtension("locked"))
      try? FileManager.default.createDirectory(
        at: file, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }
  }

  private func unlock() {
    if !settings.isLocked { return }
    settings.isLocked = false
    for name in Self.memories {
      let file = folder.appending(path: name)
      let locked = file.appendingPathExtension("locked")
      var isFolder: ObjCBool = false
      // What the process has removed stays so.
      if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), isFolder.boolValue {
        try? FileManager.default.removeItem(at: file)
        try? FileManager.default.moveItem(at: locked, to: file)
      }
      try? FileManager.default.removeItem(at: locked)
    }
    process?.set(settings)
  }

  private static let memories = ["user.json", "once.json", "app.json"]

  private func pass(_ seconds: Double) async throws {
    if let process { try await process.pass(seconds) } else { date += seconds }
  }

  private func perform(_ step: Diary.Step) async throws {
    switch step {
    case .network(let network): services.set(network)
    case .disk(let isFull):
      settings.isFull = isFull
      process?.set(settings)
    default:
      guard let process else { return }
      try await process.run { app in try await perform(step, app, process) }
    }
  }

  private func perform(_ step: Diary.Step, _ app: App, _ process: Process) async throws {
    switch step {
    case .enterForeground:
      unlock()
      _ = scenes.follow(.appComes)
      app.enterForeground()
    case .enterBackground:
      _ = scenes.follow(.appLeaves)
      try await wait(process) { await app.enterBackground() }
    case .scene(let scene, let comes):
      let id = ObjectIdentifier(sceneObjects[scene])
      if comes { unlock() }
      switch scenes.follow(comes ? .sceneComes(id) : .sceneLeaves(id)) {
      case true?: app.enterForeground()
      case false?: try await wait(process) { await app.enterBackground() }
      case nil: break
      }
    case .flush: try await wait(process) { await app.flush() }
    case .atOnce(let steps): for step in steps { try await perform(step, app, process) }
    case .network, .disk: try await perform(step)
    default: await app.perform(step)
    }
  }

  /// Looks as soon as the library has answered: what comes after that may not come at all in a suspended app.
  private func wait(
    _ process: Process, _ work: @escaping @MainActor () async -> Void
  ) async throws {
    try await process.wait { [self] in
      await work()
      answered = (services.takeArrivals(), seen)
    }
  }
}
