extension PropertySource {
  @inline(never) static func of(_ kind: Kind, _ type: AnyClass, _ distance: Int, isOfRoot: Bool) -> PropertySource {
    PropertySource(kind, typeName: String(describing: type), distance: distance, isOfRoot: isOfRoot)
  }
}
