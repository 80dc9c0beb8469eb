import Trackable

/// Writes a receipt on any thread. A value has no link to a parent; it takes the context along, which is a value too.
struct ReceiptWriter: Sendable {
  let context: TrackingContext

  @concurrent
  func write() async {
    trackWritten()
  }
}
