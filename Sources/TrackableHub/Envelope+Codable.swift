#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

import Trackable

/// Stored and read again, an envelope has the same id, time to the bit, user, number of attempts and content: names,
/// the order of properties, the kind of every number, and what nested properties are called where they are flattened.
///
/// ```swift
/// let stored = try JSONEncoder().encode(envelope)
/// // {"attempt":1,"content":["event","MyApp.Events.User.didRate","","ua",".MyApp.Keys.rating","i5"],
/// //  "id":"019AA8F2-…","time":785473114.25,"user":"john"}
/// try JSONDecoder().decode(Envelope.self, from: stored).id == envelope.id   // true
/// ```
///
/// Two things are not stored: the ``delivery`` that the envelope stands for, and whatever has a `SensitiveKey`, at any
/// depth. So what was stored never holds what is sensitive, and neither does what is sent from there.
///
/// Errors: a kind of content that this version does not know, as a newer one may have stored, is a
/// `DecodingError.dataCorrupted` that names it. So is whatever was damaged.
///
/// Cost: one string for each name and value. The coder does the rest.
extension Envelope: Codable {
  private enum CodingKeys: String, CodingKey { case id, time, user, attempt, content }

  /// Encodes everything but the delivery and what is sensitive.
  ///
  /// - Parameter encoder: Any encoder that writes strings, whole numbers and doubles.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    // Not as a date, which some coders round to seconds.
    try container.encode(time.timeIntervalSinceReferenceDate, forKey: .time)
    try container.encodeIfPresent(userID, forKey: .user)
    try container.encode(attempt, forKey: .attempt)
    var words = StoredWords()
    words.append(content)
    try container.encode(words.words, forKey: .content)
  }

  /// Decodes an envelope that stands for no call.
  ///
  /// - Parameter decoder: A decoder of what ``encode(to:)`` wrote.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var words = StoredWords.Reader(try container.decode([String].self, forKey: .content))
    let content: Content
    do {
      content = try words.content()
    } catch {
      throw DecodingError.dataCorruptedError(forKey: .content, in: container, debugDescription: error.description)
    }
    self.init(
      id: try container.decode(UUID.self, forKey: .id),
      time: Date(timeIntervalSinceReferenceDate: try container.decode(Double.self, forKey: .time)),
      userID: try container.decodeIfPresent(String.self, forKey: .user),
      attempt: try container.decode(Int.self, forKey: .attempt), content: content)
  }
}
