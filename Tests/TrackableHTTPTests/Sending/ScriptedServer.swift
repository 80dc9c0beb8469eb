import Foundation
import TestSupport
import Trackable

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An HTTP server on this machine that answers as a script says, also as no server should.
final class ScriptedServer: Sendable {
  /// A request as it arrived.
  struct Request: Sendable {
    let method: String
    let path: String
    let headers: [String: String]
    let body: Data
  }

  typealias Script = @Sendable (_ number: Int, _ request: Request) -> Answer

  /// Its answer to a request.
  enum Answer: Sendable {
    case respond(Int, headers: [String: String] = [:], body: String = "")
    /// Says that more comes than does, and ends.
    case half
    /// Ends without a word.
    case close
    /// Ends the connection as if it had crashed.
    case reset
    /// Never answers.
    case stall
    /// An answer that does not end as long as the client reads it.
    case endless
  }

  private struct State {
    var requests: [Request] = []
    var connections: [Int32] = []
    var isClosed = false
    var endlessOnesLeft = 0
  }

  private let state = Lock(State())
  private let listener: Int32
  let port: UInt16
  private let script: Script
  /// It answers a request whose body is to have more bytes before it has read that, and ends.
  private let maximumBody: Int

  var url: URL { URL(string: "http://127.0.0.1:\(port)") ?? URL(filePath: "/") }

  /// - Parameter script: The answer to a request, by how many came before it.
  init(maximumBody: Int = .max, _ script: @escaping Script) throws {
    self.script = script
    self.maximumBody = maximumBody
    #if canImport(Darwin) || canImport(Musl)
      listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let result = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, address, &size) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    if !result { throw CocoaError(.featureUnsupported) }
    Thread.detachNewThread { [self] in accept() }
  }

  /// How many answers without end the clients have left.
  var endlessOnesLeft: Int { state.withLock { $0.endlessOnesLeft } }

  /// What arrived so far.
  var requests: [Request] { state.withLock { $0.requests } }

  /// Waits until `count` requests have arrived.
  func requests(_ count: Int) async { await until { requests.count >= count } }

  /// Ends everything that is open.
  func close() {
    let wasClosed = state.withLock { state in
      defer { state.isClosed = true }
      // Under the lock, so that none of them is another connection by then.
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
      return state.isClosed
    }
    if !wasClosed { shutdown(listener, Int32(SHUT_RDWR)) }
    // Not closed while a thread accepts: its number could be another file's by then.
  }

  private func accept() {
    while true {
      let connection = acceptConnection(of: listener)
      let isOpen = state.withLock { state in
        if connection >= 0 { state.connections.append(connection) }
        return !state.isClosed
      }
      guard connection >= 0, isOpen else { return closeDescriptor(listener) }
      Thread.detachNewThread { [self] in serve(connection) }
    }
  }

  private func serve(_ connection: Int32) {
    var buffer = Data()
    while let request = read(from: connection, &buffer) {
      let number = state.withLock { state in
        state.requests.append(request)
        return state.requests.count - 1
      }
      switch script(number, request) {
      case .respond(let status, let headers, let body):
        var text = "HTTP/1.1 \(status) Scripted\r\nContent-Length: \(body.utf8.count)\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        write(text + "\r\n" + body, to: connection)
      case .half:
        write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", to: connection)
        return end(connection)
      case .close: return end(connection)
      case .reset:
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        return end(connection, abruptly: true)
      // Until the other side, or `close()`, ends it.
      case .stall: break
      case .endless:
        write("HTTP/1.1 200 OK\r\n\r\n", to: connection)
        while write(String(repeating: "x", count: 65_536), to: connection) {}
        state.withLock { $0.endlessOnesLeft += 1 }
        return end(connection)
      }
    }
    end(connection)
  }

  private func end(_ connection: Int32, abruptly: Bool = false) {
    state.withLock { state in
      state.connections.removeAll { $0 == connection }
      if !abruptly { shutdown(connection, Int32(SHUT_RDWR)) }
      closeDescriptor(connection)
    }
  }

  /// Returns whether the other side has taken it.
  @discardableResult
  private func write(_ text: String, to connection: Int32) -> Bool {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(connection, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Self.flags)
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  #if canImport(Darwin)
    private static let flags: Int32 = 0
  #else
    /// A client that went away is no signal.
    private static let flags = Int32(MSG_NOSIGNAL)
  #endif

  private func read(from connection: Int32, _ buffer: inout Data) -> Request? {
    while true {
      if let end = buffer.range(of: Data("\r\n\r\n".utf8)) {
        let lines = String(decoding: buffer[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
          let parts = line.split(separator: ":", maxSplits: 1)
          if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        if length > maximumBody {
          write("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", to: connection)
          shutdown(connection, Int32(SHUT_WR))
          // Otherwise the system says that the connection broke, which may overtake the answer.
          var rest = [UInt8](repeating: 0, count: 65_536)
          while recv(connection, &rest, rest.count, 0) > 0 {}
          return nil
        }
        if headers["expect"] != nil, buffer.count == end.upperBound - buffer.startIndex {
          write("HTTP/1.1 100 Continue\r\n\r\n", to: connection)
        }
        if buffer.endIndex - end.upperBound >= length {
          let body = Data(buffer[end.upperBound..<end.upperBound + length])
          buffer = Data(buffer[(end.upperBound + length)...])
          let words = lines.first?.split(separator: " ").map(String.init) ?? []
          return Request(method: words.first ?? "", path: words.dropFirst().first ?? "", headers: headers, body: body)
        }
      }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = recv(connection, &chunk, chunk.count, 0)
      if count <= 0 { return nil }
      buffer.append(contentsOf: chunk[..<count])
    }
  }
}

// Outside of the class, whose methods have the names of the system's.
private func acceptConnection(of listener: Int32) -> Int32 { accept(listener, nil, nil) }
private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
