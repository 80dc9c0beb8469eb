import Trackable

/// The keys of all properties that the wallet gives its events. Features may add keys of their own.
public enum Keys: String, Key, CaseIterable {
  case amount
  case currency
  case recipient
  case failureReason
  case redirectHost
  case attempt
  case method
  case isPrivate
  case openedFrom
  case screen
  case balance
}
