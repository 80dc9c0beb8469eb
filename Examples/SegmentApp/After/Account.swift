import Trackable

// The module of the account.

@MainActor final class AccountScreen {
  func appear() { track(AccountScreens.account) }

  func signIn(_ user: String, name: String) {
    TrackableSystem.identify(
      user, traits: ["name" ~>> name, "plan" ~>> "free"])
    track(AccountEvents.signedIn) { Keys.method ~>> "email" }
  }

  func upgrade() { TrackableSystem.update(Plan(value: "club")) }

  func join(club: String) {
    TrackableSystem.group(
      club, type: "club", traits: ["city" ~>> "Liverpool"])
  }

  func subscribe(_ isOn: Bool) {
    track(AccountEvents.newsletterToggled) { Keys.on ~>> isOn }
  }

  func signOut() {
    track(AccountEvents.signedOut)
    TrackableSystem.reset()
  }
}

extension AccountScreen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
}

struct Plan: UserProperty {
  let name = "plan"
  let value: String
}
