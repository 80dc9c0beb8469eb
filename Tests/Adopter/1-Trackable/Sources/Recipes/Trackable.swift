import Trackable

extension RecipeListVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { Keys.row ~>> selectedRow }
}

extension RecipeVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { Keys.recipe ~>> recipe.name }
}

extension CookingVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { Keys.step ~>> step }
}
