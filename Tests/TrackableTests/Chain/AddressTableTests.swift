import TestSupport
import Testing
import Trackable

@Suite struct AddressTableTests {
  private final class Item {}

  @Test func `A table has what was inserted and not removed, at any size`() {
    for seed in 0..<SearchScale.times(6, long: 200) {
      var generator = SeededGenerator(seed: UInt64(seed))
      let items = (0..<(8 << generator.below(6))).map { _ in Item() }
      var table = AddressTable<Item>()
      var model: [ObjectIdentifier: Item] = [:]
      for step in 0..<600 {
        let item = items[generator.below(items.count)]
        let address = ObjectIdentifier(item)
        // For a while it grows, then it shrinks.
        let grows = generator.chance(step % 300 < 150 ? 80 : 20)
        if model[address] == nil, grows {
          table.insert(item, at: address)
          model[address] = item
        } else if !grows {
          table.remove(at: address)
          model[address] = nil
        }
        expect(table.violatedInvariants(), is: [])
        expect(table.count, is: model.count)
        #expect(table.value(at: address) === model[address], "seed \(seed), step \(step)")
      }
      for item in items { #expect(table.value(at: ObjectIdentifier(item)) === model[ObjectIdentifier(item)]) }
    }
  }
}
