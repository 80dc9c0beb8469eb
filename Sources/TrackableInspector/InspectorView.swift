#if canImport(WebKit) && canImport(SwiftUI)
  import CoreTransferable
  import Foundation
  public import SwiftUI
  import UniformTypeIdentifiers
  import WebKit

  #if canImport(UIKit)
    import UIKit
  #endif

  /// A view that shows the page of an inspector in the app itself, for use on a device. A button shares a report.
  ///
  /// ```swift
  /// NavigationLink("Tracking") { InspectorView(inspector) }
  /// ```
  ///
  /// In UIKit, present a `UIHostingController(rootView: InspectorView(inspector))`.
  ///
  /// If the inspector has a folder, the view shows each call within a second. If it has no folder, the view shows the
  /// calls from before the view appeared. The report has all calls from before the user shares it. Neither contains the
  /// values of sensitive keys.
  ///
  /// Isolation: the main actor. Cost: a web view, as long as this view is shown.
  public struct InspectorView: View {
    @Environment(\.dynamicTypeSize) private var textSize
    private let inspector: Inspector

    /// Creates a view of what an inspector has recorded.
    ///
    /// - Parameter inspector: The inspector around the app's trackers.
    public init(_ inspector: Inspector) { self.inspector = inspector }

    /// The page, and the button below it.
    public var body: some View {
      VStack {
        InspectorPage(inspector: inspector, textSize: textSize)
        ShareLink(
          "Share the report", item: SharedReport(inspector: inspector), preview: SharePreview("Tracking report"))
      }
    }
  }

  /// A report that is made only when the user shares it.
  private struct SharedReport: Transferable {
    let inspector: Inspector

    static var transferRepresentation: some TransferRepresentation {
      FileRepresentation(exportedContentType: .html) { (shared: SharedReport) in
        let file = FileManager.default.temporaryDirectory.appending(path: "tracking.html")
        try shared.inspector.makeReport().write(to: file)
        return SentTransferredFile(file)
      }
    }
  }

  private struct InspectorPage {
    let inspector: Inspector
    /// SwiftUI updates the web view when this has changed.
    let textSize: DynamicTypeSize

    @MainActor func makeWebView() -> WKWebView {
      let view = WKWebView()
      if let folder = inspector.folder {
        // This makes sure that the page exists.
        inspector.flush()
        view.loadFileURL(folder.appending(path: "index.html"), allowingReadAccessTo: folder)
      } else {
        view.loadHTMLString(inspector.makeReport().html, baseURL: nil)
      }
      return view
    }
  }

  #if canImport(UIKit)
    extension InspectorPage: UIViewRepresentable {
      func makeUIView(context: Context) -> WKWebView { makeWebView() }

      func updateUIView(_ view: WKWebView, context: Context) {
        // The page is as large as the user wants text to be: when the view appears, and after each change of
        // `textSize`.
        view.pageZoom = UIFontMetrics.default.scaledValue(for: 1)
      }
    }
  #elseif canImport(AppKit)
    extension InspectorPage: NSViewRepresentable {
      func makeNSView(context: Context) -> WKWebView { makeWebView() }
      func updateNSView(_ view: WKWebView, context: Context) {}
    }
  #endif
#endif
