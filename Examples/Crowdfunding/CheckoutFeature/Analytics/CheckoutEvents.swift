import CrowdfundingCore
import Trackable

extension Events {
  /// What happens to pledges. Until version 2 this was called `Backing`, in an app of one module, and dashboards still
  /// know it by that name.
  public enum Pledge: String, Event, PinnedPath {
    /// The path of old.
    public static let pinnedPath = "Crowdfunding.Events.Backing"

    case methodChosen
    case submitted
    case succeeded
    case receiptWritten
    case shared
  }

  /// What happens to recommended projects.
  public enum Recommendation: String, Event {
    case tapped
  }
}

extension Keys {
  /// The properties of a pledge. They belong to the backed project.
  enum Pledge: String, EntityKey {
    static let identifyingKey = Keys.Project.pid

    case method
    case shipping

    /// Where a reward goes.
    enum Address: String, Key {
      case country
    }

    /// More than the country only those get who ask for it.
    enum PrivateAddress: String, SensitiveKey {
      case city
    }
  }
}
