import Trackable

/// The properties of events. The service may get some of them: `Analytics` in the app lists which.
package enum Keys: String, Key {
  case tabCount, engine, error
  /// What the user looks at. It is there for the log, and leaves the device in no way.
  case url
}
