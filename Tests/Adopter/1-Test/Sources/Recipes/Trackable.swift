import Trackable

extension RecipeListVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { Keys.row ~>> selectedRow }
}

extension RecipeVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { Keys.recipe ~>> recipe.name }
}
