import Foundation

/// Runs a command while there is an empty server, whose URL is the command's last argument.
@MainActor struct Serving {
  private let root = FileManager.default.temporaryDirectory.appending(path: "trackable-serving-\(UUID().uuidString)")
  private let server: ClickHouse
  private let command: [String]

  init(server: String, command: [String]) {
    self.server = ClickHouse(server, in: root)
    self.command = command
  }

  func run() async {
    await server.start()
    let program = Program("/usr/bin/env", command + [server.url.absoluteString])
    await program.wait(atMost: .seconds(600))
    program.signal(SIGKILL)
    await server.stop()
    try? FileManager.default.removeItem(at: root)
    check(program.status == 0, "\(command.joined(separator: " ")) succeeds")
  }
}
