import Trackable

/// A tracking call in a hub. The hub creates the object once, and all destinations share the object.
final class HubCall: Sendable {
  let addressed: AddressedCall
  // The kind is stored, because reading the kind from the call would copy the call. The benchmarks of the hub show the
  // difference.
  private let kind: Kind

  private enum Kind { case event, identify, reset, purge, other }

  init(_ addressed: AddressedCall) {
    self.addressed = addressed
    kind =
      switch addressed.call {
      case .track: .event
      case .identify: .identify
      case .reset: .reset
      case .purge: .purge
      case .update, .report: .other
      }
  }

  /// The size in memory, roughly: the content, and the objects around it.
  var bytes: Int { addressed.call.size + 300 }
  var isEvent: Bool { kind == .event }
  var isReset: Bool { kind == .reset }
  var isPurge: Bool { kind == .purge }
  /// Whether the call changes the user: `identify` or `reset`.
  var isSignInOrOut: Bool { kind == .identify || kind == .reset }
  /// Whether the call makes a destination forget the user or the waiting calls: `reset` or `purge`. Destinations accept
  /// such a call in every state.
  var forgets: Bool { isReset || isPurge }
  /// Whether the call stays when the age limit drops waiting calls, or when the queue drops the rest of a batch that
  /// has come back.
  var stays: Bool { isSignInOrOut || isPurge }
}

extension CurrentTime {
  /// The time for a call that carries no time. Read this time outside of every lock, because the clock may be an
  /// adopter's code.
  static var now: Envelope.Time { Envelope.Time(timeIntervalSinceReferenceDate: seconds) }
}
