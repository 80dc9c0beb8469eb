import BlockerFeature
import Foundation
import SearchFeature
import TabsFeature
import Trackable
import TrackableTesting

/// Three launches on two days. A recording gives each its day, and keeps what was tracked.
@MainActor
struct Tour {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "browser-\(UUID().uuidString)")
  private static let monday = Date(timeIntervalSince1970: 1_700_470_800)

  /// Returns what the last launch has recorded.
  func play() async -> RecordingTracker {
    defer { try? FileManager.default.removeItem(at: folder) }
    print("Each line is a request: one for each event that the service gets.")

    print("\n# Monday, the first launch: a search counts each time, and once a day. The address of no page is sent.")
    _ = await launch(on: Self.monday) { await browse() }

    print("\n# Monday, the second launch: the day has had its search, and something was blocked before.")
    _ = await launch(on: Self.monday + 3_600) { await browse() }

    print("\n# Tuesday: the search counts again for the day. It fails, and the error tells its domain and its code.")
    return await launch(on: Self.monday + 86_400) { await browse(isOnline: false) }
  }

  private func browse(isOnline: Bool = true) async {
    let (tabs, field, blocker) = (TabsScreen(), SearchField(), Blocker())
    field.setupTrackableChain(parent: tabs)
    blocker.setupTrackableChain(parent: tabs)
    field.search("shoes", isOnline: isOnline)
    tabs.open("https://news.example/today")
    for host in ["news.example", "ads.example", "pixel.example"] { _ = await blocker.mayLoad(host) }
    tabs.closeLast()
  }

  private func launch(on day: Date, _ work: () async -> Void) async -> RecordingTracker {
    await withRecordedTracking(
      root: Device(), through: { $0.combined(with: Analytics.tracker(in: folder)) }, date: { day }
    ) { recorder in
      await work()
      await TrackableSystem.flush()
      return recorder
    }
  }
}
