import Trackable

package struct Account: Sendable {
  package struct WrongPassword: Error, Equatable {
    package init() {}
  }

  package init() {}

  package func logIn(_ name: String, password: String) {
    if password.isEmpty { return TrackableSystem.report(WrongPassword()) }
    TrackableSystem.identify(name, traits: [Keys.plan ~>> "premium"])
    Volume(value: 11).update()
  }

  package func logOut() { TrackableSystem.reset() }
}
