// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the inspector's view uses: https://developer.apple.com/documentation/swiftui/uiviewrepresentable, …/sharelink

import CoreTransferable

/// https://developer.apple.com/documentation/swiftui/uiviewrepresentable
@MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
  associatedtype UIViewType
  typealias Context = UIViewRepresentableContext<Self>
  func makeUIView(context: Context) -> UIViewType
  func updateUIView(_ uiView: UIViewType, context: Context)
}

public struct UIViewRepresentableContext<Representable> {}

extension UIViewRepresentable {
  public var body: Never { fatalError("A declaration only.") }
}

/// https://developer.apple.com/documentation/swiftui/nsviewrepresentable
@MainActor @preconcurrency public protocol NSViewRepresentable: View where Body == Never {
  associatedtype NSViewType
  typealias Context = NSViewRepresentableContext<Self>
  func makeNSView(context: Context) -> NSViewType
  func updateNSView(_ nsView: NSViewType, context: Context)
}

public struct NSViewRepresentableContext<Representable> {}

extension NSViewRepresentable {
  public var body: Never { fatalError("A declaration only.") }
}

/// https://developer.apple.com/documentation/swiftui/sharelink
public struct ShareLink<Label: View>: View {
  public nonisolated init<S: StringProtocol, Item: Transferable>(
    _ title: S, item: Item, preview: SharePreview<Never, Never>
  ) where Label == DefaultShareLinkLabel {}
  public var body: Never { fatalError("A declaration only.") }
}

/// https://developer.apple.com/documentation/swiftui/defaultsharelinklabel
public struct DefaultShareLinkLabel: View {
  public var body: Never { fatalError("A declaration only.") }
}

/// https://developer.apple.com/documentation/swiftui/sharepreview
public struct SharePreview<Image, Icon> {
  public init<S: StringProtocol>(_ title: S) where Image == Never, Icon == Never {}
}
