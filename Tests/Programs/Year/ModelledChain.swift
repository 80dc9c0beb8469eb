/// The objects of a diary, and what an event of each of them has to say: *Precedence*, *Entities* and *Lifetime*.
///
/// Written from the pages, as all of the model: see `Model`.
struct ModelledChain {
  private struct Object {
    var kind: Diary.Kind
    var name: String
    var parent: Int?
    var told: [String: String]
    var known: [String: String] = [:]
    var isThere = true
    /// Of a part: the places of its parent, as they were when it was shown.
    var context: [Place] = []
  }

  /// Where properties are given, as the pages say it: a call, a link, a computed property. `nil`: its object is gone.
  private typealias Place = [String: String]?

  static let keys: Set = ["app", "screen", "number", "source", "row", "project", "title", "tags"]
  private static let identity = "project"
  private static let ofProject: Set = ["project", "title", "tags"]
  private static let root = ["app": "year"]

  private var objects: [Int: Object] = [:]
  /// The most objects that were there at once, or were the ancestors of some that were.
  private(set) var mostAtOnce = 0
  private(set) var hasReadGoneObject = false
  private(set) var hasScreenWithTwoNames = false

  func has(_ object: Int) -> Bool { objects[object]?.isThere == true }

  mutating func show(_ shown: Diary.Shown) {
    let told = shown.told.filter { Self.keys.contains($0.key) }
    let parent = shown.parent.flatMap { objects[$0] }.flatMap { isParent($0) ? shown.parent : nil }
    var object = Object(kind: shown.kind, name: shown.name, parent: nil, told: told)
    if shown.kind == .part {
      // Any object has a context.
      object.context = shown.parent.flatMap { has($0) && objects[$0]?.kind != .part ? places(of: $0) : nil } ?? []
      if object.context.contains(where: { $0 == nil }) { hasReadGoneObject = true }
    } else {
      object.parent = parent
    }
    objects[shown.object] = object
    count()
  }

  /// Properties are those of the latest link; the parent stays unless the link names one. Only cells are linked again, and no cell
  /// is a parent: there are no cycles.
  mutating func relink(_ shown: Diary.Shown) {
    guard let object = objects[shown.object], object.isThere, object.kind != .part else { return }
    objects[shown.object]?.told = shown.told.filter { Self.keys.contains($0.key) }
    guard let parent = shown.parent, let named = objects[parent], isParent(named) else { return }
    objects[shown.object]?.parent = parent
    count()
  }

  mutating func know(_ object: Int, _ key: String, _ value: String?) {
    guard has(object), objects[object]?.kind != .cell, objects[object]?.kind != .part, Self.keys.contains(key) else {
      return
    }
    objects[object]?.known[key] = value
  }

  mutating func drop(_ object: Int) {
    objects[object]?.isThere = false
    count()
  }

  mutating func endProcess() { objects = [:] }

  /// What an event says that is tracked on `object`: one answer, or two for each object of its chain that is gone, because the pages do
  /// not tell whether one of its class "has ever computed" a property.
  mutating func properties(of object: Int?, given: [String: String]) -> [[String: String]] {
    let chain = [given] + (object.map(places) ?? []) + [Self.root]
    let gone = chain.indices.filter { chain[$0] == nil }
    if !gone.isEmpty { hasReadGoneObject = true }
    // Bit by bit: whether it "has".
    return (0..<1 << min(gone.count, 8)).map { choice in
      var places = chain
      for (bit, index) in gone.enumerated() where choice >> min(bit, 7) & 1 == 0 { places[index] = [:] }
      return merged(places)
    }
  }

  // MARK: Objects

  private func isParent(_ object: Object) -> Bool {
    object.isThere && (object.kind == .screen || object.kind == .actor)
  }

  private func ancestors(of object: Int) -> [Int] {
    var found: [Int] = []
    var next = objects[object]?.parent
    while let ancestor = next {
      found.append(ancestor)
      next = objects[ancestor]?.parent
    }
    return found
  }

  /// Forgets what nothing needs any more, and counts the rest.
  private mutating func count() {
    let present = objects.filter { $0.value.isThere }.keys
    let needed = present.reduce(into: Set(present)) { needed, object in needed.formUnion(ancestors(of: object)) }
    objects = objects.filter { needed.contains($0.key) }
    mostAtOnce = max(mostAtOnce, objects.count { $0.value.kind != .part })
    hasScreenWithTwoNames = hasScreenWithTwoNames || objects.contains { $0.value.known["screen"] != nil }
  }

  // MARK: Places

  private func places(of number: Int) -> [Place] {
    guard let object = objects[number] else { return [] }
    if object.kind == .part { return [object.told] + object.context }
    let above = object.parent.map(places) ?? []
    return [object.told, object.isThere ? said(by: object) : nil] + above
  }

  private func said(by object: Object) -> [String: String] {
    switch object.kind {
    case .screen: ["screen": object.name].merging(object.known) { _, known in known }
    case .model, .actor: object.known
    case .cell, .part: [:]
    }
  }

  /// For one key the nearest place wins; of a project only what belongs to the nearest identity.
  private func merged(_ places: [Place]) -> [String: String] {
    let near = places.prefix { $0 != nil }
    let nearest = near.compactMap { $0?[Self.identity] }.first
    var merged: [String: String] = [:]
    // Whose the project's properties in a place are: that of the place, or else of the first farther one that gives any.
    var owner = near.count < places.count ? "unknown" : nil
    for (index, place) in places.enumerated().reversed() {
      owner = index == near.count ? nil : place == nil ? "unknown" : place?[Self.identity] ?? owner
      for (key, value) in place ?? [:] where owner == nearest || !Self.ofProject.contains(key) { merged[key] = value }
    }
    return merged
  }
}
