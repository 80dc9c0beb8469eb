import Trackable

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
  account.identify(session.userID)
  await account.adopt(session)
}
