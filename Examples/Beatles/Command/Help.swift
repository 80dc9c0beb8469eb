enum Help {
  static let usage = """
    usage: Beatles [--json] [--inspect FOLDER] [SESSION | -]
           Beatles --interactive [--inspect FOLDER]
           Beatles --help
    """

  static let text = """
    Beatles - an app with analytics, played from the command line

    \(usage)

    SESSION        a file of commands, one a line
    -              read the session from standard input
    --interactive  ask for one command after the other, showing what can be done
    --json         print one JSON object an event and nothing else on standard output:
                   {"event": NAME, "properties": {KEY: VALUE, ...}}, the properties in
                   order of precedence
    --inspect FOLDER
                   write a page that shows each event, who gave its properties, and what each
                   destination got: open index.html of the folder in a browser, while the app runs
    --help, -h     print this text

    Without a session:
      at a terminal         the bundled session is played, then it is your turn
                            (with --json the bundled session only)
      otherwise             standard input is played; if it is empty, the bundled session

    Commands, in upper or lower case, with or without quotes around names:
      select NAME           a Beatle in the first screen, an album in the second
      rate yes|no           in the screen of an album
      back                  to the screen before
      background            leave the app
      foreground            return to it
      terminate             end it; nothing can follow
      reachability wifi|cellular|none
      explain [event]       who gives each property of this screen's event, and who is overridden
      explain chain         this screen's chain as a tree
      wait SECONDS          let time pass, from 1 to 86400 seconds
      # text                a comment; blank lines are ignored, too

    BeatlesDelivery is the same app with destinations in the background, and with a report:
    swift run --package-path Examples BeatlesDelivery --help

    Time is simulated: 'wait' takes as long as it says, 'explain' none, every other
    command a second. The output of a session is therefore always the same. Each event is
    printed with its properties, and after the session the events are counted (not with
    --json, which also leaves standard output to events: 'explain' answers on standard error).

    A line that cannot be carried out is reported on standard error as
    FILE:LINE: what is wrong; what would be right
    and takes no time. The session goes on.

    Exit status:
      0   everything was carried out
      2   at least one line was not
      64  the arguments make no sense
      66  the session file cannot be read
    """
}
