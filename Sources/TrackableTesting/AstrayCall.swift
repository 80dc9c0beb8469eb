import Trackable

/// A call that may have left a recording, because it reached the process's system while the recording ran; with the
/// location in the code that has made the call. No recording knows which test made the call.
struct AstrayCall: Sendable {
  let call: TrackerCall
  let location: CodeLocation

  /// The cause and the remedy, as sentences.
  var note: String {
    "It was tracked outside of the recording (\(location)). Code that hops to a queue or a detached task leaves it: "
      + "hand it 'recorder', or run it in 'recorder.run'."
  }
}
