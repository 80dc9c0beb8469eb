import Foundation

/// Runs a command while there is an empty server, whose URL is the command's last argument.
@MainActor struct Serving {
  let server: ClickHouse
  let command: [String]

  func run() async {
    await server.start()
    let program = Program("/usr/bin/env", command + [server.url.absoluteString])
    await program.wait(atMost: .seconds(600))
    program.signal(SIGKILL)
    await server.remove()
    check(program.status == 0, "\(command.joined(separator: " ")) succeeds")
  }
}
