import Foundation
import Trackable
import TrackableHTTP
import TrackableHub

/// A service that takes a `GET` for each event, with everything in its address.
struct PingFormat: WireFormat {
  let url: URL
  /// No more than so many bytes fit into an address.
  let limits = WireLimits(events: 50, bytes: 100_000, eventBytes: 2_000)

  /// The address of an event. It waits on disk, as the app sends it.
  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    guard case .event(let event) = envelope.content else { return nil }
    var address = URLComponents()
    address.path = "/ping/" + event.name
    address.queryItems = event.properties.flattened.map { URLQueryItem(name: $0.key.name, value: "\($0.value)") }
    return address.string.map { Array($0.utf8) }
  }

  func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
    items.enumerated().compactMap { position, item in
      let address = URL(string: String(decoding: item.bytes, as: UTF8.self), relativeTo: url)
      return address.map { WireRequest("GET", to: $0.absoluteURL, items: [position]) }
    }
  }
}
