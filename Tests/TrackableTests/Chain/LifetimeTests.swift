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

  @Test func `A parent that was never linked leaves nothing behind`() {
    let child = Station("child")
    var parent: Station? = Station("parent")
    child.linkNamed(parent: parent)
    expect(child.trackedNames(), is: ["link child", "computed child", "computed parent"])
    parent = nil
    expect(child.trackedNames(), is: ["link child", "computed child"])
  }

  @Test func `A child may be linked while its grandparent is gone already`() {
    let child = Station("child")
    let parent = Station("parent")
    do {
      let grandparent = Station("grandparent")
      grandparent.linkNamed(parent: nil)
      parent.linkNamed(parent: grandparent)
    }
    child.linkNamed(parent: parent)
    expect(
      child.trackedNames(), is: ["link child", "computed child", "link parent", "computed parent", "link grandparent"])
  }

  @Test func `Linking again replaces properties and trackers; the parent stays unless it is named`() {
    let child = Station("child")
    let parent = Station("parent")
    child.linkNamed(parent: parent)
    child.setupTrackableChain(trackedProperties: ["later" ~>> true])
    expect(child.trackedNames(), is: ["later", "computed child", "computed parent"])
    child.setupTrackableChain()
    expect(child.trackedNames(), is: ["computed child", "computed parent"])
    child.setupTrackableChain(parent: nil)
    expect(child.trackedNames(), is: ["computed child"])
    child.link(to: TrackingContext().appending(["context" ~>> true]))
    child.setupTrackableChain(trackedProperties: ["later" ~>> true])
    expect(child.trackedNames(), is: ["later", "computed child", "context"])
    child.setupTrackableChain(parent: parent)
    expect(child.trackedNames(), is: ["computed child", "computed parent"])
  }

  @Test func `All descendants see a new parent at once`() {
    let old = Station("old")
    let new = Station("new")
    let stations = (0..<6).map { Station("\($0)") }
    for (index, station) in stations.enumerated() {
      station.setupTrackableChain(parent: index == 0 ? old : stations[index - 1])
    }
    // One more line below the second station.
    let branch = Station("branch")
    branch.setupTrackableChain(parent: stations[1])
    #expect((stations + [branch]).allSatisfy { $0.trackedNames().last == "computed old" })
    stations[0].setupTrackableChain(parent: new)
    #expect((stations + [branch]).allSatisfy { $0.trackedNames().last == "computed new" })
    new.setupTrackableChain(parent: old)
    #expect((stations + [branch]).allSatisfy { $0.trackedNames().suffix(2) == ["computed new", "computed old"] })
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
