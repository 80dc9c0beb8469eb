import Trackable

enum Events {
  enum Shopping: String, Event { case didAdd }
}

enum Keys: String, Key { case source, row, recipe, itemCount }
