import Trackable

extension BenchmarkCase {
  /// Contexts, the task's scopes, and the explanation of an event.
  static func contexts() -> [BenchmarkCase] {
    [
      BenchmarkCase("context: of an object on depth 4 with 6 properties") {
        let chain = GrowingChain(depth: 4, properties: 6)
        return { keep(chain.context()) }
      },
      BenchmarkCase("context: appended to") {
        let context = unknown(TrackingContext().appending([AlbumKeys.appVersion ~>> "1.0"]))
        return { keep(context.appending([AlbumKeys.albumYear ~>> 1971])) }
      },
      BenchmarkCase("context: an event, appended to four times") {
        useSystem()
        let context = (0..<4).reduce(TrackingContext()) { $0.appending([ManyKeys.all[$1] ~>> $1]) }
        return { context.track(AlbumEvent.rated, trackedProperties: [AlbumKeys.userLikesAlbum ~>> true]) }
      },
      BenchmarkCase("context: a scope") {
        return { withTrackedProperties([AlbumKeys.albumYear ~>> 1971]) { note(1) } }
      },
      BenchmarkCase("context: an event in four scopes, with the scopes") {
        useSystem()
        let object = AlbumDetail()
        return {
          withTrackedProperties([ManyKeys.k000 ~>> 0]) {
            withTrackedProperties([ManyKeys.k001 ~>> 1]) {
              withTrackedProperties([ManyKeys.k002 ~>> 2]) {
                withTrackedProperties([ManyKeys.k003 ~>> 3]) { object.track(AlbumEvent.rated) }
              }
            }
          }
        }
      },
      BenchmarkCase("explain: depth 4, 6 properties") {
        useSystem()
        let chain = GrowingChain(depth: 4, properties: 6)
        return { note(chain.explain()) }
      },
    ]
  }

  @inline(never) private static func keep(_ context: TrackingContext) { withExtendedLifetime(context) { note(1) } }
}
