import Foundation
import Testing
import Trackable
import UIKitStandIn

// The code of <doc:UIKit>, as it is written there, and what comes out of it. A module of its own: in DocumentationTests all
// responders are trackable.

enum SongKeys: String, Key { case album, song, row }
enum SongEvents: String, Event { case didLike }
enum SongScreens: String, ScreenEvent { case song }

extension SongListVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { SongKeys.album ~>> album }
}

extension SongCell: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
}

extension SongVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { SongKeys.song ~>> song }
}

final class SongListVC: UITableViewController {
  let album = "Imagine"
  let songs = ["Jealous Guy", "Oh Yoko!"]

  override func tableView(
    _ tableView: UITableView, didSelectRowAt indexPath: IndexPath
  ) {
    let next = SongVC()
    next.song = songs[indexPath.row]
    next.link(to: self) { SongKeys.row ~>> indexPath.row }
    navigationController?.pushViewController(next, animated: true)
  }

  override func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(
      withIdentifier: "song", for: indexPath)
    (cell as? SongCell)?.link(to: self) { SongKeys.row ~>> indexPath.row }
    return cell
  }
}

final class SongCell: UITableViewCell {
  func like() { track(SongEvents.didLike) }
}
// SongEvents.didLike: row 1, album "Imagine"

final class SongVC: UIViewController {
  var song: String?

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    track(SongScreens.song)
  }
}
// SongScreens.song: row 1, song "Oh Yoko!", album "Imagine"

@MainActor @Suite struct UIKitPageTests {
  @Test func `Events of a cell and of a pushed screen carry what the page says`() {
    let (list, row) = (SongListVC(), IndexPath(row: 1, section: 0))
    let navigation = UINavigationController(rootViewController: list)
    list.tableView.register(SongCell.self, forCellReuseIdentifier: "song")
    let lines = printed {
      let tracker = ClosureTracker { print("\($0.name): \($0.properties.spoken)") }
      TrackableSystem.bootstrap(tracker.renaming(.droppingModule))
      (list.tableView(list.tableView, cellForRowAt: row) as? SongCell)?.like()
      list.tableView(list.tableView, didSelectRowAt: row)
    }
    #expect(lines.count == 2 && navigation.viewControllers.count == 2)
    for line in lines { Page(article: "UIKit").expect([line]) }
  }
}
