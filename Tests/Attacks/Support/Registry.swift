import Trackable

/// Belongs to one actor or one thread alone. Nothing else protects it: an object that ends anywhere else writes into it at the
/// same time as its owner. The registry notes that itself, because the thread sanitizer ignores the work of a `deinit`.
final class Registry {
  /// How many objects ended where they do not belong.
  let strays = Tally()
  private(set) var made = 0
  private(set) var ended = 0
  /// The last few objects that ended. It grows and shrinks, so that a race does not pass unnoticed.
  private var lately: [Int] = []
  /// The thread on which code of the owner runs, if it runs.
  private var thread: ObjectIdentifier?

  /// Runs code of the owner.
  func enter<Result>(_ body: () -> Result) -> Result {
    thread = currentThread()
    defer { thread = nil }
    return body()
  }

  func makePiece() -> Piece {
    made += 1
    return Piece(made, in: self)
  }

  fileprivate func noteEnd(of number: Int) {
    if thread != currentThread() { strays.add() }
    ended += 1
    lately.append(number)
    if lately.count == 100 { lately = [] }
  }

  /// Checks that everything has ended, and ended here.
  func checkEnds(_ owner: String) {
    check(strays.count == 0, "objects of \(owner) end there; \(strays.count) of \(made) did not")
    check(ended == made, "every object of \(owner) ends; \(ended) of \(made) are known to")
  }
}

/// An object that may be used by its owner only, and tells the registry of its owner when it ends.
final class Piece: TrackableClass {
  let number: Int
  private let registry: Registry

  fileprivate init(_ number: Int, in registry: Registry) {
    self.number = number
    self.registry = registry
  }

  var trackedProperties: TrackedProperties { "piece" ~>> number }

  deinit { registry.noteEnd(of: number) }
}

extension Registry {
  /// Links and drops objects. A window of them is alive at a time, of changing width.
  ///
  /// - Parameters:
  ///   - parent: The parent of every third of them.
  ///   - tracks: Whether some of them track.
  func churn(
    _ count: Int, below parent: (any TrackableClass & Sendable)? = nil, tracks: Bool = false,
    isolation: isolated (any Actor)? = #isolation
  ) {
    let widths = [1, 700, 8, 100, 1_500]
    var left = count
    var round = 0
    while left > 0 {
      var window: [Piece?] = Array(repeating: nil, count: widths[round % widths.count])
      round += 1
      enter {
        for step in 0..<min(left, 4 * window.count) {
          let piece = makePiece()
          link(piece, step % 3 == 0 ? parent : nil, isolation)
          if tracks, step % 16 == 0 { track(piece, isolation) }
          window[step % window.count] = piece
        }
        left -= min(left, 4 * window.count)
        window = []
      }
    }
  }

  private func link(_ piece: Piece, _ parent: (any TrackableClass & Sendable)?, _ isolation: isolated (any Actor)?) {
    if let parent {
      piece.setupTrackableChain(trackedProperties: ["link" ~>> piece.number], parent: parent)
    } else {
      piece.setupTrackableChain(trackedProperties: ["link" ~>> piece.number])
    }
  }

  private func track(_ piece: Piece, _ isolation: isolated (any Actor)?) { piece.track(Numbered(piece.number)) }
}
