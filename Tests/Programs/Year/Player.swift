import Foundation
import TestSupport

/// Plays a diary, step by step.
@MainActor final class Player {
  private let temporary = TemporaryFolder()
  private let services = Services()
  private var random: SeededGenerator
  private var process: Process?
  private var launches = 0
  private let linksBefore = Process.links
  private var settings = Process.Settings()
  /// While no process runs.
  private var date = Services.beginning

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

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
    let begin = now
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
    default:
      await perform(step)
      await process?.rest()
    }
    switch step {
    case .flush, .enterBackground: sight = seen
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

  private func launch(_ launch: Diary.Launch) async throws {
    end()
    // Another path, so that what the earlier process still writes goes nowhere.
    let earlier = folder
    launches += 1
    let manager = FileManager.default
    if launches == 1 {
      try manager.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } else {
      try manager.moveItem(at: earlier, to: folder)
    }
    if launch == .beforeFirstUnlock { lock() } else { unlock() }
    process = try Process(
      folder, services, settings, at: date, random: SeededGenerator(seed: random.next()))
    await process?.rest()
    if launch == .foreground { await perform(.enterForeground) }
  }

  /// The device has been started again, and nobody has unlocked it yet.
  private func lock() {
    if settings.isLocked { return }
    settings.isLocked = true
    for name in ["user.json", "once.json"] {
      let file = folder.appending(path: name)
      try? FileManager.default.moveItem(at: file, to: file.appendingPathExtension("locked"))
      try? FileManager.default.createDirectory(
        at: file, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }
  }

  private func unlock() {
    if !settings.isLocked { return }
    settings.isLocked = false
    for name in ["user.json", "once.json"] {
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
      if settings.isLocked {
        unlock()
        app.unlock()
      }
      app.enterForeground()
    case .enterBackground: await process.wait { await app.enterBackground() }
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
    case .launch, .exit, .pass: break
    }
  }
}
