import Foundation

@testable import TrackableHTTP

// Stores in real processes, which are killed and stopped for real. Run by `bash .ci/run store`.

let arguments = CommandLine.arguments.dropFirst()
let folder = arguments.dropFirst().first ?? ""

switch arguments.first {
case "write": Child(arguments).write(delivering: false)
case "share": Child(arguments).write(delivering: true)
case "purge": Child(arguments).purge()
case "remember": Launch(arguments).run()
case "read": readMillion(folder)
// Of these, the number that is given, or else that of the step.
case "kills": checkKills(Int(folder) ?? 200)
case "sharing": checkSharing(processes: 4, kills: Int(folder) ?? 60)
case "suspension": checkSuspension(20)
case "purges": checkPurges(processes: 3)
case "memories": checkMemories(installations: Int(folder) ?? 40, launches: 10)
case "million": checkMillion()
case "speed": measureSpeed()
default:
  fail(
    "What is to be done? write, share, purge, remember, read; kills, sharing, suspension, purges, memories, million, speed."
  )
}
