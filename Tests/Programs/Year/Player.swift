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
    var begin = now
    var sight: Sight?
    switch step {
    case .launch(let launch): try await self.launch(launch)
    case .exit(let exit):
      switch exit {
      case .suspended: await process?.pass(1)
      case .crashed: await process?.crash(after: random.below(8))
      case .killed: break
      }
      // Nobody asks a process that has crashed.
      if exit != .crashed { sight = seen }
      end()
    case .pass(let seconds): await pass(seconds)
    case .extensionRuns(let tracked, let flushes, let exit): try await runExtension(tracked, flushes, exit)
    case .update: settings.release += 1
    case .travel(let zone, let calendar):
      settings.calendar = Process.Settings.calendar(of: zone, calendar)
    case .setClock(let seconds):
      process?.setClock(by: seconds)
      date += seconds
      begin += seconds
    default:
      await perform(step)
      await process?.rest()
    }
    switch step {
    case .flush, .enterBackground, .scene: sight = seen
    default: break
    }
    var waited = now.timeIntervalSince(begin)
    if case .pass = step { waited = 0 }
    return Seen(arrivals: services.takeArrivals(), sight: sight, waited: waited)
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
    process = try Process(
      folder, services, settings, at: date, random: SeededGenerator(seed: random.next()))
    await process?.rest()
    if launch == .foreground {
      await perform(.enterForeground)
      await process?.rest()
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
    await other.rest()
    await other.run { app in
      for event in tracked { await app.track(event) }
      if flushes { await other.wait { await app.flush() } }
    }
    await other.rest()
    if exit == .crashed { await other.crash(after: random.below(8)) }
    if exit == .suspended { await other.pass(1) }
    let seconds = other.date.timeIntervalSince(begin)
    other.kill(arrives: random.chance(50))
    try move(place, to: folder)
    if seconds > 0 { await pass(seconds) }
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

  private func pass(_ seconds: Double) async {
    if let process { await process.pass(seconds) } else { date += seconds }
  }

  private func perform(_ step: Diary.Step) async {
    switch step {
    case .network(let network): services.set(network)
    case .disk(let isFull):
      settings.isFull = isFull
      process?.set(settings)
    default:
      guard let process else { return }
      await process.run { app in await perform(step, app, process) }
    }
  }

  private func perform(_ step: Diary.Step, _ app: App, _ process: Process) async {
    switch step {
    case .enterForeground:
      unlock(app)
      _ = scenes.follow(.appComes)
      app.enterForeground()
    case .enterBackground:
      _ = scenes.follow(.appLeaves)
      await process.wait { await app.enterBackground() }
    case .scene(let scene, let comes):
      let id = ObjectIdentifier(sceneObjects[scene])
      if comes { unlock(app) }
      switch scenes.follow(comes ? .sceneComes(id) : .sceneLeaves(id)) {
      case true?: app.enterForeground()
      case false?: await process.wait { await app.enterBackground() }
      case nil: break
      }
    case .begin(let tracked, let pauses): app.begin(tracked, pausesInBackground: pauses)
    case .finish(let number): app.finish(number)
    case .offer(let number, let object): app.offer(number, on: object)
    case .watch(let number, let watching): app.watch(number, watching)
    case .flush: await process.wait { await app.flush() }
    case .show(let shown): app.show(shown)
    case .relink(let shown): app.link(shown)
    case .know(let object, let key, let value): app.know(object, key, value)
    case .drop(let object): app.drop(object)
    case .track(let tracked): await app.track(tracked)
    case .identify(let user): app.identify(user)
    case .signOut: app.signOut()
    case .grant: app.grant()
    case .deny: app.deny()
    case .configurationArrives: app.configurationArrives()
    case .atOnce(let steps): for step in steps { await perform(step, app, process) }
    case .network, .disk: await perform(step)
    case .launch, .exit, .pass, .extensionRuns, .update, .travel, .setClock: break
    }
  }

  private func unlock(_ app: App) {
    if !settings.isLocked { return }
    unlock()
    app.unlock()
  }
}
