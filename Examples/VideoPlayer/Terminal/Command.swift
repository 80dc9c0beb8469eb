/// A line of a script that was understood. Whether it can be carried out now is another question.
enum Command {
  case watch(Clip, Player.Place)
  case play(Player.Place)
  case pause(Player.Place)
  case seek(Int, Player.Place)
  case skip(Player.Place)
  case close(Player.Place)
  case headphones
  case background
  case foreground
  case wait(Int)

  /// Parses a line; blank lines and comments are no commands.
  static func parse(_ line: String) throws(BadLine) -> Command? {
    var words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let verb = words.first, !verb.hasPrefix("#") else { return nil }
    words.removeFirst()
    var place = Player.Place.page
    if words.last == "pip" {
      place = .pictureInPicture
      words.removeLast()
    }
    let argument = words.joined(separator: " ")
    switch verb {
    case "watch":
      guard let clip = Clip.all.first(where: { $0.title.lowercased() == argument.lowercased() }) else {
        let titles = Clip.all.map { "'\($0.title)'" }.joined(separator: ", ")
        throw BadLine("there is no clip '\(argument)'; there are \(titles)")
      }
      return .watch(clip, place)
    case "seek": return .seek(try number(argument, after: verb), place)
    case "wait": return .wait(try number(argument, after: verb))
    case _ where !argument.isEmpty: throw BadLine("'\(verb)' takes nothing after it but 'pip'")
    case "play": return .play(place)
    case "pause": return .pause(place)
    case "skip": return .skip(place)
    case "close": return .close(place)
    case "headphones": return .headphones
    case "background": return .background
    case "foreground": return .foreground
    default:
      throw BadLine(
        "there is no command '\(verb)'; there are watch, play, pause, seek, skip, close, headphones, background, "
          + "foreground and wait")
    }
  }

  private static func number(_ text: String, after verb: String) throws(BadLine) -> Int {
    guard let number = Int(text), (0...86_400).contains(number) else {
      throw BadLine("'\(verb)' needs a number of seconds from 0 to 86400, as in '\(verb) 30'")
    }
    return number
  }
}

/// Why a line of a script cannot be carried out.
struct BadLine: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension VideoApp {
  /// Carries out a command. All but `wait` take a second.
  func perform(_ command: Command) async throws(BadLine) {
    switch command {
    case .foreground where !isInBackground: throw BadLine("the app is in the foreground")
    case .wait, .foreground, .headphones: break
    case _ where isInBackground: throw BadLine("the app is in the background; write 'foreground' first")
    default: break
    }
    switch command {
    case .watch(let clip, let place): watch(clip, in: place)
    case .play(let place):
      let player = try player(place)
      if player.isPlaying { throw BadLine("it is playing") }
      if player.isAtEnd { throw BadLine("it is at the end; write 'watch \(player.clip.title)' to see it again") }
      player.play()
    case .pause(let place):
      let player = try player(place)
      if !player.isPlaying { throw BadLine("it is not playing") }
      player.pause()
    case .seek(let target, let place):
      let player = try player(place)
      try checkPlaying(player)
      player.seek(to: min(target, player.clip.duration))
    case .skip(let place):
      let player = try player(place)
      try checkPlaying(player)
      player.seek(to: player.clip.duration)
    case .close(let place):
      _ = try player(place)
      close(place)
    case .headphones: try player(.page).pause(trigger: .headphones)
    case .background: await background()
    case .foreground: foreground()
    case .wait(let seconds): return wait(seconds: seconds)
    }
    wait(seconds: 1)
  }

  private func player(_ place: Player.Place) throws(BadLine) -> Player {
    if let player = players[place] { return player }
    throw BadLine("nothing is there to play; write 'watch \(Clip.all[0].title)\(place == .page ? "" : " pip")'")
  }

  private func checkPlaying(_ player: Player) throws(BadLine) {
    if !player.isPlaying { throw BadLine("it is not playing") }
  }
}
