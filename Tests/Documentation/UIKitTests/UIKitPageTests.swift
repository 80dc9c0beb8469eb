import Foundation
import Synchronization
import Testing
import Trackable
import UIKitStandIn

// The code of <doc:UIKit>, as it is written there, and what comes out of it. A module of its own: in DocumentationTests all
// responders are trackable.

/// Keeps text in order.
private final class Log: Sendable {
  private let kept = Mutex<[String]>([])
  var lines: [String] { kept.withLock { $0 } }
  func write(_ line: String) { kept.withLock { $0.append(line) } }
}

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
  @Test func `Events of a cell and of a pushed screen carry what the page says`() throws {
    let log = Log()
    let tracker = ClosureTracker { event in
      let properties = event.properties.map { "\($0.key.name) \($0.value.json)" }.joined(separator: ", ")
      log.write("// \(event.name): \(properties)")
    }
    let list = SongListVC()
    let navigation = UINavigationController(rootViewController: list)
    list.tableView.register(SongCell.self, forCellReuseIdentifier: "song")
    let row = IndexPath(row: 1, section: 0)
    TrackableSystem.withTracker(tracker.renaming(events: .droppingModule, keys: .keepingLast(1))) {
      (list.tableView(list.tableView, cellForRowAt: row) as? SongCell)?.like()
      list.tableView(list.tableView, didSelectRowAt: row)
    }
    #expect(
      log.lines == [
        #"// SongEvents.didLike: row 1, album "Imagine""#,
        #"// SongScreens.song: row 1, song "Oh Yoko!", album "Imagine""#,
      ])
    #expect(navigation.viewControllers.count == 2)
    let page = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/Trackable/Trackable.docc/UIKit.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for line in log.lines { #expect(text.contains("\n\(line)\n")) }
  }
}
