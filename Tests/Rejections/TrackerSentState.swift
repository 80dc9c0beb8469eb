import Trackable

// Code outside cannot report on state that a tracking actor has taken over. This error comes from a pass
// over SIL, as those of the chain do.

final class Session {
  var userID = ""
}

actor Account: AnalyticsEventTracker {
  private var session: Session?

  nonisolated func track(_ event: TrackedEvent) {}
  func adopt(_ session: sending Session) { self.session = session }
}

func signIn(_ account: Account) async {
  let session = Session()
  // expected-error@+2 {{sending 'session' risks causing data races}}
  // expected-note@+1 {{'session' used after being passed as a 'sending' parameter}}
  await account.adopt(session)
  // expected-note@+1 {{access can happen concurrently}}
  account.identify(session.userID)
}
