import Testing

@testable import Trackable

private enum ReceiptKeys: String, Key { case src }

private enum ProjectKeys: String, EntityKey {
  case id, tags
  static let identifyingKey = id
}

private enum UserKeys: String, SensitiveKey { case email }

private struct Opened: AnalyticsEvent {}

/// A destination's own names, in what is added or replaced after the names became those.
@Suite struct AddedBehindRenamingTests {
  /// What arrives of an event with `properties`, renamed to the last components of its names.
  private func delivered(
    _ properties: TrackedProperties, to tracker: (RecordingTracker) -> any AnalyticsEventTracker
  ) -> TrackedProperties {
    let recorder = RecordingTracker.plain()
    recorder.run {
      tracker(recorder).renaming(.keepingLast(1)).track(TrackedEvent(Opened(), properties: properties))
    }
    return recorder.events[0].properties
  }

  @Test func `A default does not stand beside what the event says under that name`() {
    let properties = delivered([ReceiptKeys.src ~>> "push"]) { $0.addingDefaults(["src": "wallet", "app": "a"]) }
    #expect(properties.json == #"{"src":"push","app":"a"}"#)
    #expect(properties.nestedDictionary["src"] as? String == "push")
    #expect(properties.dictionary["src"] as? String == "push")
    #expect(properties.flattened.map(\.key.name) == ["src", "app"])
  }

  @Test func `An override replaces what the event says under that name, however it is asked for`() {
    let event: TrackedProperties = ["a": 1, ReceiptKeys.src: "push"]
    for given: TrackedProperties in [["src": "REDACTED"], [ReceiptKeys.src: "REDACTED"]] {
      let properties = delivered(event) { $0.overridingProperties(with: given) }
      #expect(properties.json == #"{"src":"REDACTED","a":1}"#)
      #expect(properties[ReceiptKeys.src] == "REDACTED" && properties["src"] == "REDACTED")
    }
  }

  @Test func `An override of two names of one key leaves one property`() {
    let given: TrackedProperties = [ReceiptKeys.src ~>> 1, "src" ~>> 2]
    #expect(delivered([ReceiptKeys.src ~>> 0]) { $0.overridingProperties(with: given) }.json == #"{"src":2}"#)
  }

  @Test func `What a closure sets or adds replaces what the event says under that name`() {
    let changes: [@Sendable (inout TrackedProperties) -> Void] = [
      { $0["src"] = "x" }, { $0 += ["src": "x"] }, { $0 = $0.merging([ReceiptKeys.src: "x"]) },
      { $0 = ["src": "y"] + $0 + ["src": "x"] }, { $0 = TrackedProperties(Array($0) + ["src" ~>> "x"]) },
    ]
    for change in changes {
      let properties = delivered([ReceiptKeys.src ~>> "push", "a" ~>> 1]) { recorder in
        recorder.map { event in
          var event = event
          change(&event.properties)
          return event
        }
      }
      #expect(properties == ["src": "x", "a": 1])
      #expect(properties[ReceiptKeys.src] == "x")
    }
    let removed = delivered([ReceiptKeys.src ~>> "push"]) { recorder in
      recorder.map { event in
        var event = event
        event.properties["src"] = nil
        return event
      }
    }
    #expect(removed.isEmpty)
  }

  @Test func `A builder, a literal and a sequence take the name of a renamed key for that key`() {
    let renamed = delivered([ReceiptKeys.src ~>> "push"]) { $0 }[0]
    @TrackedPropertiesBuilder var built: TrackedProperties {
      renamed
      "src" ~>> "x"
    }
    for properties in [built, [renamed, "src" ~>> "x"], TrackedProperties([renamed, "src" ~>> "x"])] {
      #expect(properties.map(\.description) == ["src: x"])
      #expect(properties[0].flaws == .duplicateKey)
    }
  }

  @Test func `An identity under the name that a destination knows decides about the entity`() {
    let event: TrackedProperties = [ProjectKeys.id ~>> 1, ProjectKeys.tags ~>> "of 1", "a" ~>> 1]
    #expect(delivered(event) { $0.overridingProperties(with: ["id": 99]) } == ["id": 99, "a": 1])
    #expect(delivered(event) { $0.overridingProperties(with: ["id": 1]) } == ["id": 1, "tags": "of 1", "a": 1])
    #expect(delivered(["a" ~>> 1]) { $0.overridingProperties(with: ["id": 99]) } == ["id": 99, "a": 1])
    #expect(delivered(event) { $0.addingDefaults(["id": 99]) } == ["id": 1, "tags": "of 1", "a": 1])
    #expect(
      delivered([ProjectKeys.id ~>> 1]) { $0.addingDefaults(["id": 99, ProjectKeys.tags: "of 99"]) } == ["id": 1])
  }

  @Test func `An identity that the event does not have is known by the style`() {
    let event: TrackedProperties = [ProjectKeys.tags ~>> "of nobody"]
    #expect(delivered(event) { $0.overridingProperties(with: ["id": 99]) } == ["id": 99])
    #expect(delivered(event) { $0.overridingProperties(with: ["number": 99]) }.count == 2)
    #expect(delivered(event) { $0.addingDefaults(["id": 99]) } == ["tags": "of nobody", "id": 99])
  }

  @Test func `A sensitive value is not shown by what stands in for it`() {
    let event: TrackedProperties = [UserKeys.email ~>> "john@apple.records"]
    let overridden = delivered(event) { $0.overridingProperties(with: ["email": "REDACTED"]) }
    #expect(overridden == ["email": "REDACTED"] && overridden.sensitiveProperties.isEmpty)
    #expect(overridden[UserKeys.email] == "REDACTED")
    let defaulted = delivered(event) { $0.addingDefaults(["email": "none"]) }
    #expect(defaulted.isEmpty && defaulted.sensitiveProperties.map(\.value) == ["john@apple.records"])
    let hidden = delivered(["UserKeys.email": "none"]) {
      $0.overridingProperties(with: [PropertyKey(UserKeys.email).spelled("email") ~>> "john@apple.records"])
    }
    #expect(hidden.isEmpty)
  }

  @Test func `What was left out before a tracker adds its defaults stays left out`() {
    let context = TrackingContext().appending([ProjectKeys.tags ~>> "the scope's"]).appending([ProjectKeys.id ~>> 1])
    let place: TrackedProperties = [ProjectKeys.id ~>> 1, ProjectKeys.tags ~>> "the default's"]
    func tags(defaults: TrackedProperties, added: TrackedProperties) -> TrackedValue? {
      let recorder = RecordingTracker.plain()
      TrackableSystem.withTracker(recorder.addingDefaults(added)) {
        TrackableSystem.defaultProperties = defaults
        context.track(Opened())
      }
      return recorder.events[0].properties[ProjectKeys.tags]
    }
    #expect(tags(defaults: place, added: []) == "the scope's")
    #expect(tags(defaults: [], added: []) == nil)
    #expect(tags(defaults: [], added: place) == "the default's")
  }
}
