import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time of day for timestamps: the computer's, unless the current task has another one, as in a test.
enum CurrentTime {
  typealias Source = @Sendable () -> Date

  @inline(__always)
  static var date: Date { wasEverSet.load(ordering: .relaxed) ? source?() ?? Date() : Date() }

  static func with<Result>(_ source: Source?, _ operation: () throws -> Result) rethrows -> Result {
    if source != nil { wasEverSet.store(true, ordering: .relaxed) }
    return try $source.withValue(source, operation: operation)
  }

  static func with<Result>(
    _ source: Source?, isolation: isolated (any Actor)?, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    if source != nil { wasEverSet.store(true, ordering: .relaxed) }
    return try await $source.withValue(source, operation: operation, isolation: isolation)
  }

  @TaskLocal private static var source: Source?
  private static let wasEverSet = Atomic(false)
}
