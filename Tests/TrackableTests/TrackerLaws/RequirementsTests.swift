import Testing
import Trackable

/// Every requirement of ``AnalyticsEventTracker`` goes through every combinator: a default that does nothing must not
/// swallow a call on its way.
@Suite struct RequirementsTests {
  @Test(arguments: Combinator.all)
  func `Every combinator has the name of its tracker`(_ combinator: Combinator) {
    expect(combinator.make(CallLog().tracker("leaf")).name, is: combinator.name)
  }

  @Test(arguments: Combinator.all)
  func `The table names the type that forwards`(_ combinator: Combinator) {
    let type = String(describing: type(of: combinator.make(CallLog().tracker("leaf"))))
    expect(String(type.prefix { $0 != "<" }), is: combinator.type)
  }

  @Test func `Every combinator may stand on every other`() async {
    for outer in Combinator.all {
      for inner in Combinator.all {
        let log = CallLog()
        let tracker = outer.make(inner.make(log.tracker("leaf")))
        for requirement in Requirement.allCases { await requirement.send(to: tracker) }
        #expect(log.calls == Requirement.allCases.compactMap(\.arrival), "\(outer) on \(inner)")
      }
    }
  }
}

/// The lists above are complete: what the sources declare is what the tests send.
@Suite struct RequirementsInTheSourcesTests {
  @Test func `Every requirement that is declared is sent`() throws {
    let declared = try TrackerSources.requirements(of: "AnalyticsEventTracker", in: TrackerSources.text())
    expect(declared, is: Set(Requirement.allCases.map(\.rawValue)))
  }

  @Test func `Every type that conforms is a combinator in the table or a destination`() throws {
    let conforming = try TrackerSources.conformers(to: "AnalyticsEventTracker", in: TrackerSources.text())
    expect(conforming, is: Set(Combinator.all.map(\.type) + Combinator.destinations))
  }

  @Test func `Every method that makes a tracker is in the table`() throws {
    let methods = try TrackerSources.combinators(in: TrackerSources.text())
    expect(methods.subtracting(Combinator.all.map(\.description)), is: [])
    #expect(methods.count >= 15)
  }

  @Test func `The reader of the sources finds added requirements, types and methods`() throws {
    let source = """
      /// protocol Old { func gone() }
      public protocol Tracker: Sendable {
        /// Called func often.
        var name: String { get }  // func no()
        func flush(
          within limit: Duration
        ) async throws
        associatedtype Base
        static func make() -> Self
      }
      protocol Wrapping: Tracker { var base: Int { get } }
      struct A<Base: Tracker>: Wrapping {}
      extension B: Equatable, Tracker where C: Tracker {}
      extension Tracker where Self: D {}
      struct E<Base: Tracker> {
        public func allowing<T: Key & Other>(_ type: T.Type, by f: @Sendable (T, Int) -> (Int, Int), _ x: [T]...)
          -> some AnalyticsEventTracker {}
      }
      """
    let text = TrackerSources.withoutComments(source)
    expect(
      try TrackerSources.requirements(of: "Tracker", in: text),
      is: [
        "varname:String{get}", "funcflush(withinlimit:Duration)asyncthrows", "associatedtypeBase",
        "staticfuncmake()->Self",
      ])
    expect(TrackerSources.conformers(to: "Tracker", in: text), is: ["A", "B"])
    expect(TrackerSources.combinators(in: text), is: ["allowing(_:by:_:)"])
  }
}
