import CBlackHole
import Cases
import Trackable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The least that the typical event costs if ancestors are held weakly: their properties are read from five getters,
/// merged by key into one buffer, stamped with the time, and handed to a sink that reads every name and value once.
///
/// There is no table to look objects up in, no lock, no actor to ask for, no tracker but one. Keys are bare numbers, which
/// are merged with a set of bits.
// Used by one thread at a time.
package final class Floor {
  private typealias Value = HandWritten.Value

  /// A property whose key is the index of its name.
  private struct Property {
    let key: Int
    let value: Value
  }

  private enum Said {
    case none
    case one(Property)
  }

  private class Object {
    let album: Album
    init(_ album: Album) { self.album = album }
    var said: Said { .none }
  }
  private final class Detail: Object {}
  private final class App: Object {}
  private final class List: Object {
    override var said: Said { .one(Property(key: 2, value: .string(album.name))) }
  }
  private final class Shelf: Object {
    override var said: Said { .one(Property(key: 3, value: .int(album.year))) }
  }
  private final class Library: Object {
    override var said: Said { .one(Property(key: 4, value: .bool(album.isRemastered))) }
  }

  private struct Step {
    weak var object: Object?
    /// Whether the object computes properties.
    let computes: Bool
    let link: Said
  }

  private static let names = [
    "Cases.AlbumKeys.userLikesAlbum", "Cases.AlbumKeys.previousVC", "Cases.AlbumKeys.albumName",
    "Cases.AlbumKeys.albumYear", "Cases.AlbumKeys.isRemastered", "Cases.AlbumKeys.appVersion",
  ]

  private let chain: AlbumChain
  private let objects: [Object]
  // As many as objects, initialised until `deinit`: an array would have to be copied from, and weak references with it.
  private let steps: UnsafeMutablePointer<Step>

  package init(_ chain: AlbumChain) {
    self.chain = chain
    let album = chain.album
    objects = [Detail(album), List(album), Shelf(album), Library(album), App(album)]
    steps = .allocate(capacity: objects.count)
    for (index, object) in objects.enumerated() {
      (steps + index).initialize(
        to: Step(
          object: object, computes: !(object is Detail || object is App),
          link: object is Detail
            ? .one(Property(key: 1, value: .string(chain.previousVC)))
            : object is App ? .one(Property(key: 5, value: .string(chain.appVersion))) : .none))
    }
  }

  deinit {
    steps.deinitialize(count: objects.count)
    steps.deallocate()
  }

  /// Loads all five objects.
  @inline(never) package func send() { send(loadsSilentObjects: true) }

  /// Loads the three objects that compute properties.
  @inline(never) package func sendLoadingThree() { send(loadsSilentObjects: false) }

  @inline(__always) private func send(loadsSilentObjects: Bool) {
    let userLikesAlbum = chain.userLikesAlbum
    let merged = [Property](unsafeUninitializedCapacity: 6) { buffer, count in
      var seen = 0
      Self.add(.one(Property(key: 0, value: .bool(userLikesAlbum))), to: buffer, &count, &seen)
      for index in 0..<5 {
        Self.add(steps[index].link, to: buffer, &count, &seen)
        if loadsSilentObjects || steps[index].computes, let object = steps[index].object {
          Self.add(object.said, to: buffer, &count, &seen)
        }
      }
    }
    receive("Cases.AlbumEvent.rated", Date(), merged)
  }

  @inline(__always)
  private static func add(
    _ said: Said, to buffer: UnsafeMutableBufferPointer<Property>, _ count: inout Int, _ seen: inout Int
  ) {
    guard case .one(let property) = said, seen & 1 &<< property.key == 0 else { return }
    seen |= 1 &<< property.key
    buffer.initializeElement(at: count, to: property)
    count += 1
  }

  @inline(never) private func receive(_ name: String, _ timestamp: Date, _ properties: [Property]) {
    var sum = name.utf8.count
    for property in properties { sum &+= Self.names[property.key].utf8.count &+ property.value.weight }
    black_hole_note(Int64(sum) &+ Int64(timestamp.timeIntervalSinceReferenceDate))
  }
}
