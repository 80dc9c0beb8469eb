import Foundation
import Trackable
import TrackableHub

extension WireFormat {
  // Only a module that calls the check gets its code, which are tests.
  /// Checks the rules of a format, and returns a sentence for each rule that it breaks.
  ///
  /// ```swift
  /// @Test func `Our warehouse gets each event once`() {
  ///   #expect(Warehouse(url: url).conformanceFailures() == [])
  /// }
  /// ```
  ///
  /// The format gets some hundred calls of every kind, with names and values that need escapes. The `Content-Type`
  /// decides whether a body must be JSON: one value for `application/json` (the default), and one value on each line
  /// for `application/x-ndjson`. The check does not test verdicts on responses, nor whether the service reads the
  /// bodies: test these yourself.
  ///
  /// Isolation: any thread. Cost: some milliseconds.
  @export(implementation) public func conformanceFailures() -> [String] {
    var failures: [String] = []
    func check(_ isKept: Bool, _ rule: String) { if !isKept, !failures.contains(rule) { failures.append(rule) } }
    let samples = (0..<300).map { Sample.envelope($0) }
    let context = WireContext(anonymousID: "\"anonymous\"\n")
    for envelope in samples {
      let bytes = encode(envelope, in: context)
      var again = envelope
      again.attempt = 2
      check(encode(again, in: context) == bytes, "A call that is sent again has the same encoding.")
      // Only events need an ID: if a change of a user arrives twice, the service makes the same change again.
      guard case .event = envelope.content, let bytes else { continue }
      let other = Envelope(id: UUID(), time: envelope.time, userID: envelope.userID, content: envelope.content)
      check(encode(other, in: context) != bytes, "An event contains its ID, by which the service removes duplicates.")
    }
    let planned = WireRequest.planned(for: samples, by: self, in: context)
    for (request, hasItemsOnce, isSafe) in planned.requests {
      check(request.items.count <= limits.events, "A request has no more items than the limits say.")
      check(hasItemsOnce, "An item is in one request only, and only once.")
      check(isSafe, "A request goes to a safe server.")
      check(Sample.isValid(request), "A body with the content type of JSON is valid JSON.")
      check(!String(decoding: request.body, as: UTF8.self).contains(Sample.secret), "No sensitive value is sent.")
    }
    check(planned.hasEachItem, "Each item is in a request, and fits into it.")
    return failures
  }
}

extension WireRequest {
  /// The requests for some calls, if each of them arrives.
  @usableFromInline static func planned(
    for calls: [Envelope], by format: any WireFormat, in context: WireContext
  ) -> (requests: [(request: WireRequest, hasItemsOnce: Bool, isSafe: Bool)], hasEachItem: Bool) {
    var requests: [(request: WireRequest, hasItemsOnce: Bool, isSafe: Bool)] = []
    var plan = SendPlan(calls, format: format, experience: Experience("", limit: format.limits.bytes)) { _ in context }
    while let next = plan.next(sentAt: Date()) {
      let request = next.request
      requests.append((request, !next.carried.contains(nil), ServerRules.problem(with: request.url) == nil))
      plan.apply(.arrived, of: next, because: "")
    }
    return (requests, plan.report.rejected.isEmpty)
  }
}

/// The calls for the check.
@usableFromInline enum Sample {
  @export(implementation) static var secret: String { "yoko@apple.records" }

  @export(implementation) static func envelope(_ number: Int) -> Envelope {
    let text = "\"\\\n\u{0}\u{2028}🎸é</"
    let email = PropertyKey(stored: "email", inCode: "email", isSensitive: true)
    var properties: TrackedProperties = [
      PropertyKey(text) ~>> text, "number" ~>> number, "ratio" ~>> Double.nan, "loved" ~>> true,
      "day" ~>> Date(timeIntervalSince1970: 0), "nothing" ~>> TrackedValue.null, "tags" ~>> ["vinyl", text],
      "album" ~>> [PropertyKey(text) ~>> 1971, email ~>> secret] as TrackedProperties, email ~>> secret,
    ]
    for key in StandardKey.allCases { properties[PropertyKey(key.rawValue)] = .string(text) }
    let event = Envelope.Event(name: "\(text) \(number)", properties: properties, groups: ["company" ~>> text])
    var screen = event
    screen.screenName = text
    let operations: [UserPropertyOperation] = [.set, .setOnce, .increment, .unset, .group(traits: properties)]
    let contents: [Envelope.Content] =
      [.event(event), .event(screen), .identify(userID: text, traits: properties), .reset]
      + [.error(message: text, location: text), .userProperty(name: text, value: .null, operation: .group())]
      + operations.map { .userProperty(name: "plan", value: 2, operation: $0) }
    return Envelope(
      id: UUID(), time: Date(timeIntervalSince1970: Double(number)), userID: number % 5 == 0 ? nil : text,
      content: contents[number % contents.count])
  }

  @export(implementation) static func isValid(_ request: WireRequest) -> Bool {
    func isJSON(_ bytes: some Sequence<UInt8>) -> Bool {
      (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    }
    let type = request.headers.first { $0.key.lowercased() == "content-type" }?.value ?? ""
    if type.contains("ndjson") { return request.body.split(separator: UInt8(ascii: "\n")).allSatisfy(isJSON) }
    return !type.contains("json") || isJSON(request.body)
  }
}
