/// A line of a session that was understood. Whether the current screen allows it is another question.
enum Command {
  case select(String)
  case rate(AlbumDetailVC.Button)
  case back
  case background
  case foreground
  case terminate
  case reachability(Device.Reachability)
  case wait(seconds: Int)
  case explain(Explanation)

  /// What to explain.
  enum Explanation: String, CaseIterable {
    /// Where each property comes from, for the event that the visible screen would track.
    case event
    /// The chain of the visible screen.
    case chain
  }
}

extension Command {
  private enum Verb: String, CaseIterable {
    case select, rate, back, background, foreground, terminate, reachability, wait, explain
  }

  /// The longest wait, a day.
  private static let longestWait = 86_400

  /// Parses a line; blank lines and comments are not commands.
  static func parse(_ line: String) throws(BadLine) -> Command? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let first = words.first, !first.hasPrefix("#") else { return nil }
    guard let verb = Verb(rawValue: first.lowercased()) else {
      throw BadLine(
        "there is no command '\(first)'", "the commands are \(alternatives(Verb.allCases.map(\.rawValue), "and"))")
    }
    return try command(verb, withoutQuotes(words.dropFirst().joined(separator: " ")))
  }

  private static func command(_ verb: Verb, _ argument: String) throws(BadLine) -> Command {
    switch verb {
    case .select:
      if argument.isEmpty { throw BadLine("'select' does not say what", "write a name, as in 'select John'") }
      return .select(argument)
    case .rate:
      guard let button = AlbumDetailVC.Button(rawValue: argument.lowercased()) else {
        throw wrongWord(after: verb, argument, choices: AlbumDetailVC.Button.allCases.map(\.rawValue))
      }
      return .rate(button)
    case .reachability:
      guard let status = Device.Reachability(rawValue: argument.lowercased()) else {
        throw wrongWord(after: verb, argument, choices: Device.Reachability.allCases.map(\.rawValue))
      }
      return .reachability(status)
    case .wait:
      guard let seconds = Int(argument), (1...longestWait).contains(seconds) else {
        throw BadLine(
          argument.isEmpty ? "'wait' does not say how long" : "'\(argument)' is no time to wait",
          "write a whole number of seconds from 1 to \(longestWait), as in 'wait 30'")
      }
      return .wait(seconds: seconds)
    case .explain:
      if argument.isEmpty { return .explain(.event) }
      guard let explanation = Explanation(rawValue: argument.lowercased()) else {
        throw wrongWord(after: verb, argument, choices: Explanation.allCases.map(\.rawValue))
      }
      return .explain(explanation)
    case .back: return try alone(verb, argument, .back)
    case .background: return try alone(verb, argument, .background)
    case .foreground: return try alone(verb, argument, .foreground)
    case .terminate: return try alone(verb, argument, .terminate)
    }
  }

  private static func alone(_ verb: Verb, _ argument: String, _ command: Command) throws(BadLine) -> Command {
    if !argument.isEmpty {
      throw BadLine("'\(verb.rawValue)' takes nothing after it", "write '\(verb.rawValue)' alone")
    }
    return command
  }

  private static func wrongWord(after verb: Verb, _ word: String, choices: [String]) -> BadLine {
    BadLine(
      word.isEmpty ? "'\(verb.rawValue)' does not say what" : "'\(verb.rawValue)' does not know '\(word)'",
      "write \(alternatives(choices.map { "'\(verb.rawValue) \($0)'" }, "or"))")
  }

  private static func withoutQuotes(_ text: String) -> String {
    guard text.count >= 2, let quote = text.first, quote == "\"" || quote == "'", text.last == quote else {
      return text
    }
    return String(text.dropFirst().dropLast())
  }

  /// `a, b or c`.
  static func alternatives(_ words: [String], _ conjunction: String) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}
