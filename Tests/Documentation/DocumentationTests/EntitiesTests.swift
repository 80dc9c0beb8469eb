import Testing
import Trackable
import TrackableTesting

enum ProjectKeys: String, EntityKey {
  case pid, name, tags, isBacker
  static let identifyingKey = pid
}

extension ProjectKeys {
  enum Stats: String, EntityKey {
    case backers, pledged
    static let identifyingKey = ProjectKeys.pid
  }
}

@Suite struct EntitiesTests {
  private enum Events { enum User: String, Event { case didSelectRecommendation, didOpen } }

  private final class ProjectPage: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {
      ProjectKeys.pid ~>> 1
      ProjectKeys.name ~>> "Fountain pen"
      ProjectKeys.tags ~>> "design"
      ProjectKeys.Stats.backers ~>> 12
    }
  }

  @Test func `An event leaves out values of another project, also those of a module's keys`() {
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
      #expect(Page(article: "Entities").promises(recorder.events[0].properties.spoken))
    }
  }

  @Test func `A page that has no ID yet has nothing of the page below`() {
    let page = ProjectPage()
    withRecordedTracking { recorder in
      // The page below computes pid 1, name "Fountain pen", tags "design".
      let loading: Int? = nil
      page.track(Events.User.didOpen) {
        ProjectKeys.pid ~>> loading
        ProjectKeys.name ~>> "Lamp"
      }
      // name "Lamp"
      #expect(Page(article: "Entities").promises(recorder.events[0].properties.spoken))
    }
  }
}
