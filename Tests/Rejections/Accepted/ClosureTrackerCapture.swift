import Synchronization
import Trackable

final class Log: Sendable {
  let names = Mutex<[String]>([])
}

func tracker(writingTo log: Log) -> ClosureTracker {
  ClosureTracker { event in
    log.names.withLock { $0.append(event.name) }
  }
}
