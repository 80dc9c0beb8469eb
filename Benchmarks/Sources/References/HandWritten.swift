import CBlackHole
import Cases

/// The typical event written by hand: the code has a reference to everything, and spells out every name.
package final class HandWritten {
  /// The simplest possible value that is not an `Any`.
  package enum Value {
    case string(String)
    case int(Int)
    case bool(Bool)

    @inline(__always) var weight: Int {
      switch self {
      case .string(let value): value.utf8.count
      case .int(let value): value
      case .bool(let value): value ? 1 : 2
      }
    }
  }

  package typealias Pairs = [(String, Value)]

  private let chain: AlbumChain
  private var kept: Pairs = []

  package init(_ chain: AlbumChain) { self.chain = chain }

  /// Sends it as `[String: Any]`, which is what vendors' calls take.
  package func sendDictionary() {
    receive("Cases.AlbumEvent.rated", makeDictionary(chain, userLikesAlbum: chain.userLikesAlbum))
  }

  /// Sends it as a flat array of names and typed values, which the receiver keeps.
  package func sendArray() {
    receive("Cases.AlbumEvent.rated", makeArray(chain, userLikesAlbum: chain.userLikesAlbum))
  }

  /// The same with `count` properties whose values are numbers.
  package func sendDictionary(count: Int) {
    receive("Cases.AlbumEvent.rated", makeDictionary(count))
  }

  /// The same with `count` properties whose values are numbers.
  package func sendArray(count: Int) {
    receive("Cases.AlbumEvent.rated", makeArray(count))
  }

  // The functions that make and receive events are not inlined. An event crosses a module boundary on its way to a
  // vendor, so no compiler sees both sides. Otherwise the dictionary and the array would be built at compile time, or
  // not at all.

  @inline(never) private func makeDictionary(_ chain: AlbumChain, userLikesAlbum: Bool) -> [String: Any] {
    [
      "Cases.AlbumKeys.userLikesAlbum": userLikesAlbum,
      "Cases.AlbumKeys.previousVC": chain.previousVC,
      "Cases.AlbumKeys.albumName": chain.album.name,
      "Cases.AlbumKeys.albumYear": chain.album.year,
      "Cases.AlbumKeys.isRemastered": chain.album.isRemastered,
      "Cases.AlbumKeys.appVersion": chain.appVersion,
    ]
  }

  @inline(never) private func makeArray(_ chain: AlbumChain, userLikesAlbum: Bool) -> Pairs {
    [
      ("Cases.AlbumKeys.userLikesAlbum", .bool(userLikesAlbum)),
      ("Cases.AlbumKeys.previousVC", .string(chain.previousVC)),
      ("Cases.AlbumKeys.albumName", .string(chain.album.name)),
      ("Cases.AlbumKeys.albumYear", .int(chain.album.year)),
      ("Cases.AlbumKeys.isRemastered", .bool(chain.album.isRemastered)),
      ("Cases.AlbumKeys.appVersion", .string(chain.appVersion)),
    ]
  }

  @inline(never) private func makeDictionary(_ count: Int) -> [String: Any] {
    var properties: [String: Any] = [:]
    for index in 0..<count { properties[Self.names[index]] = index &+ chain.album.year }
    return properties
  }

  @inline(never) private func makeArray(_ count: Int) -> Pairs {
    var properties: Pairs = []
    properties.reserveCapacity(count)
    for index in 0..<count { properties.append((Self.names[index], .int(index &+ chain.album.year))) }
    return properties
  }

  @inline(never) private func receive(_ name: String, _ properties: [String: Any]) {
    var sum = name.utf8.count
    for (key, value) in properties {
      sum &+= key.utf8.count
      switch value {
      case let value as String: sum &+= value.utf8.count
      case let value as Int: sum &+= value
      case let value as Bool: sum &+= value ? 1 : 2
      default: sum &+= 3
      }
    }
    black_hole_note(Int64(sum))
  }

  @inline(never) private func receive(_ name: String, _ properties: Pairs) {
    kept = properties
    var sum = name.utf8.count
    for (key, value) in kept { sum &+= key.utf8.count &+ value.weight }
    black_hole_note(Int64(sum))
  }

  static let names = ManyKeys.all.map(\.name)
}
