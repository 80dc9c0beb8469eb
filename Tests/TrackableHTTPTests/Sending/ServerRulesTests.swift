import Foundation
import Testing
import TrackableHub

@testable import TrackableHTTP

/// Where a key may go.
@Suite struct ServerRulesTests {
  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test(arguments: [
    ("http://api.example", HTTPDestinationError.notSecure("api.example")),
    ("http://localhost.evil.example", .notSecure("localhost.evil.example")),
    ("http://127.0.0.1.evil.example", .notSecure("127.0.0.1.evil.example")),
    ("http://10.0.0.1", .notSecure("10.0.0.1")),
    ("ftp://api.example", .notSecure("api.example")), ("http://a%0Ab.example", .notSecure("a%0Ab.example")),
    ("file:///tmp/x", .noServer),
    ("https://user:pa55@api.example", .credentialsInURL("api.example")),
    ("http://localhost@evil.example", .credentialsInURL("evil.example")), ("/v1", .noServer),
  ])
  func `Anything else is refused, and says what to do`(_ text: String, _ wanted: HTTPDestinationError) throws {
    let format = ServiceFormat.segment(writeKey: "key-of-mine", at: WireServer(try url(text)))
    let error = #expect(throws: HTTPDestinationError.self) { try HTTPSender(format) }
    #expect(error == wanted)
    #expect(error?.description.contains("To fix this") == true)
    #expect(error?.description.contains("pa55") == false)
  }

  @Test(arguments: [
    ("api.example", "https://api.example"), ("api.example:8443", "https://api.example:8443"),
    ("api.example/v1", "https://api.example/v1"), ("https://api.example", "https://api.example"),
    ("http://localhost:8123/?a=b", "http://localhost:8123/?a=b"), ("[::1]:4318", "https://[::1]:4318"),
    ("http://127.0.0.1", "http://127.0.0.1"), ("http://[::1]:8123", "http://[::1]:8123"),
    ("HTTP://LOCALHOST", "HTTP://LOCALHOST"),
  ])
  func `A server is fine if the connection is protected or stays on this machine`(_ text: String, _ url: String) {
    #expect(WireServer(text).url.absoluteString == url)
    #expect(ServerRules.problem(with: WireServer(text).url) == nil)
  }

  @Test(arguments: [
    "bad host", "", "https:/x", "/v1", "https://", "a:b:c", "https://us er:pa55@a.example",
    "https://us er:p/a?55@a.example", "file:///tmp/x",
  ])
  func `A text that names none is refused, and the error repeats nothing of it`(_ text: String) {
    let format = ServiceFormat.segment(writeKey: "key-of-mine", at: WireServer(text))
    let error = #expect(throws: HTTPDestinationError.self) { try HTTPSender(format) }
    #expect(
      error?.description
        == "The format's URL names no server. To fix this, give it one like https://server.example.")
  }

  #if canImport(FoundationNetworking)
    @Test(arguments: [
      (["http_proxy": "http://p"], true), (["http_proxy": ""], false), ([:], false),
      (["HTTP_PROXY": "http://p"], false),
      (["all_proxy": "p"], true), (["ALL_PROXY": "p", "NO_PROXY": "example, localhost"], false),
      (["http_proxy": "p", "no_proxy": "*,x"], true), (["http_proxy": "p", "no_proxy": "x,*"], true),
      (["http_proxy": "p", "no_proxy": " *"], true), (["http_proxy": "p", "no_proxy": "x localhost"], false),
      (["http_proxy": "p", "no_proxy": "*"], false), (["http_proxy": "p", "no_proxy": "127.0.0.1"], true),
    ])
    func `A request to this machine goes to no proxy`(_ environment: [String: String], _ isRefused: Bool) throws {
      let local = try url("http://localhost:8123/x")
      let problem = Result { try ServerRules.checkProxy(of: local) { environment[$0] } }
      if case .failure = problem { #expect(isRefused) } else { #expect(!isRefused) }
      // A protected connection may.
      #expect(throws: Never.self) { try ServerRules.checkProxy(of: url("https://localhost")) { environment[$0] } }
    }
  #endif
}
