import Trackable

/// A call that reached the process's system while a test recorded, and where it was made.
struct AstrayCall: Sendable {
  let call: TrackerCall
  let location: CodeLocation
  /// Whether no other test recorded meanwhile. Of several recordings, none can tell whose call it is.
  let isOurs: Bool

  /// The cause, and the remedy.
  var note: String {
    "It was tracked outside of the recording (\(location)). Code that hops to a queue or a detached task leaves it: "
      + "hand it 'recorder', or run it in 'recorder.run'."
  }
}
