// The inspector's view, as its page has it.

import SwiftUI
import TrackableInspector

private enum Tracking {
  static let inspector = Inspector()
}

/// For a debug menu, inside a NavigationStack.
struct TrackingLink: View {
  var body: some View {
    NavigationLink("Tracking") { InspectorView(Tracking.inspector) }
  }
}

struct DebugMenu: View {
  let inspector: Inspector

  var body: some View {
    NavigationLink("Tracking") { InspectorView(inspector) }
  }
}
