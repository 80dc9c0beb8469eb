import Foundation
import Trackable

/// A service that takes one request for each event, with everything in its address.
struct Pings: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {
    var address = URLComponents()
    address.path = "/ping/" + event.name
    let properties = event.properties.dictionary.sorted { $0.key < $1.key }
    if !properties.isEmpty {
      address.queryItems = properties.map { URLQueryItem(name: $0.key, value: "\($0.value)") }
    }
    print("GET \(address.string ?? address.path)")
  }
}
