// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the documentation's examples show on the screen.

/// https://developer.apple.com/documentation/swiftui/text
public struct Text: View {
  public nonisolated init<S: StringProtocol>(_ content: S) {}
  public var body: Never { fatalError("A declaration only.") }
}

/// https://developer.apple.com/documentation/swiftui/button
public struct Button<Label: View>: View {
  public nonisolated init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) where Label == Text {}
  public var body: Never { fatalError("A declaration only.") }
}

/// https://developer.apple.com/documentation/swiftui/vstack
public struct VStack<Content: View>: View {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError("A declaration only.") }
}

/// https://developer.apple.com/documentation/swiftui/list
@MainActor @preconcurrency public struct List<SelectionValue: Hashable, Content: View>: View {
  public var body: Never { fatalError("A declaration only.") }
}

extension List where SelectionValue == Never {
  public nonisolated init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> {}
}

/// https://developer.apple.com/documentation/swiftui/foreach
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
  public var body: Never { fatalError("A declaration only.") }
}

/// https://developer.apple.com/documentation/swiftui/navigationstack
@MainActor @preconcurrency public struct NavigationStack<Root: View>: View {
  public init(@ViewBuilder root: () -> Root) {}
  public var body: Never { fatalError("A declaration only.") }
}

/// https://developer.apple.com/documentation/swiftui/navigationlink
public struct NavigationLink<Label: View, Destination: View>: View {
  public nonisolated init<S: StringProtocol>(_ title: S, @ViewBuilder destination: () -> Destination)
  where Label == Text {}
  public var body: Never { fatalError("A declaration only.") }
}

/// https://developer.apple.com/documentation/swiftui/app
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  @MainActor @preconcurrency public static func main() {}
}

/// https://developer.apple.com/documentation/swiftui/scene
@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

/// https://developer.apple.com/documentation/swiftui/scenebuilder
@resultBuilder public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// https://developer.apple.com/documentation/swiftui/windowgroup
public struct WindowGroup<Content: View>: Scene {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError("A declaration only.") }
}
