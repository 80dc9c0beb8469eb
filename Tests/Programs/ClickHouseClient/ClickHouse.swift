import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A ClickHouse server on this machine, with a folder and a port of its own.
@MainActor final class ClickHouse {
  /// Where it keeps everything.
  let root = FileManager.default.temporaryDirectory.appending(path: "trackable-clickhouse-\(UUID().uuidString)")
  let url: URL
  private let program: String
  private var process: Program?

  /// - Parameter program: The path of `clickhouse-server`.
  init(_ program: String) {
    self.program = program
    // Below the ports that systems give to outgoing connections: one of these could have it when the server is started again.
    let port = Int.random(in: 20_000..<30_000)
    guard let url = URL(string: "http://127.0.0.1:\(port)") else { fail("There is no port \(port).") }
    self.url = url
    let config = """
      <yandex>
        <logger><level>warning</level><log>\(root.path)/log</log><errorlog>\(root.path)/errors</errorlog></logger>
        <listen_host>127.0.0.1</listen_host>
        <http_port>\(port)</http_port>
        <path>\(root.path)/data/</path>
        <tmp_path>\(root.path)/tmp/</tmp_path>
        <users_config>users.xml</users_config>
        <default_profile>default</default_profile>
        <default_database>default</default_database>
        <mark_cache_size>100000000</mark_cache_size>
      </yandex>
      """
    let users = """
      <yandex>
        <profiles><default></default></profiles>
        <users><default>
          <password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
        </default></users>
        <quotas><default></default></quotas>
      </yandex>
      """
    do {
      for folder in ["data", "tmp"] {
        try FileManager.default.createDirectory(at: root.appending(path: folder), withIntermediateDirectories: true)
      }
      try Data(config.utf8).write(to: root.appending(path: "config.xml"))
      try Data(users.utf8).write(to: root.appending(path: "users.xml"))
    } catch {
      fail("No folder for the server: \(error)")
    }
  }

  /// Starts it, and makes the table that a file defines.
  func start(table: String) async {
    guard let definition = try? String(contentsOfFile: table, encoding: .utf8) else { fail("There is no \(table).") }
    await start()
    _ = await query(definition)
  }

  func start() async {
    process = Program(program, ["--config-file=\(root.path)/config.xml"], isSilent: true)
    for _ in 0..<300 {
      if (try? await answer(to: "SELECT 1")) == "1" { return }
      try? await Task.sleep(for: .milliseconds(100))
    }
    let errors = String(decoding: (try? Data(contentsOf: root.appending(path: "errors"))) ?? Data(), as: UTF8.self)
    fail("ClickHouse does not answer. \(errors.suffix(2_000))")
  }

  func stop() async {
    guard let process else { return }
    process.signal(SIGTERM)
    // It may wait for connections without a user.
    await process.wait(atMost: .seconds(5))
    process.signal(SIGKILL)
    await process.wait()
    self.process = nil
  }

  /// Stops it, and deletes everything.
  func remove() async {
    await stop()
    try? FileManager.default.removeItem(at: root)
  }

  /// Its answer to a query.
  func query(_ query: String) async -> String {
    do { return try await answer(to: query) } catch { fail("ClickHouse does not answer '\(query)': \(error)") }
  }

  private func answer(to query: String) async throws -> String {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = Data(query.utf8)
    let (data, response) = try await URLSession.shared.data(for: request)
    let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { fail("ClickHouse refuses '\(query)': \(text)") }
    return text
  }
}
