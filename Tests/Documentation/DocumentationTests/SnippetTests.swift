import Testing

// Every piece of Swift in the documentation is compiled. It stands, word for word, in a file that CI compiles: in a file of
// this folder that is named after the page, or after the first of its pages, where it is run too, or in a test, an example, or an
// app of Tests/Adopter. Snippets for SwiftUI stand in SwiftUIDeclarations beside it, and those that must not compile in Tests/Rejections, where the compiler
// refuses them. Other text (a manifest with gaps, output) has no `swift` at its fence, and in a doc comment `text`.

@Suite struct SnippetTests {
  private static let compiled: CompiledText = {
    let texts = Repository.compiled.compactMap { path in (try? Repository.text(path)).map { (path, $0) } }
    return CompiledText(Dictionary(uniqueKeysWithValues: texts))
  }()

  @Test(arguments: Repository.pages)
  func `Every snippet of a page is compiled`(page: String) throws {
    expectCompiled(Snippet.all(inPage: page, text: try Repository.text(page)))
  }

  private func expectCompiled(_ snippets: [Snippet]) {
    for snippet in snippets {
      guard Self.compiled.folders(with: snippet).isEmpty else { continue }
      let part = Self.compiled.missingPart(of: snippet)
      Issue.record(
        """
        \(snippet.file):\(snippet.line): no file that CI compiles has this snippet\(part == nil ? " in full" : ". Missing is"):
        \((part ?? snippet.lines).joined(separator: "\n"))
        """)
    }
  }

  @Test(arguments: Repository.modules)
  func `Every snippet of a doc comment is compiled`(module: String) throws {
    let files = Repository.paths(in: ["Sources/\(module)"], endingIn: ".swift")
    let snippets = try files.flatMap { Snippet.all(inDocCommentsOf: $0, text: try Repository.text($0)) }
    #expect(!snippets.isEmpty)
    expectCompiled(snippets)
  }

  @Test func `There are pages, snippets and files to look at`() throws {
    let snippets = try Repository.pages.flatMap { Snippet.all(inPage: $0, text: try Repository.text($0)) }
    #expect(Repository.pages.count > 20 && snippets.count > 50 && Repository.compiled.count > 300)
    #expect(Repository.modules.count == 10)
  }

  @Test(arguments: [
    ("compiled as it is", "let a = 1\nprint(a)", true),
    ("indented, aligned, and with an empty line", "  let a = 1\n\n    print(a)", true),
    ("parts of the top level, apart", "print(b)\n\nlet a = 1", true),
    ("another name", "let c = 1", false),
    ("the end of a line", "a = 1", false),
    ("lines that do not follow one another", "let a = 1\nprint(b)", false),
    ("a part that is missing", "let a = 1\n\nlet c = 1", false),
    ("parts in two folders", "let a = 1\n\nlet elsewhere = 1", false),
    ("a line of a comment", "commented()", false),
  ])
  func `A snippet is looked for line by line`(what: String, code: String, isFound: Bool) {
    let compiled = CompiledText([
      "Tests/A/A.swift": "func f() {\n  let a = 1\n  // commented()\n  let a =  1\n  print(a)\n  print(b)\n}",
      "Tests/B/B.swift": "let elsewhere = 1",
    ])
    let snippet = Snippet.all(inPage: "Page.md", text: "Text\n```swift\n\(code)\n```\n")
    #expect(snippet.count == 1 && snippet.allSatisfy { !compiled.folders(with: $0).isEmpty } == isFound, "\(what)")
  }

  @Test func `Only fences that name Swift are Swift`() {
    let page = "```sh\nls\n```\n```swift\nlet a = 1\n```\n```\noutput\n```\n"
    #expect(Snippet.all(inPage: "Page.md", text: page).map(\.lines) == [["let a = 1"]])
    let code = "/// Summary\n///\n/// ```\n/// let a = 1\n/// ```\n/// ```text\n/// no\n/// ```\nlet b = 1\n"
    #expect(Snippet.all(inDocCommentsOf: "B.swift", text: code).map(\.lines) == [["let a = 1"]])
  }
}
