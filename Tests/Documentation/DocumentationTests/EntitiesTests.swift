import Testing
import Trackable
import TrackableTesting

enum ProjectKeys: String, EntityKey {
  case pid, name, tags, isBacker
  static let identifyingKey = pid
}

@Suite struct EntitiesTests {
  private final class ProjectPage: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {
      ProjectKeys.pid ~>> 1
      ProjectKeys.name ~>> "Fountain pen"
      ProjectKeys.tags ~>> "design"
    }
  }

  @Test func `An event leaves out values of another project, and of one without an ID`() {
    let page = ProjectPage()
    withRecordedTracking { recorder in
      // The page computes pid 1, name "Fountain pen", tags "design".
      page.track(
        Events.User.didSelectRecommendation,
        trackedProperties: [
          ProjectKeys.pid ~>> 99, ProjectKeys.name ~>> "Lamp",
          ProjectKeys.tags ~>> nil,
        ])
      // pid 99, name "Lamp"

      // The page below computes pid 1, name "Fountain pen", tags "design".
      let loading: Int? = nil
      page.track(Events.User.didOpen) {
        ProjectKeys.pid ~>> loading
        ProjectKeys.name ~>> "Lamp"
      }
      // name "Lamp"
      for event in recorder.events { Page(article: "Entities").expect([event.properties.spoken]) }
    }
  }
}
