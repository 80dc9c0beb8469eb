import Testing
import Trackable
import VendorStandIns

// One after the other: an SDK may have one user.
@Suite(.serialized) struct AdapterTests {
  @Test(arguments: Adapter.all) func `An SDK gets what the page says`(adapter: Adapter) async {
    let tracker = adapter.makeTracker().renaming(adapter.style)
    let calls = await ServiceLog.record { await RecordShop.visit(tracker) }
    #expect(calls == adapter.calls)
  }

  @Test(arguments: Adapter.all) func `An adapter keeps the promises of a destination`(adapter: Adapter) async {
    let failures = await adapter.failures()
    #expect(failures == [])
  }
}
