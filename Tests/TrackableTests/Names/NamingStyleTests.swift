import Testing
import Trackable

@Suite struct NamingStyleTests {
  static let path = "Beatles.Events.User.didRateAlbum"

  @Test(arguments: [
    ("Beatles.Events.", "User.didRateAlbum"), ("Beatles.Events", "User.didRateAlbum"),
    ("Beatles.", "Events.User.didRateAlbum"), ("Beatles", "Events.User.didRateAlbum"),
    ("Beatles.Events.User", "didRateAlbum"), ("Beatles.Events.User.did", path), ("", path), (path, path),
    ("Beatles.Eve", path), ("Beatles.Events.User.didRateAlbu", path), ("beatles.", path), ("Events.", path),
    (path + ".", path),
  ]) func `A prefix is dropped where more follows, with the dot behind it`(prefix: String, expected: String) {
    expect(NamingStyle.droppingPrefix(prefix)(Self.path), is: expected)
  }

  @Test(arguments: [
    (path, "Events.User.didRateAlbum"), ("a.b", "b"), ("plan", "plan"), ("", ""), ("a.", "a."), (".b", "b"),
    ("a..b", ".b"),
  ]) func `The style drops the module, under any name`(name: String, expected: String) {
    expect(NamingStyle.droppingModule(name), is: expected)
  }

  @Test(arguments: ["🎉", "___", "...", "."]) func `A name stays as it is if the style would leave nothing`(name: String)
  {
    let nothing = NamingStyle.custom { _ in "" }
    for style in [.snakeCase, .titleCase, nothing, nothing.followed(by: .snakeCase), .snakeCase.followed(by: nothing)] {
      expect(style(name), is: name)
      let recorder = RecordingTracker.plain()
      recorder.renaming(keys: style).track(TrackedEvent(Noted(), properties: [name ~>> 1]))
      expect(recorder.events.map(\.keys), is: [[name]])
    }
    expect(NamingStyle.keepingLast(1)("..."), is: "...")
  }

  @Test func `A prefix is found in any Unicode form`() {
    expect(NamingStyle.droppingPrefix("Caf\u{E9}.")("Cafe\u{301}.visited"), is: "visited")
    expect(NamingStyle.droppingPrefix("Cafe\u{301}.")("Caf\u{E9}.visited"), is: "visited")
  }

  @Test(arguments: [
    (path, "beatles_events_user_did_rate_album"), ("userURLChanged", "user_url_changed"), ("URL", "url"),
    ("parseHTTP", "parse_http"), ("HTTP2Server", "http2_server"), ("album2Title", "album2_title"),
    ("already_snake_case", "already_snake_case"), ("--a--b--", "a_b"), ("aB", "a_b"), ("", ""), ("...", "..."),
    ("ÄrgerÜber.ß", "ärger_über_ß"), ("two words", "two_words"),
  ]) func `Snake case joins words in lower case`(name: String, expected: String) {
    expect(NamingStyle.snakeCase(name), is: expected)
  }

  @Test(arguments: [
    (path, "Beatles Events User Did Rate Album"), ("userURLChanged", "User URL Changed"),
    ("already_snake_case", "Already Snake Case"), ("2ndAlbum", "2nd Album"), ("élan", "Élan"), ("", ""),
  ]) func `Title case capitalizes words`(name: String, expected: String) {
    expect(NamingStyle.titleCase(name), is: expected)
  }

  @Test(arguments: [
    (1, "didRateAlbum"), (2, "User.didRateAlbum"), (4, path), (5, path), (Int.max, path), (0, "didRateAlbum"),
    (Int.min, "didRateAlbum"),
  ]) func `At least one last component is left`(count: Int, expected: String) {
    expect(NamingStyle.keepingLast(count)(Self.path), is: expected)
    expect(NamingStyle.keepingLast(count)("plan"), is: "plan")
  }

  static let styles: [NamingStyle] = [
    .path, .snakeCase, .titleCase, .droppingPrefix("Beatles."), .droppingModule, .keepingLast(2), .keepingLast(1),
    .custom { $0 + "!" }, .custom { String($0.reversed()) },
  ]
  static let names = [path, "", "plan", "userURLChanged", "Beatles.x", "a.b.c", "é.ü"]

  @Test func `Following is associative, and the path is its identity`() {
    for name in Self.names {
      for a in Self.styles {
        expect(NamingStyle.path.followed(by: a)(name), is: a(name))
        expect(a.followed(by: .path)(name), is: a(name))
        for b in Self.styles {
          for c in Self.styles {
            expect(a.followed(by: b).followed(by: c)(name), is: a.followed(by: b.followed(by: c))(name))
          }
        }
      }
    }
  }
}
