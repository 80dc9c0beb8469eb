import TestSupport
import Trackable

// Global actors of every shape, and for each a class whose objects belong to it. Read anywhere else, they end the process.

@globalActor actor Kitchen {
  static let shared = Kitchen()
}

@Kitchen final class KitchenModel {}

extension KitchenModel: @Kitchen TrackableClass {
  var trackedProperties: TrackedProperties {
    let _ = Kitchen.shared.preconditionIsolated()
    "computed" ~>> true
  }
}

/// A shape of which Swift 6.3's runtime stands no cast.
@globalActor final actor Archive {
  static let shared = Archive()
}

@Archive final class ArchiveModel {}

extension ArchiveModel: @Archive TrackableClass {
  var trackedProperties: TrackedProperties { "computed" ~>> true }
}

/// As in SE-0316.
@globalActor struct Audio {
  actor Instance {}
  static let shared = Instance()
}

@Audio class AudioModel {
  private var reads = 0
  init() {}
}

extension AudioModel: @Audio TrackableClass {
  var trackedProperties: TrackedProperties {
    let _ = Audio.shared.preconditionIsolated()
    let _ = reads += 1
    "computed" ~>> true
  }
}

final class LoudAudioModel: AudioModel {}

@globalActor enum Lounge {
  actor Instance {}
  static let shared = Instance()
}

@Lounge final class LoungeModel<Content: Sendable> {
  private let content: Content
  init(_ content: Content) { self.content = content }
}

extension LoungeModel: @Lounge TrackableClass {
  var trackedProperties: TrackedProperties {
    let _ = Lounge.shared.preconditionIsolated()
    "computed" ~>> "\(content)"
  }
}

/// With an executor of its own.
@globalActor actor Disk {
  static let shared = Disk()
  private let executor = QueueExecutor("disk")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }
}

@Disk final class DiskModel {}

extension DiskModel: @Disk TrackableClass {
  var trackedProperties: TrackedProperties {
    let _ = Disk.shared.preconditionIsolated()
    "computed" ~>> true
  }
}

@MainActor final class MainModel {}

extension MainModel: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    let _ = MainActor.preconditionIsolated()
    "computed" ~>> true
  }
}

/// A class without an actor; only its conformance has one.
final class FreeModel: Sendable {}

extension FreeModel: @Audio TrackableClass {
  var trackedProperties: TrackedProperties {
    let _ = Audio.shared.preconditionIsolated()
    "computed" ~>> true
  }
}

typealias Erased = any TrackableClass & Sendable

/// One of the classes above.
enum GlobalActorClass: String, Codable, CaseIterable {
  case onActor, onStruct, onStructByInheritance, onEnumAndGeneric, onExecutor, onMainActor
  case byConformanceOnly

  /// Its global actor.
  var owner: any Actor {
    switch self {
    case .onActor: Kitchen.shared
    case .onStruct, .onStructByInheritance, .byConformanceOnly: Audio.shared
    case .onEnumAndGeneric: Lounge.shared
    case .onExecutor: Disk.shared
    case .onMainActor: MainActor.shared
    }
  }

  /// A new object, as a type that hides its actor.
  func makeObject() async -> Erased { lasting(await make()) }

  private func make() async -> Erased {
    switch self {
    case .onActor: await { @Kitchen () -> Erased in KitchenModel() }()
    case .onStruct: await { @Audio () -> Erased in AudioModel() }()
    case .onStructByInheritance: await { @Audio () -> Erased in LoudAudioModel() }()
    case .onEnumAndGeneric: await { @Lounge () -> Erased in LoungeModel("content") }()
    case .onExecutor: await { @Disk () -> Erased in DiskModel() }()
    case .onMainActor: await { @MainActor () -> Erased in MainModel() }()
    case .byConformanceOnly: await { @Audio () -> Erased in FreeModel() }()
    }
  }

  /// Makes an object where it belongs, and tracks on it there, below another one.
  func trackDirectly(_ event: Numbered) async {
    switch self {
    case .onActor: await { @Kitchen in trackOn(KitchenModel(), below: KitchenModel(), event) }()
    case .onStruct: await { @Audio in trackOn(AudioModel(), below: AudioModel(), event) }()
    case .onStructByInheritance: await { @Audio in trackOn(LoudAudioModel(), below: LoudAudioModel(), event) }()
    case .onEnumAndGeneric: await { @Lounge in trackOn(LoungeModel(1), below: LoungeModel("one"), event) }()
    case .onExecutor: await { @Disk in trackOn(DiskModel(), below: DiskModel(), event) }()
    case .onMainActor: await { @MainActor in trackOn(MainModel(), below: MainModel(), event) }()
    case .byConformanceOnly: await { @Audio in trackOn(FreeModel(), below: FreeModel(), event) }()
    }
  }
}

/// Links and tracks where both objects belong.
func trackOn(
  _ child: some TrackableClass, below parent: Erased, _ event: Numbered,
  isolation: isolated (any Actor)? = #isolation
) {
  child.setupTrackableChain(trackedProperties: ["link" ~>> true], parent: parent)
  child.track(event)
}
