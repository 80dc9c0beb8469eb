#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension TrackingPlan {
  /// The plan in a committed file. An app in debug, its tests and an inspector then compare with the same one.
  ///
  /// ```swift
  /// let plan = try TrackingPlan(contentsOf: file)  // in an app, a resource of its bundle
  /// TrackableSystem.bootstrap(trackers.validating(plan))
  /// ```
  ///
  /// The mistake to avoid: a copy of the file beside the app's code, which nobody updates. Add the committed file itself to the target.
  ///
  /// The limits of services are not in the file: they are in the code that calls `seen(by:events:keys:nested:within:)`.
  ///
  /// Cost: it reads the whole file, on the calling thread.
  ///
  /// - Parameter file: A file that ``verify(against:allowingAdditions:on:filePath:fileID:line:)`` wrote.
  /// - Throws: An error of the file system, or one whose description says why the file is no plan.
  public init(contentsOf file: URL) throws {
    try self.init(json: Data(contentsOf: file))
  }
}
