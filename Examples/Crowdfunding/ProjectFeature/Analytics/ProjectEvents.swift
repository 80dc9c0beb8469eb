import CrowdfundingCore
import Trackable

extension Events {
  /// What happens to projects.
  public enum Project: String, Event {
    case videoPlayed
    case saved
    case shared
    case backPressed
  }

  /// What happens to rewards.
  public enum Reward: String, Event {
    case selected
    case shippingChanged
  }
}

extension Keys {
  /// What the user wants of a project. More keys of the same entity: they identify it by the same key.
  enum Intention: String, EntityKey {
    static let identifyingKey = Keys.Project.pid

    case isSaved
    case country
  }
}
