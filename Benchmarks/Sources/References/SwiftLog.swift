import CBlackHole
import Cases
import Logging

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The typical event as a log message with six metadata values: three from a provider, two of the logger, one of the
/// call. It is written as swift-log's documentation recommends: the provider reads a task-local value, and values that
/// are made for the message are interpolated.
package final class SwiftLog {
  private let chain: AlbumChain
  private let logger: Logger
  private let many: Logger

  package init(_ chain: AlbumChain) {
    self.chain = chain
    var handler = CountingHandler()
    handler.metadataProvider = Logger.MetadataProvider { ProvidedAlbum.current?.metadata() ?? [:] }
    handler.metadata = [
      "Cases.AlbumKeys.previousVC": "\(chain.previousVC)", "Cases.AlbumKeys.appVersion": "\(chain.appVersion)",
    ]
    let made = handler
    logger = Logger(label: "album", factory: { _ in made })
    many = Logger(label: "many", factory: { _ in CountingHandler() })
  }

  /// Runs `operation` in a scope where the provider finds the album.
  package func withProvider<Result>(_ operation: () -> Result) -> Result {
    let album = ProvidedAlbum(
      name: chain.album.name, year: chain.album.year, isRemastered: chain.album.isRemastered)
    return ProvidedAlbum.$current.withValue(album, operation: operation)
  }

  @inline(never) package func send() {
    logger.info(
      "Cases.AlbumEvent.rated", metadata: ["Cases.AlbumKeys.userLikesAlbum": "\(chain.userLikesAlbum)"])
  }

  /// The same with `count` values, all given with the call.
  @inline(never) package func send(count: Int) {
    many.info("Cases.AlbumEvent.rated", metadata: metadata(count))
  }

  private func metadata(_ count: Int) -> Logger.Metadata {
    var metadata: Logger.Metadata = [:]
    for index in 0..<count { metadata[HandWritten.names[index]] = "\(index &+ chain.album.year)" }
    return metadata
  }
}

private struct ProvidedAlbum: Sendable {
  @TaskLocal static var current: ProvidedAlbum?

  let name: String
  let year: Int
  let isRemastered: Bool

  @inline(never) func metadata() -> Logger.Metadata {
    [
      "Cases.AlbumKeys.albumName": "\(name)", "Cases.AlbumKeys.albumYear": "\(year)",
      "Cases.AlbumKeys.isRemastered": "\(isRemastered)",
    ]
  }
}

/// Merges the metadata and reads the clock, as swift-log's own handler does and as our events do. Then it reads the
/// message and every key and value once.
private struct CountingHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var merged = metadata
    if let provided = metadataProvider?.get(), !provided.isEmpty { merged.merge(provided) { $1 } }
    if let explicit = event.metadata, !explicit.isEmpty { merged.merge(explicit) { $1 } }
    var sum = event.message.description.utf8.count
    for (key, value) in merged { sum &+= key.utf8.count &+ value.description.utf8.count }
    black_hole_note(Int64(sum) &+ Int64(Date().timeIntervalSinceReferenceDate))
  }
}
