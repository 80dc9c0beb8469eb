// The inspector's view, as its page has it.

import SwiftUI
import TrackableInspector

enum InspectorPage {
  struct DebugMenu: View {
    let inspector: Inspector

    var body: some View {
      NavigationLink("Tracking") { InspectorView(inspector) }
    }
  }
}
