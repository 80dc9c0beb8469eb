import Trackable

extension BenchmarkCase {
  /// Events that are held because there is no tracker yet.
  static func beforeBootstrap() -> [BenchmarkCase] {
    [
      BenchmarkCase("quiet: before the bootstrap") {
        let chain = AlbumChain.typical()
        return { chain.track() }
      }
    ]
  }

  /// Events on chains of any depth with any number of properties.
  static func chains() -> [BenchmarkCase] {
    let typical = [
      BenchmarkCase("chain: depth 4, 6 properties in 5 places") {
        useSystem()
        let chain = AlbumChain.typical()
        return { chain.track() }
      },
      BenchmarkCase(
        "chain: the same, linked and tracked on the main actor",
        onMainActor: {
          useSystem()
          let chain = AlbumChain.typical()
          return { chain.track() }
        }),
      BenchmarkCase(
        "chain: the same, of main-actor objects",
        onMainActor: {
          useSystem()
          let chain = MainActorChain()
          return { chain.track() }
        }),
    ]
    return typical
      + [0, 1, 4, 16, 64].flatMap { depth in
        [1, 6, 32, 256].map { properties in
          BenchmarkCase("chain: depth \(depth), \(properties) computed") {
            useSystem()
            let chain = GrowingChain(depth: depth, properties: properties)
            return { chain.track() }
          }
        }
      }
  }

  /// One property given at each of the ranks, and one key given at all of them.
  static func precedence() -> [BenchmarkCase] {
    [
      BenchmarkCase("precedence: 1, the call") {
        useSystem()
        let object = Rank(said: nil)
        return { object.track(RankEvent(year: nil), trackedProperties: [AlbumKeys.albumYear ~>> object.year]) }
      },
      BenchmarkCase("precedence: 2, the event") {
        useSystem()
        let object = Rank(said: nil)
        return { object.track(RankEvent(year: object.year)) }
      },
      BenchmarkCase("precedence: 3, the link") {
        useSystem()
        let object = Rank(said: nil)
        object.setupTrackableChain(trackedProperties: [AlbumKeys.albumYear ~>> object.year])
        return { object.track(RankEvent(year: nil)) }
      },
      BenchmarkCase("precedence: 4, the object") {
        useSystem()
        let object = Rank(said: 1971)
        return { object.track(RankEvent(year: nil)) }
      },
      BenchmarkCase("precedence: 5, the parent") {
        useSystem()
        let parent = Rank(said: 1971)
        let object = Rank(said: nil)
        object.setupTrackableChain(parent: parent)
        return { withExtendedLifetime(parent) { object.track(RankEvent(year: nil)) } }
      },
      BenchmarkCase("precedence: 6, a scope that is opened for it") {
        useSystem()
        let object = Rank(said: nil)
        return {
          withTrackedProperties([AlbumKeys.albumYear ~>> object.year]) { object.track(RankEvent(year: nil)) }
        }
      },
      BenchmarkCase("precedence: 7, the defaults") {
        useSystem(defaults: [AlbumKeys.albumYear ~>> 1971])
        let object = Rank(said: nil)
        return { object.track(RankEvent(year: nil)) }
      },
      BenchmarkCase("precedence: one key at all ranks") {
        useSystem(defaults: [AlbumKeys.albumYear ~>> 1971])
        let parent = Rank(said: 1971)
        let object = Rank(said: 1971)
        parent.setupTrackableChain(trackedProperties: [AlbumKeys.albumYear ~>> parent.year])
        object.setupTrackableChain(trackedProperties: [AlbumKeys.albumYear ~>> object.year], parent: parent)
        return {
          withTrackedProperties([AlbumKeys.albumYear ~>> parent.year]) {
            object.track(
              RankEvent(year: object.year), trackedProperties: [AlbumKeys.albumYear ~>> object.year])
          }
        }
      },
    ]
  }
}

/// An object with one property or none.
// Used by one thread at a time.
private final class Rank: TrackableClass, @unchecked Sendable {
  var year = unknown(1971)
  private let said: Int?

  init(said: Int?) { self.said = said }

  var trackedProperties: TrackedProperties { AlbumKeys.albumYear ~>> said }
}

/// An event with one property or none.
private struct RankEvent: AnalyticsEvent {
  let year: Int?

  var properties: TrackedProperties {
    if let year { [AlbumKeys.albumYear ~>> year] } else { TrackedProperties() }
  }
}

/// The typical chain, of main-actor objects such as view controllers.
@MainActor private final class MainActorChain {
  private let objects = (0..<5).map { _ in MainActorObject() }

  init() {
    for index in objects.indices.reversed() {
      objects[index].setupTrackableChain(
        trackedProperties: index % 4 == 0 ? [ManyKeys.all[10 + index] ~>> index] : TrackedProperties(),
        parent: index < 4 ? objects[index + 1] : nil)
      if index % 4 != 0 { objects[index].key = ManyKeys.all[index] }
    }
  }

  @inline(never) func track() {
    objects[0].track(AlbumEvent.rated, trackedProperties: [AlbumKeys.userLikesAlbum ~>> true])
  }
}

@MainActor private final class MainActorObject {
  var key: ManyKeys?
  var year = unknown(1971)
}

extension MainActorObject: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    if let key { key ~>> year }
  }
}
