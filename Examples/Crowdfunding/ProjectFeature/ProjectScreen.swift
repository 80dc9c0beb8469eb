import CrowdfundingCore

/// One project, with everything that may convince you.
@MainActor
public final class ProjectScreen: Screen {
  let project: Project
  private(set) var isSaved = false

  /// Creates the screen.
  public init(_ project: Project) {
    self.project = project
  }

  /// The user plays the video.
  public func playVideo() {
    trackVideoPlayed()
  }

  /// The user wants to be reminded.
  public func save() {
    isSaved = true
    trackSaved()
  }

  /// The user shares the project.
  public func share() {
    trackShared()
  }

  /// The user presses *Back this project*.
  public func openRewards() -> RewardsScreen {
    trackBackPressed()
    let rewards = RewardsScreen(project.rewards)
    link(rewards)
    return rewards
  }
}
