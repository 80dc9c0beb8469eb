import Foundation
import TestSupport
import Testing
import Trackable

private enum ErrorKeys: String, Key { case error }
private enum UploadError: Error { case late, refused(String) }
private struct Pinned: Error, PinnedPath {
  static let pinnedPath = "Old.Failure"
}
private enum Worded: String, Error { case late }
private struct Own: Error, TrackedValueConvertible {
  var trackedValue: TrackedValue? { "own" }
}

@Suite struct ErrorPropertiesTests {
  private func value(_ error: any Error) -> TrackedProperties? {
    if case .properties(let properties) = (ErrorKeys.error ~>> error).value { properties } else { nil }
  }

  @Test func `An error is its domain and its code, nested`() {
    let error = NSError(domain: "Shop", code: 42, userInfo: [NSLocalizedDescriptionKey: "secret"])
    expect(value(error), is: ["domain": "Shop", "code": 42])
    expect(value(URLError(.networkConnectionLost)), is: ["domain": "NSURLErrorDomain", "code": -1005])
    expect(value(POSIXError(.ENOENT)), is: ["domain": "NSPOSIXErrorDomain", "code": 2])
    expect(value(CocoaError(.fileNoSuchFile)), is: ["domain": "NSCocoaErrorDomain", "code": 4])
  }

  @Test func `An error of Swift has the path of its type for a domain`() {
    expect(value(UploadError.late)?["domain"], is: "TrackableTests.UploadError")
    expect(value(UploadError.refused("secret"))?["domain"], is: "TrackableTests.UploadError")
    #expect(value(UploadError.refused("a"))?["code"] != value(UploadError.late)?["code"])
    expect(value(UploadError.refused("a")), is: value(UploadError.refused("b")))
    expect(value(CancellationError())?["domain"], is: "Swift.CancellationError")
    expect(value(Pinned())?["domain"], is: "Old.Failure")
  }

  @Test func `Its causes are nested in it, eight errors at most`() {
    var error = CocoaError(.fileNoSuchFile)
    expect(
      value(CocoaError(.fileWriteUnknown, userInfo: [NSUnderlyingErrorKey: error])),
      is: [
        "domain": "NSCocoaErrorDomain", "code": 512,
        "underlying": ["domain": "NSCocoaErrorDomain", "code": 4] as TrackedProperties,
      ])
    for _ in 0..<20 { error = CocoaError(.fileNoSuchFile, userInfo: [NSUnderlyingErrorKey: error]) }
    var (depth, rest) = (0, value(error))
    while let properties = rest {
      depth += 1
      rest = if case .properties(let nested) = properties["underlying"] { nested } else { nil }
    }
    expect(depth, is: 8)
  }

  @Test func `Nothing of a URL, a path, a description or a payload is sent`() throws {
    let url = try #require(URL(string: "https://example.com/secret?token=secret"))
    let cause = CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: "/secret", NSURLErrorKey: url])
    let errors: [any Error] = [
      cause,
      CocoaError(.fileWriteUnknown, userInfo: [NSUnderlyingErrorKey: cause, NSLocalizedDescriptionKey: "secret"]),
      NSError(domain: "d", code: 1, userInfo: ["NSErrorFailingURLStringKey": url.absoluteString]),
      URLError(.badURL, userInfo: [NSURLErrorFailingURLErrorKey: url]), UploadError.refused("secret"),
      Sample.Failure(description: "secret"),
    ]
    for error in errors {
      let property = ErrorKeys.error ~>> error
      #expect(!property.value.json.contains("secret"), "\(property)")
    }
  }

  @Test func `An error with a value of its own is that value, and without an error the property is left out`() {
    expect((ErrorKeys.error ~>> Worded.late).value, is: "late")
    expect((ErrorKeys.error ~>> Own()).value, is: "own")
    let (none, some): ((any Error)?, (any Error)?) = (nil, UploadError.late)
    #expect((ErrorKeys.error ~>> none).isOmitted && !(ErrorKeys.error ~>> some).isOmitted)
  }
}
