import CrowdfundingCore
import Trackable

extension Events {
  /// What users do to find projects.
  public enum Discovery: String, Event {
    case searched
    case sorted
  }

  /// What happens to cards.
  public enum Card: String, Event {
    case seen
    case tapped
  }
}

extension Keys {
  /// How projects are found.
  enum Discovery: String, Key {
    case order
    case results
  }

  /// Where a card stands.
  enum Card: String, Key {
    case row
    case badge
  }
}
