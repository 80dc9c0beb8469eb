import BrowserCore
public import Trackable

public enum TabEvent: String, Event, CaseIterable { case opened, closed }

/// All tabs.
@MainActor public final class TabsScreen {
  private var urls: [String] = []

  public init() {}

  public func open(_ url: String) {
    urls.append(url)
    track(TabEvent.opened, trackedProperties: [Keys.url ~>> url])
  }

  public func closeLast() {
    guard let url = urls.popLast() else { return }
    track(TabEvent.closed, trackedProperties: [Keys.url ~>> url])
  }
}

extension TabsScreen: @MainActor TrackableClass {
  public var trackedProperties: TrackedProperties { Keys.tabCount ~>> urls.count }
}
