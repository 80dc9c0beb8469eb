import Testing

@testable import Trackable

/// The table compared with a dictionary.
@Suite struct AddressTableTests {
  private final class Value: Sendable {}

  /// Addresses that are looked for first in one of a few slots, on both sides of the end of a table with 1,024 slots.
  private static let colliding: [UInt] = {
    let all = (1...).lazy.map { (number: UInt) in number * 16 }
    return Array(all.filter { [1_022, 1_023, 0].contains(AddressHash.of($0) &>> 32 & 1_023) }.prefix(600))
  }()

  @Test(arguments: [0, 1, 2, 3])
  func `It finds what a dictionary finds, after any operations, also where addresses collide`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pool = seed % 2 == 0 ? Self.colliding : (1...600).map { UInt($0) * 16 }
    var table = AddressTable<Value>()
    var model: [UInt: Value] = [:]
    var differences = 0
    for round in 0..<12 {
      // It fills up, and is emptied again.
      let percent = round % 2 == 0 ? 80 : 20
      for _ in 0..<1_500 {
        let address = pool[generator.below(pool.count)]
        let hash = AddressHash.of(address)
        if generator.chance(percent) {
          let value = Value()
          var replaced: Value? = value
          table.exchange(&replaced, at: address, hash: hash)
          if replaced !== model.updateValue(value, forKey: address) { differences += 1 }
        } else if table.remove(at: address, hash: hash) !== model.removeValue(forKey: address) {
          differences += 1
        }
        if table.value(at: address, hash: hash) !== model[address] || table.count != model.count { differences += 1 }
        // Seven eighths full at most, and an eighth at least.
        if table.count * 8 > table.capacity * 7 || table.capacity > 8 && table.count * 8 < table.capacity {
          differences += 1
        }
      }
      for address in pool where table.value(at: address, hash: AddressHash.of(address)) !== model[address] {
        differences += 1
      }
    }
    #expect(differences == 0)
  }

  @Test func `It keeps what is in it, and nothing else`() {
    weak var removed: Value?
    weak var kept: Value?
    do {
      var table = AddressTable<Value>()
      do {
        var values: [Value?] = (1..<100).map { _ in Value() }
        (removed, kept) = (values[0], values[1])
        // It grows a few times.
        for index in values.indices {
          let address = UInt(index + 1) * 16
          table.exchange(&values[index], at: address, hash: AddressHash.of(address))
        }
      }
      #expect(removed != nil)
      _ = table.remove(at: 16, hash: AddressHash.of(16))
      #expect(removed == nil)
      #expect(kept != nil)
      let count = table.count
      #expect(count == 98)
    }
    #expect(kept == nil)
  }

  @Test func `An address that was never inserted has no value, also in a table that never had any`() {
    var table = AddressTable<Value>()
    let found = table.value(at: 16, hash: AddressHash.of(16))
    let removed = table.remove(at: 16, hash: AddressHash.of(16))
    #expect(found == nil && removed == nil)
  }
}
