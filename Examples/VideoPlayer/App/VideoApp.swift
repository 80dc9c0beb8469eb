import Trackable
import TrackableValuePropositions

/// The app: a player on the page, and perhaps another one in the corner.
@MainActor
final class VideoApp {
  let device: Device
  private(set) var players: [Player.Place: Player] = [:]
  private(set) var isInBackground = false

  init(on device: Device) { self.device = device }

  func watch(_ clip: Clip, in place: Player.Place) {
    close(place)
    players[place] = Player(clip, in: place, of: self)
  }

  func close(_ place: Player.Place) {
    players[place]?.close()
    players[place] = nil
  }

  func background() async {
    isInBackground = true
    for player in players.values { player.didEnterBackground() }
    await TrackableSystem.applicationDidEnterBackground()
  }

  func foreground() {
    isInBackground = false
    TrackableSystem.applicationWillEnterForeground()
  }

  func wait(seconds: Int) {
    for _ in 0..<seconds {
      device.advance(by: .seconds(1))
      players[.page]?.tick()
      players[.pictureInPicture]?.tick()
    }
  }
}
