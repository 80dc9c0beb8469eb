import Testing

@testable import Trackable

@Suite struct IdentifierStyleTests {
  static let path = "Beatles.Events.User.didRateAlbum"

  @Test func aPathStaysAsItIs() {
    #expect(IdentifierStyle.path(Self.path) == Self.path)
    #expect(IdentifierStyle.path("") == "")
    #expect(IdentifierStyle.path.isPath)
    #expect(!IdentifierStyle.custom { $0 }.isPath)
  }

  @Test(arguments: [
    ("Beatles.Events.", "User.didRateAlbum"),
    ("Beatles.", "Events.User.didRateAlbum"),
    ("", path),
    (path, path),
    ("Beatles.Events.User.didRateAlbu", "m"),
    ("beatles.", path),
    ("Events.", path),
    (path + ".", path),
  ]) func aPrefixIsDroppedWhereMoreFollows(prefix: String, expected: String) {
    #expect(IdentifierStyle.droppingPrefix(prefix)(Self.path) == expected)
  }

  @Test func anEmptyNameHasNoPrefix() {
    #expect(IdentifierStyle.droppingPrefix("")("") == "")
    #expect(IdentifierStyle.droppingPrefix("a")("") == "")
  }

  @Test func aPrefixIsFoundWhateverItsUnicodeForm() {
    #expect(IdentifierStyle.droppingPrefix("Caf\u{E9}.")("Cafe\u{301}.visited") == "visited")
    #expect(IdentifierStyle.droppingPrefix("Cafe\u{301}.")("Caf\u{E9}.visited") == "visited")
  }

  @Test(arguments: [
    (path, "beatles_events_user_did_rate_album"),
    ("userURLChanged", "user_url_changed"),
    ("URL", "url"),
    ("parseHTTP", "parse_http"),
    ("HTTPServer", "http_server"),
    ("album2Title", "album2_title"),
    ("HTTP2Server", "http2_server"),
    ("top10", "top10"),
    ("already_snake_case", "already_snake_case"),
    ("--a--b--", "a_b"),
    ("aB", "a_b"),
    ("A", "a"),
    ("", ""),
    ("...", ""),
    ("ÄrgerÜber.ß", "ärger_über_ß"),
    ("two words", "two_words"),
  ]) func snakeCaseJoinsWordsInLowerCase(name: String, expected: String) {
    #expect(IdentifierStyle.snakeCase(name) == expected)
  }

  @Test(arguments: [
    (path, "Beatles Events User Did Rate Album"),
    ("userURLChanged", "User URL Changed"),
    ("didRateAlbum", "Did Rate Album"),
    ("already_snake_case", "Already Snake Case"),
    ("2ndAlbum", "2nd Album"),
    ("élan", "Élan"),
    ("", ""),
  ]) func titledCapitalizesWords(name: String, expected: String) {
    #expect(IdentifierStyle.titled(name) == expected)
  }

  @Test(arguments: [
    (1, "didRateAlbum"), (2, "User.didRateAlbum"), (4, path), (5, path), (Int.max, path),
    (0, "didRateAlbum"), (-1, "didRateAlbum"), (Int.min, "didRateAlbum"),
  ]) func atLeastOneLastComponentIsLeft(count: Int, expected: String) {
    #expect(IdentifierStyle.lastComponents(count)(Self.path) == expected)
  }

  @Test func aNameWithoutDotsHasOneComponent() {
    #expect(IdentifierStyle.lastComponents(2)("plan") == "plan")
    #expect(IdentifierStyle.lastComponents(1)("") == "")
  }

  @Test func customGetsTheFullPath() {
    #expect(IdentifierStyle.custom { $0.replacing(".", with: "/") }(Self.path) == "Beatles/Events/User/didRateAlbum")
  }

  static let styles: [IdentifierStyle] = [
    .path, .snakeCase, .titled, .droppingPrefix("Beatles."), .lastComponents(2), .lastComponents(1),
    .custom { $0 + "!" }, .custom { String($0.reversed()) },
  ]
  static let names = [path, "", "plan", "userURLChanged", "Beatles.x", "a.b.c", "é.ü"]

  @Test func thenAppliesTheFirstStyleFirst() {
    #expect(IdentifierStyle.droppingPrefix("Beatles.Events.").then(.snakeCase)(Self.path) == "user_did_rate_album")
    #expect(IdentifierStyle.lastComponents(1).then(.titled)(Self.path) == "Did Rate Album")
    #expect(IdentifierStyle.snakeCase.then(.droppingPrefix("Beatles."))("Beatles.x") == "beatles_x")
  }

  @Test func pathIsTheIdentityOfThen() {
    #expect(IdentifierStyle.path.then(.path).isPath)
    for style in Self.styles {
      for name in Self.names {
        #expect(IdentifierStyle.path.then(style)(name) == style(name))
        #expect(style.then(.path)(name) == style(name))
      }
    }
  }

  @Test func thenIsAssociative() {
    for a in Self.styles {
      for b in Self.styles {
        for c in Self.styles {
          for name in Self.names {
            #expect(a.then(b).then(c)(name) == a.then(b.then(c))(name))
          }
        }
      }
    }
  }
}
