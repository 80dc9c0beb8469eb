import Trackable

/// All events. Features add theirs here too, in an extension.
public enum Events: Sendable {
  /// What happens to the app.
  public enum App: String, Event {
    case opened
    case linkFollowed
  }

  /// What happens to the account.
  public enum User: String, Event {
    case signedIn
    case signedOut
  }

  /// What happens to experiments.
  public enum Experiment: String, Event {
    case exposed
  }
}
