/// What one case costs.
struct Figure {
  /// Instructions of one call; `nil` where they are not counted.
  var instructions: Double?
  /// Allocations of one call; `nil` where they are not counted.
  var allocations: Double?
}
