/// Plays sessions, each on a phone of its own.
@MainActor
struct SessionPlayer {
  enum Style {
    /// Shows each line before its effect.
    case echo
    /// Shows the possible commands, and waits for one.
    case prompt
    /// Shows nothing.
    case silent
  }

  static let prompt = "beatles> "

  let style: Style

  /// Plays a session to its end and returns the number of its bad lines.
  func play(_ session: Session) -> Int {
    let phone = Phone()
    if style == .echo { print() }
    var lineNumber = 0
    var badLines = 0
    while let line = nextLine(of: session, on: phone) {
      lineNumber += 1
      if style == .echo { echo(line) }
      do throws(BadLine) {
        if let command = try Command.parse(line), let answer = try phone.perform(command) { show(answer) }
      } catch {
        badLines += 1
        Terminal.printError("\(session.name):\(lineNumber): \(error)")
      }
    }
    return badLines
  }

  private func nextLine(of session: Session, on phone: Phone) -> String? {
    guard style == .prompt else { return session.nextLine() }
    // In a file, a line after `terminate` is a mistake worth reporting; at a prompt there is nothing left to ask for.
    if phone.appState == .terminated { return nil }
    print("\n\(phone.screenTitle)")
    for possibility in phone.possibleHere { print("  \(possibility)") }
    print("  " + phone.possibleAnyway.joined(separator: ", "))
    print(Self.prompt, terminator: "")
    Terminal.flush()
    let line = session.nextLine()
    if line == nil { print() }
    return line
  }

  private func echo(_ line: String) {
    let isCommand = line.contains { !$0.isWhitespace } && !line.drop(while: \.isWhitespace).hasPrefix("#")
    print(isCommand ? Self.prompt + line : line)
  }

  /// Where nothing else is shown on standard output, only events go there.
  private func show(_ answer: String) {
    if style == .silent { Terminal.printError(answer) } else { print(answer) }
  }
}
