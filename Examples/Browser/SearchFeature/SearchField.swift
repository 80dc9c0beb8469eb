import BrowserCore
import Foundation
public import Trackable

public enum SearchEvent: String, Event, CaseIterable { case submitted, failed }

/// Where the user types what they look for.
@MainActor public final class SearchField {
  public var engine = "duck"

  public init() {}

  public func search(_ term: String, isOnline: Bool = true) {
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
  public var trackedProperties: TrackedProperties { Keys.engine ~>> engine }
}
