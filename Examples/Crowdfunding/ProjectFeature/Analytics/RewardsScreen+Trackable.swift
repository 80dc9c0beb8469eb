import CrowdfundingCore
import Trackable

extension RewardsScreen: ScreenContext {
  /// Rewards.
  public var screen: Screens { .rewards }

  /// The chosen reward. The project that it belongs to comes from the parent.
  public var screenProperties: TrackedProperties {
    selected?.trackedProperties
  }

  func trackSelected() {
    track(Events.Reward.selected)
  }

  func trackShippingChanged(to country: String) {
    track(Events.Reward.shippingChanged, trackedProperties: [Keys.Intention.country ~>> country])
  }
}
