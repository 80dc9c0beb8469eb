/// A tracker that delivers later and counts its calls, so that the page of an `Inspector` can show the figures.
package protocol AccountedTracker: AnalyticsEventTracker, AnyObject {
  /// The figures as text.
  var figuresText: String { get }
}
