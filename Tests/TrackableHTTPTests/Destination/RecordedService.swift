import Foundation
import TestSupport
import Trackable
import TrackableHTTP
import TrackableHub

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A service in memory, and its own record: which calls it has acknowledged, and which it has refused. An answer that its
/// client has not read is none.
final class RecordedService: Sendable {
  /// How it answers.
  enum Mood: CaseIterable {
    case online, offline
    /// It refuses some, takes the others now and then, and fails now and then.
    case partial
    /// It has taken them, and the connection breaks before it can say so. After that it is online.
    case forgetful
    /// It does not answer before its mood changes.
    case holding
  }

  private struct State {
    var mood = Mood.offline
    var requests = 0
    var isAlive = true
    var isHolding = false
    /// The names of calls by their IDs.
    var acknowledged: [String: String] = [:]
    var refused: [String: String] = [:]
  }

  private let state = Lock(State())

  var acknowledged: [String: String] { state.withLock { $0.acknowledged } }
  var refused: [String: String] { state.withLock { $0.refused } }
  var isHolding: Bool { state.withLock { $0.isHolding } }

  func turn(_ mood: Mood) { state.withLock { $0.mood = mood } }
  /// Its client is gone: nobody reads an answer.
  func end() { state.withLock { $0.isAlive = false } }

  static func isBad(_ name: String) -> Bool { Int(name).map { $0 % 10 == 9 } ?? false }

  func answer(_ request: URLRequest) async throws -> WireResponse {
    let rows = try JSONDecoder().decode([WireRow].self, from: request.httpBody ?? Data())
    let holds = state.withLock { state in
      state.requests += 1
      state.isHolding = state.mood == .holding && state.isAlive
      return state.isHolding
    }
    if holds {
      await until { Task.isCancelled || state.withLock { $0.mood != .holding || !$0.isAlive } }
      state.withLock { $0.isHolding = false }
      try Task.checkCancellation()
    }
    return try state.withLock { state in
      // A request that its client has cancelled in the meantime, however long this took to read it, is none.
      if !state.isAlive || Task.isCancelled { throw URLError(.networkConnectionLost) }
      let bad = rows.indices.filter { Self.isBad(rows[$0].name) }
      switch state.mood {
      case .offline, .holding: return WireResponse(status: 503)
      case .forgetful:
        state.mood = .online
        throw URLError(.networkConnectionLost)
      case .partial where bad.isEmpty && state.requests % 2 == 0: return WireResponse(status: 503)
      case .online, .partial: break
      }
      let takesRest = state.mood == .online || state.requests % 3 == 0 || bad.isEmpty
      for (place, row) in rows.enumerated() {
        if bad.contains(place) {
          state.refused[row.id] = row.name
        } else if takesRest {
          state.acknowledged[row.id] = row.name
        }
      }
      if bad.isEmpty { return WireResponse(status: 200) }
      return WireResponse(
        status: 400, body: try JSONEncoder().encode(RowFormat.Verdict(rejected: bad, isRestTaken: takesRest)))
    }
  }
}

/// Rows, with the name of each call, and no word for an error.
struct RecordedFormat: WireFormat {
  private let rows = RowFormat(url: WireServer("service.example").url)
  var url: URL { rows.url }
  var limits: WireLimits { rows.limits }

  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    if case .error = envelope.content { return nil }
    return rows.encode(envelope, in: context)
  }

  func verdict(on response: WireResponse, to request: WireRequest) -> WireVerdict {
    rows.verdict(on: response, to: request)
  }
}
