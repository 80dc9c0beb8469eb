package import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a service on the web is in an example: a server on this machine that answers every request with 204, and keeps the
/// first line of each.
package final class LocalServer: Sendable {
  package struct Unavailable: Error, CustomStringConvertible {
    package let description = "no server can be started on this machine"
  }

  package let url: URL
  private let lines: AsyncStream<String>
  private let end: AsyncStream<String>.Continuation
  private let listener: Int32

  package init() throws(Unavailable) {
    #if canImport(Darwin) || canImport(Musl)
      listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Invariant: the address is read, and written, as the structure that it is, while it is there.
    let isBound = withUnsafeMutablePointer(to: &address) { [listener] pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isBound, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))") else {
      throw Unavailable()
    }
    self.url = url
    (lines, end) = AsyncStream.makeStream()
    Thread.detachNewThread { [listener, end] in Self.serve(listener, end) }
  }

  /// Ends, and returns the requests.
  package func close() async -> [String] {
    shutdown(listener, Int32(SHUT_RDWR))
    var all: [String] = []
    for await line in lines { all.append(line) }
    return all
  }

  private static func serve(_ listener: Int32, _ lines: AsyncStream<String>.Continuation) {
    while true {
      let connection = accept(listener, nil, nil)
      if connection < 0 { break }
      var request: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 4_096)
      while !String(decoding: request, as: UTF8.self).contains("\r\n\r\n") {
        let count = recv(connection, &chunk, chunk.count, 0)
        if count <= 0 { break }
        request += chunk.prefix(count)
      }
      if let line = String(decoding: request, as: UTF8.self).split(separator: "\r\n").first {
        lines.yield(String(line))
      }
      let answer = Array("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".utf8)
      _ = send(connection, answer, answer.count, 0)
      _ = Foundation.close(connection)
    }
    _ = Foundation.close(listener)
    lines.finish()
  }
}
