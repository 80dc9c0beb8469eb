/// The events of a system that have been tracked and wait for actors, for a hub that waits for all of them.
package struct EventsOnTheirWay: Sendable {
  /// Where they are, for those who are told what is left.
  package static let name = "TrackableSystem"

  /// Those of the current system.
  package static var current: EventsOnTheirWay { EventsOnTheirWay(core: .current) }

  let core: SystemCore

  package var count: Int { core.waitingLocations.count }
  /// Returns when those of this moment have gone out.
  package func goOut() async { await core.drain() }
}
