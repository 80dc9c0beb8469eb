import Foundation
import Trackable
import TrackableHTTP
import TrackableHub

/// A counter on the web that takes a `GET` for each event: its name, its ID, and its properties, in the query.
struct PixelFormat: WireFormat {
  let url: URL
  /// No more than so many bytes fit into a query.
  let limits = WireLimits(events: 50, bytes: 100_000, eventBytes: 2_000)

  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    guard case .event(let event) = envelope.content else { return nil }
    var query = URLComponents()
    query.queryItems = [URLQueryItem(name: "event", value: event.name)]
    for property in event.properties.flattened {
      query.queryItems?.append(URLQueryItem(name: property.key.name, value: "\(property.value)"))
    }
    query.queryItems?.append(URLQueryItem(name: "id", value: envelope.id.uuidString))
    return query.percentEncodedQuery.map { Array($0.utf8) }
  }

  func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
    items.enumerated().compactMap { position, item in
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
      parts?.percentEncodedQuery = String(decoding: item.bytes, as: UTF8.self)
      return parts?.url.map { WireRequest("GET", to: $0, items: [position]) }
    }
  }
}
