import Testing
import Trackable

private enum ContextKeys: String, Key { case screen, request, user }

private final class Screen: TrackableClass, @unchecked Sendable {
  var name = "home"
  var trackedProperties: TrackedProperties { ContextKeys.screen ~>> name }
}

private struct Opened: AnalyticsEvent {}

private func texts(_ recorder: RecordingTracker) -> [[String]] {
  recorder.events.map { $0.properties.map { "\($0.key.name.split(separator: ".").last ?? ""): \($0.value)" } }
}

@Suite struct TrackingContextTests {
  private let recorder = RecordingTracker.plain()

  @Test func `A gap at the making of a context is a gap in its events`() {
    let (child, below, issues) = (Station("child"), Station("below"), RecordingTracker.plain())
    func lose() { child.setupTrackableChain(trackedProperties: ["link" ~>> 1], parent: Station("parent")) }
    withSystem(recorder, issues: issues) {
      lose()
      child.track(Opened())
      let context = child.makeTrackingContext()
      context.track(Opened())
      below.link(to: context.appending(["near" ~>> 1]))
      below.track(Opened())
    }
    expect(
      recorder.events.map { $0.unread.map(\.description) }, is: [["Station (1)"], ["Station (2)"], ["Station (4)"]])
    // Once for the name of the event, and once for the context.
    expect(issues.issues.map(\.kind), is: [.ancestorGone, .ancestorGone])
  }

  @Test func `Scopes that were kept replace those of another task`() async {
    let task = RecordingTracker.plain()
    await withSystem(recorder) {
      let kept = withTrackedProperties(["a" ~>> 1, "b" ~>> 1]) { TrackingContext.current }
      withTrackedProperties(["a" ~>> 2, "c" ~>> 2], in: .current.delivering(to: task)) {
        withTrackedProperties(["b" ~>> 3], in: kept) { TrackingContext().track(Opened()) }
      }
      await withTrackedProperties([], in: kept) { await Task { TrackingContext().track(Opened()) }.value }
    }
    expect(texts(recorder), is: [["b: 3", "a: 1"], ["a: 1", "b: 1"]])
    #expect(task.events.isEmpty)
  }

  @Test func `Scopes pass on typed errors and results`() async {
    struct Failed: Error {}
    #expect(throws: Failed.self) { try withTrackedProperties([]) { () throws(Failed) -> Int in throw Failed() } }
    await #expect(throws: Failed.self) {
      try await withTrackedProperties([]) { () async throws(Failed) -> Int in
        await Task.yield()
        throw Failed()
      }
    }
    let value = withTrackedProperties(["a" ~>> 1]) { 5 }
    expect(value, is: 5)
    #expect(TrackingContext.current.explainTracking(of: Opened()).entries.isEmpty)
  }

  @Test func `A tracker is no step between the properties of a context`() {
    let context = TrackingContext().appending(["far" ~>> 1]).delivering(to: recorder).appending(["near" ~>> 1])
      .delivering(alsoTo: recorder)
    let explanation = context.explainTracking(of: Opened())
    expect(explanation.entries.map(\.source.distance), is: [0, 1])
    expect(explanation.entries.map(\.source.rank), is: [3, 5])
  }

  @Test func `A table stays a table with every value`() {
    let explanation = TrackingContext().appending(["a\nb" ~>> "c\r\nd", "k" ~>> 1]).appending(["k" ~>> "x\ny"])
      .explainTracking(of: Opened())
    expect(
      explanation.description,
      is: """
        k       x y   3  context
          over  1     5  context
        a b     c  d  5  context
        """)
  }

  @Test func `An explanation shows the source of each value, and the sources that it overrides`() {
    withSystem(recorder) {
      TrackableSystem.defaultProperties = [ContextKeys.screen ~>> "none"]
      let root = Screen()
      let child = Screen()
      root.name = "root"
      child.setupTrackableChain(trackedProperties: [ContextKeys.request ~>> 1], parent: root)
      let explanation = child.explainTracking(of: Opened(), trackedProperties: [ContextKeys.user ~>> "john"])
      expect(
        explanation.description.split(separator: "\n").map { $0.split(separator: ".", maxSplits: 2).last ?? "" },
        is: [
          "user     john  1  call site",
          "request  1     3  link of Screen",
          "screen   home  4  Screen", "  over                              root  5  Screen (1)",
          "  over                              none  7  defaults",
        ])
    }
    #expect(recorder.events.isEmpty)
  }
}
