import Foundation

/// 100,000 events from 4 processes: 2 share a folder with 2 others, two are killed in the middle, and the server is
/// stopped twice.
@MainActor struct Check {
  private static let writers = 4
  private static let count = 25_000

  let server: ClickHouse
  let table: String

  private func log(_ writer: Int) -> URL { server.root.appending(path: "\(writer).log") }

  private func noted(_ writer: Int) -> [Substring] { Child.lines(of: log(writer)).filter { $0.hasPrefix("+") } }

  private func start(_ writer: Int) -> Program {
    Program(
      Bundle.main.executablePath ?? CommandLine.arguments[0],
      [
        "send", server.url.absoluteString, server.root.appending(path: "folder-\(writer % 2)").path, log(writer).path,
        "\(writer)", "\(Self.count)",
      ])
  }

  /// Returns when this many were noted by all together.
  private func wait(for count: Int) async {
    for _ in 0..<3_000 {
      if (0..<Self.writers).reduce(0, { $0 + noted($1).count }) >= count { return }
      try? await Task.sleep(for: .milliseconds(20))
    }
    fail("No process stores anything from here on.")
  }

  private func kill(_ program: Program) async {
    program.signal(SIGKILL)
    await program.wait()
  }

  func run() async {
    await server.start(table: table)
    say("ClickHouse \(await server.query("SELECT version()"))")
    for writer in 0..<Self.writers { _ = FileManager.default.createFile(atPath: log(writer).path, contents: nil) }

    let total = Self.writers * Self.count
    let beginning = ContinuousClock.now
    func progress(_ text: String) { say("\(beginning.duration(to: .now)): \(text)") }
    var children = (0..<Self.writers).map(start)
    await wait(for: total / 8)
    await server.stop()
    progress("the server is stopped")
    await kill(children[0])
    children[0] = start(0)
    progress("a process is killed, and started again")
    await wait(for: total * 3 / 8)
    await server.start()
    progress("the server is started")
    await wait(for: total * 4 / 8)
    await kill(children[1])
    children[1] = start(1)
    progress("another process is killed, and started again")
    await wait(for: total * 5 / 8)
    await server.stop()
    progress("the server is stopped")
    await server.start()
    progress("the server is started")
    for child in children { await child.wait() }
    let duration = beginning.duration(to: .now)
    for (writer, child) in children.enumerated() {
      check(child.status == 0, "process \(writer) has sent everything")
    }
    await judge(total, duration)
    await server.remove()
  }

  private func judge(_ total: Int, _ duration: Duration) async {
    let noted = (0..<Self.writers).flatMap(noted).map { String($0.dropFirst()) }
    let ids = Set(noted)
    check(ids.count == noted.count, "nothing was stored under one id twice")
    check(ids.count >= total, "every process has stored \(Self.count) events")
    let rows = await server.query("SELECT count(), uniqExact(id) FROM events FINAL").split(separator: "\t").compactMap {
      Int($0)
    }
    check(rows.count == 2 && rows[0] == rows[1], "each id is there once: \(rows)")
    let sent = await server.query("SELECT count() FROM events")
    let arrived = Set(
      await server.query("SELECT toString(id) FROM events FINAL").split(separator: "\n").map { $0.lowercased() })
    check(ids.isSubset(of: arrived), "every accepted id arrived; \(ids.subtracting(arrived).count) did not")
    // The records that a killed process had stored and not noted: a batch each.
    let extra = arrived.subtracting(ids).count
    check(extra <= 2 * 500, "nothing arrived that no process had: \(extra)")

    let ledgers = (0..<Self.writers).compactMap { writer in
      Child.lines(of: log(writer)).last { $0.hasPrefix("= ") }?.split(separator: " ").compactMap { Int($0) }
    }
    check(ledgers.count == Self.writers, "every process has a ledger")
    var figures = [Int](repeating: 0, count: 5)
    for (writer, ledger) in ledgers.enumerated() {
      check(ledger.count == 5, "a ledger has five figures")
      let balance = ledger[0] + ledger[1] - ledger[2...].reduce(0, +)
      check(balance == 0, "the ledger of process \(writer) is balanced")
      for (index, figure) in ledger.enumerated() { figures[index] += figure }
    }
    check(figures[3...].allSatisfy { $0 == 0 }, "nothing is dropped or left: \(figures)")
    // The rest was delivered by those that were killed, before they were.
    let others = arrived.count - figures[2]
    say(
      """
      \(ids.count) events stored by \(Self.writers) processes in \(duration); 2 were killed, the server was stopped twice.
      Rows: \(sent) sent, \(arrived.count) different, each once after deduplication; \(extra) had been stored but not noted.
      Ledgers of those that ended: accepted \(figures[0]), adopted \(figures[1]), delivered \(figures[2]). \
      Delivered by those that were killed: \(others).
      """)
    check(figures[0] + figures[1] == figures[2], "each accepted or adopted record was delivered")
    check(others >= 0, "no more was delivered than is there")
  }
}
