import Trackable
import TrackableValuePropositions

/// A player, large or in the corner of the screen. Playing a video is a session of the value proposition.
@MainActor
final class Player {
  enum Place: String { case page, pictureInPicture }

  let clip: Clip
  let place: Place
  /// Seconds from the beginning of the clip.
  private(set) var position = 0
  private(set) var isPlaying = false
  private let device: Device
  private var secondsSkipped = 0
  private var wasLoaded = false
  private var session: ValuePropositionSession?

  init(_ clip: Clip, in place: Place, of app: VideoApp) {
    self.clip = clip
    self.place = place
    device = app.device
    link(to: app)
    session = open(WatchingVideo(clip), trigger: .clicked)
  }

  var isAtEnd: Bool { position >= clip.duration }

  func play() {
    if !wasLoaded { load() }
    isPlaying = true
    session?.start(trigger: .clicked)
  }

  func pause(trigger: ValuePropositionTrigger = .clicked) {
    isPlaying = false
    session?.pause(trigger: trigger)
  }

  func seek(to target: Int) {
    track(Events.Player.didSeek, trackedProperties: [Keys.target ~>> target])
    if target > position { secondsSkipped += target - position }
    position = target
    if isAtEnd { complete(trigger: .clicked) }
  }

  /// The user closes the player.
  func close() {
    isPlaying = false
    if session?.status.isEnd == false { session?.cancel(trigger: .clicked) }
  }

  /// A second goes by.
  func tick() {
    guard isPlaying else { return }
    position += 1
    if isAtEnd { complete(trigger: .automatically) }
  }

  /// The app leaves the screen. The session knows by itself.
  func didEnterBackground() {
    if !clip.isAudio { isPlaying = false }
  }

  private func load() {
    let load = startTiming(Events.Player.didLoad)
    device.advance(by: .milliseconds(400))
    load.end()
    wasLoaded = true
  }

  private func complete(trigger: ValuePropositionTrigger) {
    isPlaying = false
    session?.complete(trigger: trigger, attributes: WatchingVideo.Completion(secondsSkipped: secondsSkipped))
  }
}
