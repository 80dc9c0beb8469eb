import Testing
import Trackable

@Test func aStringIsAKey() {
  #expect(("plan" ~>> "premium").key.name == "plan")
}
