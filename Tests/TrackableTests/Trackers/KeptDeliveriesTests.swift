import TestSupport
import Testing

@testable import Trackable

/// What is kept for later, against a list, on random sequences of what may happen meanwhile.
@Suite struct KeptDeliveriesTests {
  private struct Noted: AnalyticsEvent { let name: String }

  private enum Kind: String, CaseIterable { case event, report, identify, reset, purge }

  /// A delivery, as the model sees it.
  private struct Item: Equatable {
    let kind: Kind
    let number: Int

    var isChange: Bool { kind == .identify || kind == .reset || kind == .purge }
    var tellsUser: Bool { kind == .identify || kind == .reset }

    /// Whether nobody needs it once the other has come.
    func isNeedless(before other: Item) -> Bool {
      kind == .identify && (other.kind == .identify || other.kind == .reset)
        || kind == other.kind && (kind == .reset || kind == .purge)
    }

    var kept: KeptDelivery {
      let delivery: Delivery =
        switch kind {
        case .event: .track(TrackedEvent(Noted(name: "\(number)")))
        case .report: .report(Sample.Failure(description: "\(number)"), CodeLocation())
        case .identify: .identify("\(number)", traits: [])
        case .reset: .reset
        case .purge: .purge
        }
      return KeptDelivery(delivery)
    }
  }

  private static func text(_ delivery: Delivery) -> String {
    switch delivery {
    case .track(let event): "event \(event.name)"
    case .report(let error, _): "report \(error)"
    case .identify(let user, _): "identify \(user)"
    case .reset: "reset"
    case .purge: "purge"
    case .update: "update"
    }
  }

  private static func text(_ item: Item) -> String {
    item.kind == .reset || item.kind == .purge ? item.kind.rawValue : "\(item.kind.rawValue) \(item.number)"
  }

  @Test(arguments: 0..<200) func `It is a list whose changes of the user are not overtaken`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var kept = KeptDeliveries()
    // What waits, what is replayed before it, and what is just being made.
    var (waiting, replayed, made) = ([Item](), [Item](), Item?.none)
    let kinds: [Kind] = seed.isMultiple(of: 2) ? Kind.allCases : [.event, .event, .report, .event, .identify]
    for number in 0..<200 {
      let item = Item(kind: kinds.randomElement(using: &generator)!, number: number)
      switch generator.below(40) {
      case 0:
        let removed = kept.removeAll().map { Self.text($0.delivery) }
        #expect(removed.sorted() == (replayed + waiting).map(Self.text).sorted())
        (replayed, waiting) = ([], [])
      case 1:
        #expect(kept.removeAllButUser().map { Self.text($0.delivery) } == (replayed + waiting).map(Self.text))
        (replayed, waiting) = ([], (replayed + waiting).filter(\.tellsUser))
      case 2..<8 where item.isChange:
        kept.removeLast(replacedBy: item.kept.delivery)
        let others = waiting.prefix(1 + (waiting.lastIndex { !$0.isChange } ?? -1))
        var rest = Array(waiting.dropFirst(others.count))
        while let index = rest.indices.first(where: { index in
          ([item] + rest[(index + 1)...]).contains { rest[index].isNeedless(before: $0) }
        }) { rest.remove(at: index) }
        waiting = others + rest
      case 8..<24:
        kept.endLast()
        made = nil
        #expect(kept.beginsReplay == replayed.isEmpty)
        if replayed.isEmpty { (replayed, waiting) = (waiting, []) }
        if !replayed.isEmpty { made = replayed.removeFirst() }
        #expect(kept.popFirst().map { Self.text($0.delivery) } == made.map(Self.text))
      case 24:
        kept.endLast()
        made = nil
      default:
        kept.append(item.kept)
        waiting.append(item)
      }
      let isFree = !(replayed + waiting + (made.map { [$0] } ?? [])).contains(where: \.isChange)
      #expect(kept.mayBeOvertaken(byChange: false) == isFree)
      #expect(!kept.mayBeOvertaken(byChange: true))
      #expect(kept.isEmpty == (replayed + waiting).isEmpty)
      #expect(kept.waitingCount == waiting.count)
    }
  }
}
