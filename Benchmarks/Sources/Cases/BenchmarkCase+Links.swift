import Trackable

extension BenchmarkCase {
  /// Links that are made, made again, and dropped.
  static func links() -> [BenchmarkCase] {
    [
      BenchmarkCase("link: make an object, link it, drop an older one", dependsOnAddresses: true) {
        let objects = LinkedObjects(capacity: 64)
        for _ in 0..<200 { objects.linkOne() }
        return { objects.linkOne() }
      },
      BenchmarkCase(
        "link: on the main actor, make an object, link it, drop an older one", dependsOnAddresses: true,
        onMainActor: {
          let objects = LinkedObjects(capacity: 64)
          objects.link(times: 200)
          return { objects.linkOne() }
        }),
      BenchmarkCase(
        "link: on the main actor, again", dependsOnAddresses: true,
        onMainActor: {
          let objects = LinkedObjects(capacity: 64)
          objects.makeAll()
          objects.linkAll()
          return { objects.relinkOne() }
        }),
      BenchmarkCase(
        "link: on the main actor, make, link and drop 64 objects", dependsOnAddresses: true,
        onMainActor: {
          let objects = LinkedObjects(capacity: 64)
          return {
            objects.makeAll()
            objects.linkAll()
            objects.dropAll()
          }
        }),
      BenchmarkCase("link: again", dependsOnAddresses: true) {
        let objects = LinkedObjects(capacity: 64)
        objects.makeAll()
        objects.linkAll()
        return { objects.relinkOne() }
      },
      BenchmarkCase("link: make, link and drop 64 objects", dependsOnAddresses: true) {
        let objects = LinkedObjects(capacity: 64)
        return {
          objects.makeAll()
          objects.linkAll()
          objects.dropAll()
        }
      },
      BenchmarkCase("link: a new parent below an old one", dependsOnAddresses: true) {
        useSystem()
        let parents = (unknown(AlbumDetail()), unknown(AlbumDetail()))
        let child = AlbumDetail()
        var isFirst = false
        return {
          isFirst.toggle()
          child.setupTrackableChain(parent: isFirst ? parents.0 : parents.1)
        }
      },
    ]
  }

  /// Names of keys and events.
  static func names() -> [BenchmarkCase] {
    [
      BenchmarkCase("name: a key") {
        let key = unknown(AlbumKeys.albumName)
        return { note(key.name.utf8.count) }
      },
      BenchmarkCase("name: a plain string as a key") {
        let key = unknown("a string that is not short")
        return { note((key ~>> 1).key.name.utf8.count) }
      },
      BenchmarkCase("name: an event") {
        let event = unknown(AlbumEvent.rated)
        return { note(event.name.utf8.count) }
      },
      BenchmarkCase("name: the entity of an event") {
        let event = unknown(AlbumEvent.rated)
        return { note(event.entity.utf8.count) }
      },
      BenchmarkCase("name: an event that is a struct") {
        let event = unknown(StructEvent())
        return { note(event.name.utf8.count) }
      },
      BenchmarkCase("name: an event with a payload") {
        let event = unknown(PayloadEvent.opened(index: 1))
        return { note(event.name.utf8.count) }
      },
      BenchmarkCase("name: in snake case") {
        let style = NamingStyle.snakeCase
        let name = unknown(AlbumEvent.rated.name)
        return { note(style(name).utf8.count) }
      },
    ]
  }
}

private struct StructEvent: AnalyticsEvent {}

private enum PayloadEvent: AnalyticsEvent {
  case opened(index: Int)
  case closed
}
