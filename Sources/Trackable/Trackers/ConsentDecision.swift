/// What the user has decided for one purpose, and what of it still counts for calls that are made later than they were
/// tracked.
struct ConsentDecision: Sendable {
  private(set) var status: Consent.Status
  /// When it was made.
  private(set) var moment = ConsentMoment.beginning
  /// What was tracked before has been denied, then or later.
  private(set) var deniedUntil = ConsentMoment.beginning
  /// What was tracked before was undecided, then or later.
  private(set) var undecidedUntil = ConsentMoment.beginning

  init(_ status: Consent.Status = .undecided) { self.status = status }

  mutating func change(to new: Consent.Status, at moment: ConsentMoment) {
    if new != status {
      switch status {
      case .undecided: undecidedUntil = moment
      case .granted: break
      case .denied: deniedUntil = moment
      }
    }
    status = new
    self.moment = moment
  }

  /// Whether there was a denial that somebody who knows only an earlier decision does not know of.
  func denies(after known: ConsentDecision) -> Bool {
    known.status != .denied && (status == .denied || deniedUntil > known.moment)
  }

  /// Whether a call goes nowhere because of when it was tracked.
  ///
  /// - Parameter isDroppedUndecided: Whether it goes nowhere if nothing was decided then.
  func refuses(from moment: ConsentMoment, isDroppedUndecided: Bool) -> Bool {
    moment < deniedUntil || isDroppedUndecided && moment < undecidedUntil
  }
}
