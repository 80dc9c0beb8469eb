import Trackable

/// A call that reached the process's system during a recording, and the place in the code that made it.
struct AstrayCall: Sendable {
  let call: TrackerCall
  let location: CodeLocation
  /// Whether the call belongs to this recording for sure, because no other test recorded meanwhile.
  let isOurs: Bool

  /// The cause and the remedy, as sentences.
  var note: String {
    "It was tracked outside of the recording (\(location)). Code that hops to a queue or a detached task leaves it: "
      + "hand it 'recorder', or run it in 'recorder.run'."
  }
}
