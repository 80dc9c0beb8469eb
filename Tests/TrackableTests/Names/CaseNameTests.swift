import Testing

@testable import Trackable

@Suite struct CaseNameTests {
  private static func reflected(_ event: some AnalyticsEvent) -> String? { CaseName.reflected(event) }

  @Test func `Without the runtime's function, only what an enum says of itself hides a name`() {
    var hidden: [String] = []
    for (event, type, name) in NamedIdentifiers.cases {
      let reflected = Self.reflected(event)
      if reflected == nil { hidden.append("\(type).\(name)") } else { #expect(reflected == name) }
    }
    #expect(
      hidden == [
        "Described.plain", "DebugDescribed.plain", "Streamed.plain", "Mirrored.plain", "Mirrored.payload",
        "Coded.plain",
      ])
  }

  @Test func `A name that cannot be had is reported once per type`() {
    let observed = RecordingTracker.plain()
    observed.run {
      for _ in 0..<3 { UnavailableNames.reportCases(of: "App.\(#function).First") }
      for _ in 0..<3 { UnavailableNames.reportCases(of: "App.\(#function).Second") }
    }
    #expect(observed.issues.map(\.kind) == [.nameUnavailable, .nameUnavailable])
    // In another system it is the same type.
    let other = RecordingTracker.plain()
    other.run { UnavailableNames.reportCases(of: "App.\(#function).First") }
    #expect(other.issues.isEmpty)
    // What else is wrong with the type is another issue.
    observed.run { UnavailableNames.reportPin("App..First", of: "App.\(#function).First") }
    #expect(observed.issues.map(\.kind).last == .unusablePinnedPath)
    #expect(
      observed.issues[0].message
        == "The cases of App.\(#function).First have no names in this build, so its events go out as "
        + "\"App.\(#function).First\".")
    #expect(observed.issues[0].remedy.hasPrefix("declare 'name' in App.\(#function).First"))
  }

  @Test(arguments: [[], ["App", "$s3App33_7F2AKeysfMf_", "Keys"], ["$s3App4KeysO"]])
  func `A type that the source does not name is noticed`(components: [String]) {
    #expect(!TypePath.areFromSource(components))
  }

  @Test(arguments: [["App", "Keys"], ["App", "a$b"], ["App", "my keys"]])
  func `A type that the source names is not taken for another`(components: [String]) {
    #expect(TypePath.areFromSource(components))
  }
}
