import Cases
import References

/// Nanoseconds on a machine that does nothing else.
///
/// That is the best of many rounds, unless the machine was slow in all of them. So the array by hand is timed in the
/// same rounds. If its best round takes longer than on an undisturbed machine of ours, all figures are scaled down by
/// the ratio. On a faster machine they are left as they are.
struct Yardstick {
  /// Nanoseconds for the array by hand: Linux, x86-64, nothing else running.
  private static let arrayByHand = 85.0

  /// For each contender.
  let nanoseconds: [Double]

  init(_ contenders: [() -> Void], batch: Int = 1) {
    let hand = HandWritten(AlbumChain.typical())
    let turns = Interleaved(contenders + [{ hand.sendArray() }], rounds: 101, duration: 500_000)
    let slowness = max(1, turns.minimum(contenders.count) / Self.arrayByHand)
    nanoseconds = contenders.indices.map { turns.minimum($0) / Double(batch) / slowness }
  }
}
