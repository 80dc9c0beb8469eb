import Testing
import Trackable

@Suite struct TrackingContextTests {
  private let recorder = RecordingTracker.plain()

  @Test func `Scopes that were kept replace those of another task`() async {
    let task = RecordingTracker.plain()
    await withSystem(recorder) {
      let kept = withTrackedProperties(["a" ~>> 1, "b" ~>> 1]) { TrackingContext.current }
      withTrackedProperties(["a" ~>> 2, "c" ~>> 2], in: .current.delivering(to: task)) {
        withTrackedProperties(["b" ~>> 3], in: kept) { TrackingContext().track(Noted()) }
      }
      await withTrackedProperties([], in: kept) { await Task { TrackingContext().track(Noted()) }.value }
    }
    let texts = recorder.events.map { event in event.properties.map { "\($0.key.name): \($0.value)" } }
    expect(texts, is: [["b: 3", "a: 1"], ["a: 1", "b: 1"]])
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
    #expect(TrackingContext.current.explainTracking(of: Noted()).entries.isEmpty)
  }

  @Test func `A tracker is no step between the properties of a context`() {
    let context = TrackingContext().appending(["far" ~>> 1]).delivering(to: recorder).appending(["near" ~>> 1])
      .delivering(alsoTo: recorder)
    let explanation = context.explainTracking(of: Noted())
    expect(explanation.entries.map(\.source.distance), is: [0, 1])
    expect(explanation.entries.map(\.source.rank), is: [3, 5])
  }

  @Test func `A table stays a table with every value`() {
    let explanation = TrackingContext().appending(["a\nb" ~>> "c\r\nd", "k" ~>> 1]).appending(["k" ~>> "x\ny"])
      .explainTracking(of: Noted())
    expect(
      explanation.description,
      is: """
        k       x y   3  context
          over  1     5  context
        a b     c  d  5  context
        """)
  }
}
