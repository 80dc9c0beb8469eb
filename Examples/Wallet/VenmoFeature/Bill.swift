import Trackable

/// What happens to a bill that friends share. An event without data needs nothing but its name.
public enum Bill: String, Event {
  case split
  case settled

  enum Keys: String, Key {
    case people
    case share
  }
}
