import Trackable

extension BenchmarkCase {
  /// An event with two properties that goes through each combinator to a destination that reads it.
  static func trackers() -> [BenchmarkCase] {
    let destination: any AnalyticsEventTracker = ReadingTracker()
    /// The promise: composed trackers make no allocation for an event, unless they change it.
    func free(_ name: String, _ tracker: any AnalyticsEventTracker) -> BenchmarkCase {
      through(name, tracker, mostAllocations: 0)
    }
    return [
      free("the destination alone", destination),
      free("named", destination.named("Mixpanel")),
      free("filter", destination.filter { !$0.properties.isEmpty }),
      free("prohibiting a type", destination.prohibiting(eventTypes: [Other.self])),
      free("allowing a type", destination.allowing(eventTypes: [AlbumEvent.self])),
      free("allowing an event", destination.allowing(events: [AlbumEvent.rated])),
      free("prohibiting an event", destination.prohibiting(events: [Other()])),
      free("sampled", destination.sampled(0.5, by: .property(AllAlbumKeys.albumName))),
      free("combined", destination.combined(with: destination)),
      free("a closure", ClosureTracker { ReadingTracker().track($0) }),
      free("five: named, filter, prohibiting, allowing, combined", five(destination)),
      free("ten: the five twice", five(five(destination))),
      through("map", destination.map { $0 }),
      through("compactMap", destination.compactMap { $0 }),
      through("adding", destination.addingDefaults([AlbumKeys.appVersion ~>> "1.0"])),
      through("overriding", destination.overridingProperties(with: [AlbumKeys.albumYear ~>> 1972])),
      through("renaming by a style", destination.renaming(.snakeCase)),
      through("renaming events only", destination.renaming(events: .keepingLast(1))),
      through("renaming an event", destination.renaming(AlbumEvent.self) { $0 == .rated ? "rated" : nil }),
      through("renaming keys", destination.renaming(keys: AllAlbumKeys.self) { "x_\($0)" }),
    ]
  }

  private static func through(
    _ name: String, _ tracker: any AnalyticsEventTracker, mostAllocations: Double? = nil
  ) -> BenchmarkCase {
    BenchmarkCase("tracker: " + name, mostAllocations: mostAllocations) {
      let event = TrackedEvent(
        AlbumEvent.rated,
        properties: [AllAlbumKeys.albumName ~>> unknown("Imagine"), AllAlbumKeys.albumYear ~>> unknown(1971)])
      return { tracker.track(event) }
    }
  }

  private static func five(_ tracker: any AnalyticsEventTracker) -> any AnalyticsEventTracker {
    tracker.named("Mixpanel").filter { !$0.properties.isEmpty }.prohibiting(eventTypes: [Other.self])
      .allowing(events: [AlbumEvent.rated]).combined(with: ReadingTracker())
  }

  /// Events that no tracker wants.
  static func quiet() -> [BenchmarkCase] {
    func quiet(_ name: String, _ tracker: some AnalyticsEventTracker) -> BenchmarkCase {
      BenchmarkCase("quiet: " + name) {
        useSystem(tracker)
        let chain = QuietChain()
        return { chain.track(times: 1) }
      }
    }
    return [
      quiet("no tracker", NoOpTracker()),
      quiet("an empty combination", CombinedTracker()),
      quiet("the event's type is prohibited", ReadingTracker().prohibiting(eventTypes: [AlbumEvent.self])),
    ]
  }
}

private struct Other: AnalyticsEvent {}

private enum AllAlbumKeys: String, Key, CaseIterable {
  case albumName, albumYear
}
