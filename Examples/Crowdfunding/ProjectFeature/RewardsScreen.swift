import CrowdfundingCore

/// What backers of a project get.
@MainActor
public final class RewardsScreen: Screen {
  private let rewards: [Reward]
  /// The reward that the user has chosen.
  public private(set) var selected: Reward?

  init(_ rewards: [Reward]) {
    self.rewards = rewards
  }

  /// The user chooses a reward.
  public func select(_ index: Int) {
    selected = rewards[index]
    trackSelected()
  }

  /// The user wants it sent elsewhere.
  public func ship(to country: String) {
    trackShippingChanged(to: country)
  }
}
