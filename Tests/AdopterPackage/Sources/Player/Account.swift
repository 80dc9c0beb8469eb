import Trackable

public struct Account: Sendable {
  public struct WrongPassword: Error, Equatable {
    public init() {}
  }

  public init() {}

  public func logIn(_ name: String, password: String) {
    if password.isEmpty { return TrackableSystem.tracker.report(WrongPassword()) }
    TrackableSystem.identify(name, traits: [Keys.plan ~>> "premium"])
    Volume(value: 11).update()
  }

  public func logOut() { TrackableSystem.reset() }
}
