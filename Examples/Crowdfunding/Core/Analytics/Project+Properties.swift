import Trackable

extension Project {
  /// The properties of the project on events. Tags that are `nil` are left out, and no other project's take their place.
  public var trackedProperties: TrackedProperties {
    [Keys.Project.pid ~>> id, Keys.Project.name ~>> name, Keys.Project.tags ~>> tags]
  }
}

extension Reward {
  /// What events say about the reward.
  public var trackedProperties: TrackedProperties {
    [Keys.Reward.id ~>> id, Keys.Reward.price ~>> price]
  }
}
