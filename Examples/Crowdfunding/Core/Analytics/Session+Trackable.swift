import Trackable

// The root. It is read on every thread that tracks, so the conformance is not isolated and the class is `Sendable`; the
// compiler insists on both.
extension Session: TrackableClass {
  /// What every event carries. Computed for each, so it is never out of date.
  public var trackedProperties: TrackedProperties {
    Keys.Session.isLoggedIn ~>> (user != nil)
    if !variants.isEmpty { Keys.Session.experiments ~>> TrackedProperties(dictionary: variants) }
  }

  func trackSignedIn(_ user: User) {
    // First the user, then the user's properties.
    TrackableSystem.identify(user.id, traits: [Keys.User.backings ~>> user.backings, Keys.Contact.mail ~>> user.mail])
    track(Events.User.signedIn)
  }

  func trackSignedOut() {
    track(Events.User.signedOut)
    TrackableSystem.reset()
  }

  func trackExposed(to experiment: String) {
    track(Events.Experiment.exposed, trackedProperties: [Keys.Experiment.name ~>> experiment])
  }
}
