/// A company's own collector, which takes lists of rows.
struct Collector: Sendable {
  let answer: @Sendable ([String]) -> Int

  /// Sends rows, and answers the status.
  func post(_ rows: [String]) async throws -> Int { answer(rows) }
}
