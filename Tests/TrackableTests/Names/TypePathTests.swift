import Testing

@testable import Trackable

@Suite struct TypePathTests {
  @Test(arguments: [
    ("", ""),
    ("App.Keys", "App.Keys"),
    ("App.(unknown context at $7f8a).Keys", "App.Keys"),
    ("App.(unknown context at $1).(unknown context at $2).Keys", "App.Keys"),
    ("(unknown context at $1).Keys", "Keys"),
    ("App.Box<Swift.Int>.Keys", "App.Box.Keys"),
    ("App.Box<(Swift.Int) -> Swift.String>.Keys", "App.Box.Keys"),
    ("App.Box<(A) -> B<(C) -> D>>.Inner<E>.Keys", "App.Box.Inner.Keys"),
    ("App.Box<Swift.Sequence<Self.Swift.Sequence.Element == Swift.Int>>.Keys", "App.Box.Keys"),
    ("(extension in App):Swift.String.Keys", "Swift.String.Keys"),
    ("(extension in App):Lib.Box<A where A: Swift.Equatable>.Keys", "Lib.Box.Keys"),
    ("(extension in App):Lib.Outer.(extension in App):Inner.Keys", "Lib.Outer.Inner.Keys"),
    ("App.`my keys`", "App.my keys"),
    ("App.`a.b`.Keys", "App.a.b.Keys"),
    ("App.`a<b`.Keys", "App.a<b.Keys"),
    ("App.`(a):->`.Keys", "App.(a):->.Keys"),
    ("App.Box<App.`a>`>.Keys", "App.Box.Keys"),
    ("App.Box<App.`a-`>.Keys", "App.Box.Keys"),
    ("App.Größe.幅", "App.Größe.幅"),
  ]) func `A runtime name loses its noise`(runtimeName: String, path: String) {
    #expect(TypePath.cleaned(runtimeName) == path)
  }

  @Test(arguments: ["<", ">", "(", ")", "`", ":", ".", "-", "->", "))", ">>>", "((<`", "<(>)", "`<`>`", "a:b", "..a.."])
  func `Malformed names do not trap`(name: String) {
    #expect(TypePath.cleaned(name).count <= name.count)
  }

  @Test func `Any string is cleaned without trapping`() {
    var generator = SeededGenerator(seed: 1)
    let alphabet: [Character] = ["<", ">", "(", ")", ".", "-", ":", "`", " ", "a", "B", "é", "🎸"]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...24, using: &generator)
      let name = generator.string(of: alphabet, count: count)
      let path = TypePath.cleaned(name)
      #expect(path.count <= name.count, "\(name)")
      if !name.contains("`") {
        #expect(!path.contains("<") && !path.contains("("), "\(name)")
      }
    }
  }

  @Test func `A name without noise stays as it is`() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<1_000 {
      let components = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        generator.string(of: ["a", "B", "c", "_", "9", "é"], count: 3)
      }
      let name = components.joined(separator: ".")
      #expect(TypePath.cleaned(name) == name)
      #expect(TypePath.cleaned("(extension in \(components[0])):\(name)") == name)
    }
  }
}
