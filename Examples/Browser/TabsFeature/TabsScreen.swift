import BrowserCore
package import Trackable

package enum TabEvent: String, Event, CaseIterable { case opened, closed }

/// All tabs.
@MainActor package final class TabsScreen {
  private var urls: [String] = []

  package init() {}

  package func open(_ url: String) {
    urls.append(url)
    track(TabEvent.opened, trackedProperties: [Keys.url ~>> url])
  }

  package func closeLast() {
    guard let url = urls.popLast() else { return }
    track(TabEvent.closed, trackedProperties: [Keys.url ~>> url])
  }
}

extension TabsScreen: @MainActor TrackableClass {
  package var trackedProperties: TrackedProperties { Keys.tabCount ~>> urls.count }
}
