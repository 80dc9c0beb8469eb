enum Help {
  static let usage = """
    usage: BeatlesDelivery [--send URL --format FORMAT [--key KEY] | --pixels] [--report FILE]
                           [SESSION | -]
           BeatlesDelivery --help
    """

  static let text = """
    BeatlesDelivery - the app of Beatles, with events that are delivered in the background

    \(usage)

    SESSION        a file of commands, one a line: 'swift run Beatles --help' says which
    -              read the session from standard input
    --send URL     send everything to a server, and say what became of it; what it cannot take
                   now is kept on disk, and sent the next time
    --format FORMAT  as the server understands it: clickhouse, otlp, segment, posthog or
                   amplitude; in ClickHouse, Examples/Beatles/Server/events.sql makes the table
    --key KEY      the service's key, or password, if it has one; or set BEATLES_KEY
    --pixels       send a GET for each event to a counter on this machine, and print what it got
    --report FILE  write a page that shows each event, who gave its properties, and the chain
    --help, -h     print this text

    Without --send there are two pretended destinations: a slow one, and one that cannot be
    configured at first. Without a session standard input is played; if it is empty, the
    bundled session. At the end the ledger says what became of each event at each destination.

    Exit status:
      0   everything was carried out
      2   at least one line of the session was not
      64  the arguments make no sense
      66  the session file cannot be read
      69  not everything has arrived at the server of --send
      73  the report cannot be written
    """
}
