import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHTTP
import TrackableHub

/// What each format makes of operations on user properties, and of groups.
@Suite struct FormatOperationTests {
  private enum Hidden: String, SensitiveKey { case email }

  private let segment = ServiceFormat.segment(writeKey: "wk")
  private let rudderStack = ServiceFormat.rudderStack(writeKey: "wk", at: "r.example")
  private let mixpanel = ServiceFormat.mixpanel(token: "tok")
  private let postHog = ServiceFormat.postHog(projectKey: "phc")
  private let amplitude = ServiceFormat.amplitude(key: "ak")
  private let telemetry = ServiceFormat.openTelemetry(at: "otel.example", service: "shop")
  private let clickHouse = ServiceFormat.clickHouse(at: "ch.example")

  private static func text(_ format: any WireFormat, _ content: Envelope.Content) -> String? {
    format.encode(WireSample.envelope(1, content), in: WireSample.context).map { String(decoding: $0, as: UTF8.self) }
  }

  private func expect(
    _ format: any WireFormat, _ content: Envelope.Content, has parts: String?...,
    at location: SourceLocation = #_sourceLocation
  ) {
    let text = Self.text(format, content)
    for part in parts {
      if let part {
        #expect(text?.contains(part) == true, "\(text ?? "nothing")", sourceLocation: location)
      } else {
        #expect(text == nil, sourceLocation: location)
      }
    }
  }

  private let once = Envelope.Content.userProperty(name: "label", value: "Apple", operation: .setOnce)
  private let added = Envelope.Content.userProperty(name: "ratings", value: 2, operation: .increment)
  private let unset = Envelope.Content.userProperty(name: "plan", value: .null, operation: .unset)
  private let joined = Envelope.Content.userProperty(
    name: "company", value: "apple", operation: .group(traits: ["plan" ~>> "label", Hidden.email ~>> "j@a.r"]))
  private let alone = Envelope.Content.userProperty(name: "band", value: "beatles", operation: .group())
  private let left = Envelope.Content.userProperty(name: "band", value: .null, operation: .group())
  private let inOne = Envelope.Content.event(
    Envelope.Event(name: "shared", properties: ["rating" ~>> 5], groups: ["company" ~>> "apple"]))
  private let inTwo = Envelope.Content.event(
    Envelope.Event(name: "shared", properties: [], groups: ["company" ~>> "apple", "band" ~>> "beatles"]))

  @Test func `Segment has a word for groups, and none for a value to add or to set once`() {
    expect(segment, once, has: nil)
    expect(segment, added, has: nil)
    expect(segment, unset, has: #""type":"identify""#, #""traits":{"plan":null}"#)
    expect(segment, joined, has: #""type":"group""#, #""groupId":"apple","traits":{"plan":"label"}"#)
    expect(segment, alone, has: #""groupId":"beatles","traits":{}"#)
    expect(segment, left, has: nil)
    expect(segment, inOne, has: #""context":{"library":{"name":"trackable-swift"},"groupId":"apple"}"#)
    // It would not know which one is meant.
    expect(segment, inTwo, has: #""context":{"library":{"name":"trackable-swift"}}"#)
  }

  @Test func `RudderStack has the words of Segment`() {
    expect(rudderStack, once, has: nil)
    expect(rudderStack, added, has: nil)
    expect(rudderStack, unset, has: #""type":"identify""#, #""traits":{"plan":null}}"#)
    expect(rudderStack, joined, has: #""type":"group""#, #""groupId":"apple","traits":{"plan":"label"}"#)
    expect(rudderStack, left, has: nil)
    expect(rudderStack, inOne, has: #""context":{"library":{"name":"trackable-swift"},"groupId":"apple"}"#)
  }

  @Test func `Mixpanel has words for all`() {
    let john = #"[{"$token":"tok","$distinct_id":"john","#
    expect(mixpanel, once, has: #"\#(john)"$set_once":{"label":"Apple"}}]"#)
    expect(mixpanel, added, has: #"\#(john)"$add":{"ratings":2}}]"#)
    expect(mixpanel, unset, has: #"\#(john)"$unset":["plan"]}]"#)
    expect(
      mixpanel, joined,
      has: #"[{"$token":"tok","$group_key":"company","$group_id":"apple","$set":{"plan":"label"}}]"#)
    expect(mixpanel, alone, has: #"\#(john)"$set":{"band":["beatles"]}}]"#)
    expect(mixpanel, left, has: #"\#(john)"$unset":["band"]}]"#)
    expect(mixpanel, inTwo, has: #""company":"apple","band":"beatles","mp_lib""#)
  }

  @Test func `PostHog has words for all but a value to add`() {
    expect(postHog, once, has: #""event":"$set""#, #""properties":{"$set_once":{"label":"Apple"},"#)
    expect(postHog, added, has: nil)
    expect(postHog, unset, has: #""event":"$set""#, #""properties":{"$unset":["plan"],"#)
    expect(
      postHog, joined, has: #""event":"$groupidentify""#,
      #""properties":{"$group_type":"company","$group_key":"apple","$group_set":{"plan":"label"},"#)
    expect(postHog, left, has: nil)
    expect(postHog, inTwo, has: #""properties":{"$groups":{"company":"apple","band":"beatles"},"#)
  }

  @Test func `Amplitude has words for all`() {
    expect(amplitude, once, has: #""event_type":"$identify""#, #""user_properties":{"$setOnce":{"label":"Apple"}}"#)
    expect(amplitude, added, has: #""event_type":"$identify""#, #""user_properties":{"$add":{"ratings":2}}"#)
    expect(amplitude, unset, has: #""user_properties":{"$unset":{"plan":"-"}}"#)
    expect(
      amplitude, joined, has: #""event_type":"$groupidentify""#,
      #""group_properties":{"$set":{"plan":"label"}},"groups":{"company":"apple"}"#)
    expect(
      amplitude, alone, has: #""event_type":"$identify""#,
      #""user_properties":{"$set":{"band":"beatles"}},"groups":{"band":"beatles"}"#)
    expect(amplitude, left, has: #""event_type":"$identify""#, #""user_properties":{"$unset":{"band":"-"}},"library""#)
    expect(
      amplitude, inTwo, has: #""event_properties":{},"groups":{"company":"apple","band":"beatles"}"#)
  }

  @Test func `Without a user, PostHog makes a profile only of one who is in a group, which it would drop otherwise`() {
    func text(_ content: Envelope.Content) -> String {
      let envelope = WireSample.envelope(1, user: nil, content)
      return String(decoding: postHog.encode(envelope, in: WireSample.context) ?? [], as: UTF8.self)
    }
    let none = #""$process_person_profile":false"#
    #expect(text(inOne).contains(#""$groups":{"company":"apple"}"#) && !text(inOne).contains("$process_person"))
    #expect(text(.named("opened")).contains(none))
    #expect(text(.error(message: "no", location: "here")).contains(none))
    #expect(!(Self.text(postHog, .error(message: "no", location: "here")) ?? "").contains("$process_person"))
  }

  @Test func `Who leaves a group changes nothing of the group`() {
    let left = Envelope.Content.userProperty(
      name: "company", value: .null, operation: .group(traits: ["plan" ~>> "label"]))
    expect(
      amplitude, left, has: #""event_type":"$identify""#, #""user_properties":{"$unset":{"company":"-"}},"library""#)
  }

  @Test func `What an event says of groups hides none of the user's`() {
    func event(_ properties: TrackedProperties) -> Envelope.Content {
      .event(Envelope.Event(name: "shared", properties: properties, groups: ["company" ~>> "apple", "team" ~>> "red"]))
    }
    let both = #"\"groups.company\":\"apple\",\"groups.team\":\"red\""#
    expect(clickHouse, event(["groups" ~>> 3]), has: #"{\"groups\":3,\#(both)}"#)
    // Its own word for the same group goes first.
    let own: TrackedProperties = ["groups" ~>> ["team" ~>> "blue"] as TrackedProperties]
    expect(clickHouse, event(own), has: #"{\"groups.team\":\"blue\",\"groups.company\":\"apple\"}"#)
    expect(telemetry, event(["groups" ~>> 3]), has: #"{"key":"groups.team","value":{"stringValue":"red"}}"#)
    let traits = Envelope.Content.userProperty(
      name: "traits", value: "apple", operation: .group(traits: ["plan" ~>> "label"]))
    expect(clickHouse, traits, has: #"{\"traits\":\"apple\",\"traits.plan\":\"label\"}"#)
  }

  @Test func `Tables and logs keep each as it was`() {
    expect(
      clickHouse, once, has: #""name":"label","entity":"","type":"set_once""#, #""properties":"{\"label\":\"Apple\"}""#)
    expect(clickHouse, added, has: #""type":"increment""#, #"{\"ratings\":2}"#)
    expect(clickHouse, joined, has: #""type":"group""#, #"{\"company\":\"apple\",\"traits.plan\":\"label\"}"#)
    expect(clickHouse, inOne, has: #"{\"rating\":5,\"groups.company\":\"apple\"}"#)
    let operation = #"{"key":"user_property.operation","value":{"stringValue":"increment"}}"#
    expect(telemetry, added, has: operation, #"{"key":"ratings","value":{"intValue":"2"}}"#)
    expect(telemetry, inOne, has: #"{"key":"groups.company","value":{"stringValue":"apple"}}"#)
  }

  @Test func `No operation is sent as another one`() {
    for format in FormatLawTests.all {
      let operations: [UserPropertyOperation] = [.set, .setOnce, .increment]
      let texts = operations.compactMap {
        Self.text(format, .userProperty(name: "ratings", value: 2, operation: $0))
      }
      #expect(Set(texts).count == texts.count && !texts.isEmpty, "\(texts)")
    }
  }
}
