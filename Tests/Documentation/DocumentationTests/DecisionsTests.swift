import Synchronization
import Testing
import Trackable
import TrackableTesting

@MainActor final class AlbumScreen {
  let model = AlbumModel()
  func didLoad() { model.link(to: self) }
}

extension AlbumScreen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { Keys.previousVC ~>> "Album list" }
}

@MainActor final class AlbumModel {
  let album = Album(name: "Imagine")
}

extension AlbumModel: @MainActor TrackableClass {  // a @MainActor class
  var trackedProperties: TrackedProperties { Keys.albumName ~>> album.name }
}

enum DecisionsPage {
  enum Events { enum Experiment: String, Event { case exposed } }
  enum Keys: String, Key { case experiments, experiment }

  final class Session: TrackableClass, Sendable {
    private let variants = Mutex<[String: String]>([:])

    var trackedProperties: TrackedProperties {
      Keys.experiments ~>> TrackedProperties(dictionary: variants.withLock { $0 })  // Keys.experiments.layout: "new"
    }

    /// Call this where the variant is shown.
    func expose(_ experiment: String, variant: String) {
      let isFirst = variants.withLock { $0.updateValue(variant, forKey: experiment) == nil }
      if isFirst { track(Events.Experiment.exposed, trackedProperties: [Keys.experiment ~>> experiment]) }
    }
  }

  @Suite struct ExperimentTests {
    @Test func `An exposure is tracked once, and the variant is on everything`() {
      let session = Session()
      withRecordedTracking(root: session) { recorder in
        session.expose("layout", variant: "new")
        session.expose("layout", variant: "new")
        #expect(recorder.events.count == 1)
        #expect(
          recorder.events[0].properties.flattened.spoken == #"experiment "layout", layout "new""#,
          "\(recorder.events[0].properties.flattened)")
      }
    }
  }
}

@MainActor @Suite struct DecisionsTests {
  final class Worker: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }

  @Test func `A view model is a child of its screen`() {
    let screen = AlbumScreen()
    screen.didLoad()
    withRecordedTracking { recorder in
      screen.model.track(Events.User.didRateAlbum)
      #expect(recorder.events[0].properties.spoken == #"albumName "Imagine", previousVC "Album list""#)
    }
  }

  /// A cell that was used for another row before.
  @MainActor private struct Row {
    let cell = AlbumDetailVC()
    func configure(for indexPath: (section: Int, row: Int), in list: AlbumListVC) { list.show(cell, at: indexPath) }
  }

  @Test func `A reused cell keeps nothing of its last row`() {
    let (list, row) = (AlbumListVC(), Row())
    list.selectedAlbum = nil
    row.configure(for: (0, 1), in: list)
    row.configure(for: (0, 2), in: list)
    withRecordedTracking { recorder in
      row.cell.rate()
      #expect(recorder.events[0].properties == [Keys.row ~>> 2])
    }
  }

  @Test func `A main-actor parent is linked on the main actor`() async {
    let (screen, worker) = (AlbumListVC(), Worker())
    await Self.link(worker, to: screen)
    withRecordedTracking { recorder in
      worker.track(Events.User.didRateAlbum)
      #expect(recorder.events[0].properties.spoken == #"albumName "Imagine""#)
    }
  }

  @concurrent private nonisolated static func link(_ worker: Worker, to screen: AlbumListVC) async {
    await MainActor.run { worker.link(to: screen) }
  }
}

extension AlbumListVC {
  fileprivate func show(_ cell: AlbumDetailVC, at indexPath: (section: Int, row: Int)) {
    cell.link(to: self) { Keys.row ~>> indexPath.row }
  }
}
