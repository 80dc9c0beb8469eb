/// A tracker that delivers later and counts its calls, so that the page of an `Inspector` can show the numbers of its
/// calls.
package protocol AccountedTracker: AnalyticsEventTracker, AnyObject {
  /// The numbers of the calls as text.
  var figuresText: String { get }
}
