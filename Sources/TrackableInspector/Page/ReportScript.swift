/// The program in the page of a ``TrackingReport``. What the data says gets into the page as text, never as markup.
///
/// Its parts are raw string literals, each in a file of its own, and no resources of the package. A resource that is copied
/// needs `Bundle`, and with it all of Foundation, and has to lie beside the executable. A resource that is embedded in
/// code becomes an array of bytes: to compile the program and the style in this form takes 2.5 s in debug and 5.8 s in
/// release. And a build for two architectures does not find the resource
/// (https://github.com/swiftlang/swift-package-manager/issues/6969).
///
/// A change of the program changes its digest, too, which is in ``ReportPage``: a test says the new one.
enum ReportScript {
  static let text = [
    ElementsScript.text, ChapterScript.text, FilterScript.text, TimelineScript.text, DetailsScript.text,
    DestinationScript.text, ChainScript.text, "begin();",
  ].joined(separator: "\n\n")
}
