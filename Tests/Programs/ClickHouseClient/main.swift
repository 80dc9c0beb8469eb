import Foundation

// Events from processes that are killed, to a ClickHouse that is stopped, and how fast that is. Run by
// `bash .ci/run clickhouse`.

let arguments = Array(CommandLine.arguments.dropFirst())

switch (arguments.first, arguments.count) {
case ("send", 6): await Child(arguments).send()
case ("check", 3): await Check(server: ClickHouse(arguments[1]), table: arguments[2]).run()
case ("rate", 3): await Rate(server: ClickHouse(arguments[1]), table: arguments[2]).run()
case ("serve", 3...): await Serving(server: ClickHouse(arguments[1]), command: Array(arguments[2...])).run()
default:
  fail(
    """
    What is to be done? check SERVER TABLE.SQL; rate SERVER TABLE.SQL; serve SERVER COMMAND…; \
    send URL FOLDER LOG WRITER COUNT.
    """)
}

/// Ends the check.
func fail(_ reason: String) -> Never {
  FileHandle.standardError.write(Data("error: \(reason)\n".utf8))
  exit(1)
}

/// Prints a line at once.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Fails unless the condition holds.
func check(_ condition: Bool, _ promise: String) {
  if !condition { fail("This is not so: \(promise)") }
}
