import Trackable
import TrackableHTTP
import TrackableHub

// A small app with the core, the hub, and a destination that sends to one service: its binary shows their size. Nobody runs
// it, because it would send.

enum Events { enum User: String, Event { case didRateAlbum } }

@main struct HubAndHTTP {
  static func main() throws {
    let hub = TrackerHub([try HTTPDestination(.segment(writeKey: "k"))])
    TrackableSystem.bootstrap(hub)
    hub.start()
    TrackableSystem.track(Events.User.didRateAlbum)
  }
}
