import BrowserCore
import Foundation
package import Trackable

package enum SearchEvent: String, Event, CaseIterable { case submitted, failed }

/// The field in which the user types.
@MainActor package final class SearchField {
  package var engine = "duck"

  package init() {}

  package func search(_ term: String, isOnline: Bool = true) {
    let address = "https://\(engine).example/?q=\(term)"
    track(SearchEvent.submitted, trackedProperties: [Keys.url ~>> address])
    do { try load(address, isOnline) } catch {
      // Its domain, its code and its cause: no address.
      track(SearchEvent.failed, trackedProperties: [Keys.error ~>> error])
    }
  }

  private func load(_ address: String, _ isOnline: Bool) throws {
    if !isOnline { throw URLError(.notConnectedToInternet, userInfo: [NSLocalizedDescriptionKey: address]) }
  }
}

extension SearchField: @MainActor TrackableClass {
  package var trackedProperties: TrackedProperties { Keys.engine ~>> engine }
}
