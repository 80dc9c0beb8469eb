/// Where in the code the user was changed, for trackers that are called meanwhile: `identify` and `reset` do not carry it.
package enum UserChange {
  @TaskLocal package static var location: CodeLocation?
}
