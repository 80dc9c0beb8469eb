import TestSupport
import Testing
@testable import Trackable

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
        let (count, capacity) = (model.count, table.capacity)
        #expect(count * 8 <= capacity * 7, "a slot is free")
        #expect(capacity <= 8 || count * 8 >= capacity, "the table is not much too large")
        expect(table.count, is: count)
        let isSound = items.allSatisfy { table.value(at: ObjectIdentifier($0)) === model[ObjectIdentifier($0)] }
        #expect(isSound, "seed \(seed), step \(step)")
      }
    }
  }
}
