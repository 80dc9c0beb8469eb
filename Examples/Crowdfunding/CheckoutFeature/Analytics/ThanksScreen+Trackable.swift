import CrowdfundingCore
import Trackable

extension ThanksScreen: ScreenContext {
  /// Thanks.
  public var screen: Screens { .thanks }

  /// The user is a backer of the project now. Which one is not known here: it comes from the parent.
  public var screenProperties: TrackedProperties {
    Keys.Project.isBacker ~>> true
  }

  func trackPledgeShared() {
    track(Events.Pledge.shared)
  }

  // At the call, since it is true of this one tap: the screen is about the project that was backed.
  func trackRecommendationTapped(_ project: Project) {
    track(Events.Recommendation.tapped, trackedProperties: project.trackedProperties)
  }
}
