@preconcurrency import Segment
import Trackable

// The module of the account. Its events are as before; the person changes at both.

@MainActor final class AccountScreen {
  func appear() { Log.screen("Account") }

  func signIn(_ user: String, name: String) {
    Analytics.main.identify(
      userId: user, traits: ["name": name, "plan": "free"])
    TrackableSystem.identify(
      user, traits: ["name" ~>> name, "plan" ~>> "free"])
    Log.event("Signed In", ["method": "email"])
  }

  func upgrade() {
    Analytics.main.identify(traits: ["plan": "club"])
    TrackableSystem.update(Plan(value: "club"))
  }

  func join(club: String) {
    Analytics.main.group(groupId: club, traits: ["city": "Liverpool"])
    TrackableSystem.group(
      club, type: "club", traits: ["city" ~>> "Liverpool"])
  }

  func subscribe(_ isOn: Bool) {
    // Past the wrapper, so without the store.
    Analytics.main.track(
      name: "Newsletter Toggled", properties: ["on": isOn])
  }

  func signOut() {
    Log.event("Signed Out")
    Analytics.main.reset()
    TrackableSystem.reset()
  }
}

struct Plan: UserProperty {
  let name = "plan"
  let value: String
}
