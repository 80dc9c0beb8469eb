// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the inspector's view uses of CoreTransferable: https://developer.apple.com/documentation/coretransferable

import Foundation
import UniformTypeIdentifiers

public protocol Transferable {
  associatedtype Representation: TransferRepresentation
  @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

public protocol TransferRepresentation: Sendable {
  associatedtype Item: Transferable
}

@resultBuilder public struct TransferRepresentationBuilder<Item: Transferable> {
  public static func buildBlock<Content: TransferRepresentation>(_ content: Content) -> Content
  where Content.Item == Item { content }
}

public struct FileRepresentation<Item: Transferable>: TransferRepresentation {
  public init(
    exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
  ) {}
}

public struct SentTransferredFile: Sendable {
  public init(_ file: URL, allowAccessingOriginalFile: Bool = false) {}
}
