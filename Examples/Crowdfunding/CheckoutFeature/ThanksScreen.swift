import CrowdfundingCore

/// The last screen of a pledge. It recommends another project.
@MainActor
public final class ThanksScreen: Screen {
  /// The recommended project.
  public let recommendation: Project

  /// Creates the screen.
  public init(recommending recommendation: Project) {
    self.recommendation = recommendation
  }

  /// The user tells friends about the pledge.
  public func share() {
    trackPledgeShared()
  }

  /// The user is interested in the recommended project.
  public func openRecommendation() -> Project {
    trackRecommendationTapped(recommendation)
    return recommendation
  }
}
