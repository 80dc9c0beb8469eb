import Testing

@Suite struct ContributingTests {
  @Test func `The way of an event leads through functions that exist, in the folders it names`() throws {
    let page = try Repository.text(".github/CONTRIBUTING.md")
    let steps = page.matches(of: #/(?m)^(\w+) +(\d+)  (?:(\w+)\.)?(\w+) /#)
    #expect(steps.map { Int($0.2) } == Array(1...12))
    for step in steps {
      let declared = try Repository.paths(in: ["Sources/Trackable/\(step.1)"], endingIn: ".swift")
        .map(Repository.text)
        .contains { text in
          // A function of a type stands in a declaration or an extension of it.
          let isOfType = step.3.map { text.contains(" \($0) ") || text.contains(" \($0):") } ?? true
          return isOfType && (text.contains("func \(step.4)(") || text.contains("func \(step.4)<"))
        }
      #expect(declared, "step \(String(step.2)), \(String(step.4))")
    }
  }
}
