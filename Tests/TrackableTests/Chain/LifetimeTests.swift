import Testing
import Trackable

@Suite struct LifetimeTests {
  @Test func `The chain keeps neither child nor parent alive`() {
    var child: Station? = Station("child")
    var parent: Station? = Station("parent")
    weak let childGone = child
    weak let parentGone = parent
    child?.setupTrackableChain(parent: parent)
    parent = nil
    #expect(parentGone == nil)
    child = nil
    #expect(childGone == nil)
  }

  @Test func `A dead ancestor computes nothing; its link and its ancestors count, in any order of deaths`() {
    let depth = 5
    for order in permutations(of: Array(1...depth)) {
      var stations: [Station?] = (0...depth).map { Station("\($0)") }
      for index in 0..<depth { stations[index]?.linkNamed(parent: stations[index + 1]) }
      stations[depth]?.linkNamed(parent: nil)
      for (step, next) in order.enumerated() {
        stations[next] = nil
        let gone = order[...step]
        let expected = (0...depth).flatMap { index in
          gone.contains(index) ? ["link \(index)"] : ["link \(index)", "computed \(index)"]
        }
        #expect(stations[0]?.trackedNames() == expected, "released in the order \(gone)")
      }
    }
  }
}

extension Station {
  /// Links with one property: the station's name.
  func linkNamed(parent: Station?) {
    setupTrackableChain(trackedProperties: ["link \(name)" ~>> true], parent: parent)
  }
}

private func permutations(of numbers: [Int]) -> [[Int]] {
  if numbers.isEmpty { return [[]] }
  return numbers.flatMap { first in
    permutations(of: numbers.filter { $0 != first }).map { [first] + $0 }
  }
}
