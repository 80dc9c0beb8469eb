import Trackable

/// The keys of all properties. Features add theirs here too, in an extension, so all keys have the same path.
public enum Keys: Sendable {
  /// What holds for the whole session.
  public enum Session: String, Key {
    case isLoggedIn
    case experiments
  }

  /// Which experiment it was.
  enum Experiment: String, Key {
    case name
  }

  /// Who the user is.
  public enum User: String, Key {
    case backings
  }

  /// What only those get who ask for it.
  public enum Contact: String, SensitiveKey {
    case mail
  }

  /// Where it happened.
  public enum Context: String, Key {
    case page
    case link
  }

  /// What describes one project. An entity: an event never has the ID of one project and the tags of another.
  public enum Project: String, EntityKey {
    /// The key that tells projects apart.
    public static let identifyingKey = pid

    case pid
    case name
    case tags
    case isBacker
  }

  /// The chosen reward. It belongs to a project, so an event about another project leaves it out.
  public enum Reward: String, EntityKey {
    /// The key that tells projects, not rewards, apart.
    public static let identifyingKey = Project.pid

    case id
    case price
  }
}
