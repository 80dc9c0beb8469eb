import Trackable

enum Events {
  enum Shopping: String, Event { case didAdd }
  enum Cooking: String, Event { case didFinish }
}

enum Keys: String, Key { case source, row, recipe, step, itemCount }
