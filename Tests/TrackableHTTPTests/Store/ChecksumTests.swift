import Testing
@testable import TrackableHTTP
