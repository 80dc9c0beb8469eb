#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The default issue handler. It writes each kind of issue to standard error once for each location and subject.
package final class IssueLog: Sendable {
  private let episodes = Lock(IssueEpisodes())
  private let write: @Sendable (String) -> Void

  package init(write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  package func report(_ issue: TrackableIssue) {
    switch episodes.withLock({ $0.begin(issue, at: issue.location) }) {
    case .known: break
    case .new: write("Trackable: \(issue) (Reported once for this place.)\n")
    case .last: write("Trackable: \(issue.asLast)\n")
    }
  }

  @Sendable static func writeToStandardError(_ text: String) {
    // The C library's `stderr` is a variable that Swift 6 does not let several threads read; descriptor 2 is a number.
    text.utf8CString.withUnsafeBytes { bytes in
      var rest = bytes.dropLast()[...]
      while !rest.isEmpty {
        let written = writeBytes(UnsafeRawBufferPointer(rebasing: rest))
        if written <= 0 { return }
        rest = rest.dropFirst(written)
      }
    }
  }

  private static func writeBytes(_ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(2, bytes.baseAddress, bytes.count)
    #elseif canImport(Glibc)
      Glibc.write(2, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(2, bytes.baseAddress, bytes.count)
    #elseif canImport(Android)
      Android.write(2, bytes.baseAddress, bytes.count)
    #else
      0
    #endif
  }
}
