import Cases
import References

/// Nanoseconds where nothing else is in the way.
///
/// The best of many rounds is that, unless the machine was slow in all of them. So the array by hand is timed in the same
/// rounds: where its best round takes longer than it does on an undisturbed machine of ours, figures are scaled by it.
/// A faster machine is taken as it is.
struct Yardstick {
  /// The array by hand: Linux, x86-64, nothing else running.
  private static let arrayByHand = 85.0

  /// By contender.
  let nanoseconds: [Double]

  init(_ contenders: [() -> Void], batch: Int = 1) {
    let hand = HandWritten(AlbumChain.typical())
    let turns = Interleaved(contenders + [{ hand.sendArray() }], rounds: 101, duration: 500_000)
    let slowness = max(1, turns.minimum(contenders.count) / Self.arrayByHand)
    nanoseconds = contenders.indices.map { turns.minimum($0) / Double(batch) / slowness }
  }
}
