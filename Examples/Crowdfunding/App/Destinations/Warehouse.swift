import Trackable

/// The company's own database, whose columns have short names. It knows nothing of screens: they are events like others.
struct Warehouse: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {
    print(" > Warehouse:  \(event.name)\(event.properties.listed)")
  }
}
