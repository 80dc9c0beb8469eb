import Testing
import Trackable

@Suite struct IdentifierNamesTests {
  @Test(arguments: NamedIdentifiers.keys.indices)
  func `A key is named by its type path and raw value`(index: Int) {
    let (key, expected) = NamedIdentifiers.keys[index]
    expect(key.name, is: expected)
    expect(PropertyKey(key).name, is: expected)
    expect(PropertyKey(key), is: PropertyKey(expected))
  }

  @Test(arguments: NamedIdentifiers.events.indices)
  func `An event is named by its type path`(index: Int) {
    let (event, name, entity) = NamedIdentifiers.events[index]
    expect(event.name, is: name)
    expect(event.entity, is: entity)
  }

  @Test(arguments: NamedIdentifiers.cases.indices)
  func `A case is named by its type path and its name, despite descriptions and mirrors of the enum`(index: Int) {
    let (event, type, name) = NamedIdentifiers.cases[index]
    for _ in 0..<2 {
      expect(event.name, is: "TrackableTests.Cases.\(type).\(name)")
    }
    expect(event.entity, is: type.split(separator: ".").last.map(String.init))
  }

  @Test(arguments: NamedIdentifiers.hiddenCases.indices)
  func `A description that hides the case is never the name: the event has the name of its type`(index: Int) {
    let (event, type) = NamedIdentifiers.hiddenCases[index]
    for _ in 0..<2 { expect(event.name, is: "TrackableTests.Cases.\(type)") }
  }
}
