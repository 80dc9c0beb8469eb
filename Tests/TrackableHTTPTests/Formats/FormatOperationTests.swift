import Foundation
import Testing
import Trackable
import TrackableHTTP
import TrackableHub

/// What each format makes of operations on user properties, and of groups.
@Suite struct FormatOperationTests {
  private enum Hidden: String, SensitiveKey { case email }

  private static func text(_ format: ServiceFormat, _ content: Envelope.Content, user: String? = "john") -> String? {
    Services.text(format, WireSample.envelope(1, user: user, content))
  }

  /// - Parameter expected: A part of what the format makes of each call, and `nil` where it has no word for it.
  private func expect(
    _ format: ServiceFormat, _ expected: KeyValuePairs<Envelope.Content, String?>,
    at location: SourceLocation = #_sourceLocation
  ) {
    for (content, part) in expected {
      let text = Self.text(format, content)
      #expect(part.map { text?.contains($0) == true } ?? (text == nil), "\(text ?? "")", sourceLocation: location)
    }
  }

  private let once = Envelope.Content.userProperty(name: "label", value: "Apple", operation: .setOnce)
  private let added = Envelope.Content.userProperty(name: "ratings", value: 2, operation: .increment)
  private let unset = Envelope.Content.userProperty(name: "plan", value: .null, operation: .unset)
  private let joined = Envelope.Content.userProperty(
    name: "company", value: "apple", operation: .group(traits: ["plan" ~>> "label", Hidden.email ~>> "j@a.r"]))
  private let alone = Envelope.Content.userProperty(name: "band", value: "beatles", operation: .group())
  private let left = Envelope.Content.userProperty(
    name: "band", value: .null, operation: .group(traits: ["plan" ~>> "label"]))
  private let inOne = Envelope.Content.event(
    Envelope.Event(name: "shared", properties: ["rating" ~>> 5], groups: ["company" ~>> "apple"]))
  private let inTwo = Envelope.Content.event(
    Envelope.Event(name: "shared", properties: [], groups: ["company" ~>> "apple", "band" ~>> "beatles"]))

  @Test func `Segment and RudderStack have a word for groups, and none for a value to add or to set once`() {
    for format in [Services.segment, Services.rudderStack] {
      expect(
        format,
        [
          once: nil, added: nil, left: nil, unset: #""type":"identify""#, unset: #""traits":{"plan":null}"#,
          joined: #""type":"group""#, joined: #""groupId":"apple","traits":{"plan":"label"}"#,
          alone: #""groupId":"beatles","traits":{}"#,
          inOne: #""context":{"library":{"name":"trackable-swift"},"groupId":"apple"}"#,
          // It would not know which one is meant.
          inTwo: #""context":{"library":{"name":"trackable-swift"}}"#,
        ])
    }
  }

  @Test func `Mixpanel has words for all`() {
    let john = #"[{"$token":"key-of-mixpanel","$distinct_id":"john","#
    let apple = #"[{"$token":"key-of-mixpanel","$group_key":"company","$group_id":"apple","#
    expect(
      Services.mixpanel,
      [
        once: #"\#(john)"$set_once":{"label":"Apple"}}]"#, added: #"\#(john)"$add":{"ratings":2}}]"#,
        unset: #"\#(john)"$unset":["plan"]}]"#, joined: #"\#(apple)"$set":{"plan":"label"}}]"#,
        alone: #"\#(john)"$set":{"band":["beatles"]}}]"#, left: #"\#(john)"$unset":["band"]}]"#,
        inTwo: #""company":"apple","band":"beatles","mp_lib""#,
      ])
  }

  @Test func `PostHog has words for all but a value to add`() {
    expect(
      Services.postHog,
      [
        once: #""event":"$set""#, once: #""properties":{"$set_once":{"label":"Apple"},"#,
        added: nil, left: nil, unset: #""event":"$set""#, unset: #""properties":{"$unset":["plan"],"#,
        joined: #""event":"$groupidentify""#,
        joined: #""properties":{"$group_type":"company","$group_key":"apple","$group_set":{"plan":"label"},"#,
        inTwo: #""properties":{"$groups":{"company":"apple","band":"beatles"},"#,
      ])
  }

  @Test func `Amplitude has words for all, and who leaves a group changes nothing of the group`() {
    expect(
      Services.amplitude,
      [
        once: #""event_type":"$identify""#, once: #""user_properties":{"$setOnce":{"label":"Apple"}}"#,
        added: #""event_type":"$identify""#, added: #""user_properties":{"$add":{"ratings":2}}"#,
        unset: #""user_properties":{"$unset":{"plan":"-"}}"#, joined: #""event_type":"$groupidentify""#,
        joined: #""group_properties":{"$set":{"plan":"label"}},"groups":{"company":"apple"}"#,
        alone: #""event_type":"$identify""#,
        alone: #""user_properties":{"$set":{"band":"beatles"}},"groups":{"band":"beatles"}"#,
        left: #""event_type":"$identify""#, left: #""user_properties":{"$unset":{"band":"-"}},"library""#,
        inTwo: #""event_properties":{},"groups":{"company":"apple","band":"beatles"}"#,
      ])
  }

  @Test func `Without a user, PostHog makes a profile only of one who is in a group, which it would drop otherwise`() {
    func text(_ content: Envelope.Content) -> String { Self.text(Services.postHog, content, user: nil) ?? "" }
    let none = #""$process_person_profile":false"#
    let error = Envelope.Content.error(message: "no", location: "here")
    #expect(text(inOne).contains(#""$groups":{"company":"apple"}"#) && !text(inOne).contains("$process_person"))
    #expect(text(.named("opened")).contains(none) && text(error).contains(none))
    #expect(Self.text(Services.postHog, error)?.contains("$process_person") == false)
  }

  @Test func `What an event says of groups hides none of the user's`() {
    func event(_ properties: TrackedProperties) -> Envelope.Content {
      .event(Envelope.Event(name: "shared", properties: properties, groups: ["company" ~>> "apple", "team" ~>> "red"]))
    }
    let traits = Envelope.Content.userProperty(
      name: "traits", value: "apple", operation: .group(traits: ["plan" ~>> "label"]))
    expect(
      Services.clickHouse,
      [
        event(["groups" ~>> 3]): #"{\"groups\":3,\"groups.company\":\"apple\",\"groups.team\":\"red\"}"#,
        // Its own word for the same group goes first.
        event(["groups" ~>> ["team" ~>> "blue"] as TrackedProperties]):
          #"{\"groups.team\":\"blue\",\"groups.company\":\"apple\"}"#,
        traits: #"{\"traits\":\"apple\",\"traits.plan\":\"label\"}"#,
      ])
    expect(
      Services.telemetry, [event(["groups" ~>> 3]): #"{"key":"groups.team","value":{"stringValue":"red"}}"#])
  }

  @Test func `Tables and logs keep each as it was`() {
    expect(
      Services.clickHouse,
      [
        once: #""name":"label","entity":"","type":"set_once""#, once: #""properties":"{\"label\":\"Apple\"}""#,
        added: #""type":"increment""#, added: #"{\"ratings\":2}"#, joined: #""type":"group""#,
        joined: #"{\"company\":\"apple\",\"traits.plan\":\"label\"}"#,
        inOne: #"{\"rating\":5,\"groups.company\":\"apple\"}"#,
      ])
    expect(
      Services.telemetry,
      [
        once: #"{"key":"user_property.operation","value":{"stringValue":"set_once"}}"#,
        added: #"{"key":"user_property.operation","value":{"stringValue":"increment"}}"#,
        added: #"{"key":"ratings","value":{"intValue":"2"}}"#,
        inOne: #"{"key":"groups.company","value":{"stringValue":"apple"}}"#,
      ])
  }

}
