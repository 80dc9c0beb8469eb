import CrowdfundingCore

/// Projects to discover, as cards. One cell is enough for all of them: it is used again for each row.
@MainActor
public final class DiscoveryScreen: Screen {
  /// The order of the projects.
  public enum Order: String, Sendable {
    case magic, newest
  }

  let cell = ProjectCell()
  private(set) var order = Order.magic
  private let projects: [Project]

  /// Creates the screen.
  public init(_ projects: [Project]) {
    self.projects = projects
    super.init()
    linkCell()
  }

  /// The user searches for something.
  public func search(_ text: String) {
    trackSearched(results: projects.count { $0.name.contains(text) })
  }

  /// The user wants another order.
  public func sort(by order: Order) {
    self.order = order
    trackSorted()
  }

  /// A row comes into sight.
  public func scroll(to row: Int) {
    cell.project = projects[row]
    configureCell(row: row, isFeatured: projects[row].isFeatured)
    cell.trackSeen()
  }

  /// The user taps the card in sight.
  public func tapCard() -> Project? {
    cell.trackTapped()
    return cell.project
  }
}
