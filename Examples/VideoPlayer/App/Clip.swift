/// Something to watch, or to listen to.
struct Clip: Sendable {
  let title: String
  /// Seconds.
  let duration: Int
  let language: String
  /// Whether it goes on while the app is in the background.
  var isAudio = false

  static let all = [
    Clip(title: "Learning Swift", duration: 3_240, language: "English"),
    Clip(title: "Cats", duration: 45, language: "none"),
    Clip(title: "Night Train", duration: 600, language: "German", isAudio: true),
  ]
}
