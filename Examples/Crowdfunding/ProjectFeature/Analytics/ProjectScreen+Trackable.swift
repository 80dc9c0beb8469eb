import CrowdfundingCore
import Trackable

extension ProjectScreen: ScreenContext {
  /// Project.
  public var screen: Screens { .project }

  /// The project.
  public var screenProperties: TrackedProperties {
    project.trackedProperties
    if isSaved { Keys.Intention.isSaved ~>> true }
  }

  func link(_ rewards: RewardsScreen) {
    rewards.link(to: self)
  }

  func trackVideoPlayed() {
    track(Events.Project.videoPlayed)
  }

  func trackSaved() {
    track(Events.Project.saved)
  }

  func trackShared() {
    track(Events.Project.shared)
  }

  func trackBackPressed() {
    track(Events.Project.backPressed)
  }
}
