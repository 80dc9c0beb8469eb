import Foundation

/// Decides to which servers the library may send a key.
enum ServerRules {
  /// Whether a request to a URL is encrypted, or stays on this machine.
  static func isProtected(_ url: URL) -> Bool {
    switch scheme(of: url) {
    case "https": true
    case "http": ["localhost", "127.0.0.1", "::1"].contains(host(of: url))
    default: false
    }
  }

  /// The reason why the library must not send a request to a URL; `nil` if it may.
  static func problem(with url: URL) -> HTTPDestinationError? {
    // The host is taken as it is written in the URL, because decoded text may contain characters that control a
    // terminal.
    guard let host = url.host(), !host.isEmpty else { return .noServer }
    if url.user() != nil || url.password() != nil { return .credentialsInURL(host) }
    return isProtected(url) ? nil : .notSecure(host)
  }

  /// Throws an error if a request to this machine would go to a proxy, unencrypted and with the key. Foundation on
  /// Linux uses a proxy from the environment even for this machine.
  ///
  /// - Parameter environment: Returns the value of a variable of the environment.
  static func checkProxy(
    of url: URL, environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) throws(HTTPDestinationError) {
    #if canImport(FoundationNetworking)
      guard scheme(of: url) == "http",
        let variable = ["http_proxy", "all_proxy", "ALL_PROXY"].first(where: { environment($0)?.isEmpty == false })
      else { return }
      let exceptions = environment("no_proxy") ?? environment("NO_PROXY") ?? ""
      let hosts = exceptions.lowercased().split { $0 == "," || $0 == " " }
      // An asterisk means all hosts only if it is the whole value.
      if exceptions != "*", !hosts.contains(Substring(host(of: url))) {
        throw .proxied(host(of: url), by: variable)
      }
    #endif
  }

  /// The URL with its scheme in lower case, because Foundation on Linux sends nothing if the scheme has capital
  /// letters.
  static func normalized(_ url: URL) -> URL {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    parts?.scheme = scheme(of: url)
    return parts?.url ?? url
  }

  private static func host(of url: URL) -> String {
    (url.host(percentEncoded: false) ?? "").trimmingCharacters(in: ["[", "]"]).lowercased()
  }

  private static func scheme(of url: URL) -> String? { url.scheme?.lowercased() }
}
