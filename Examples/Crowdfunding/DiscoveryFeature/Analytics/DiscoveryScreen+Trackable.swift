import CrowdfundingCore
import Trackable

extension DiscoveryScreen: ScreenContext {
  /// Discovery.
  public var screen: Screens { .discovery }

  /// The order in which projects are shown.
  public var screenProperties: TrackedProperties {
    Keys.Discovery.order ~>> order
  }

  func linkCell() {
    cell.link(to: self)
  }

  // Properties are those of the latest call, so nothing is left of the row before; the parent stays.
  func configureCell(row: Int, isFeatured: Bool) {
    cell.link {
      Keys.Card.row ~>> row
      Keys.Card.badge ~>> (isFeatured ? "project we love" : nil)
    }
  }

  // The text that the user typed is private.
  func trackSearched(results: Int) {
    track(Events.Discovery.searched, trackedProperties: [Keys.Discovery.results ~>> results])
  }

  func trackSorted() {
    track(Events.Discovery.sorted)
  }
}
