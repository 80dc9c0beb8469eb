enum Help {
  static let usage = "usage: VideoPlayer [--report FILE] [SCRIPT | -]"

  static let text = """
    VideoPlayer - watching videos, as sessions of a value proposition

    \(usage)

    SCRIPT   a file of commands, one a line; without it, a bundled script is played
    -        read the script from standard input
    --report FILE  write a page that shows each event, its properties, and where it was tracked

    Commands; with 'pip' at the end, they are for the small player in the corner:
      watch TITLE [pip]       'Learning Swift', 'Cats', or 'Night Train', which is audio
      play [pip]
      pause [pip]
      seek SECONDS [pip]      while it plays
      skip [pip]              to the end, while it plays
      close [pip]
      headphones              the button at the headphones: pauses, whether that makes sense or not
      background, foreground  leave the app, and come back; audio goes on
      wait SECONDS            let time pass
      # text                  a comment; blank lines are ignored, too

    Time is simulated: 'wait' takes as long as it says, every other command a second, and
    loading 0.4 seconds. At the end of the script the app is left.

    Each event is printed with its properties, and at the end a timeline of each session.
    A line that cannot be carried out is reported on standard error, and the script goes on.

    Exit status: 0 everything was carried out, 2 a line was not, 64 wrong arguments,
    66 the script cannot be read, 73 the report cannot be written
    """

  static let bundledScript = """
    # The user opens a video, and watches a part of it.
    watch Learning Swift
    play
    wait 120
    pause
    wait 60

    # Another one, in the corner, at the same time. It reaches its end by itself.
    play
    watch Cats pip
    play pip
    wait 60
    close pip

    # The app is left. The session ends, since the user may never come back.
    background
    wait 300

    # But here they are: a new session of the same video is open.
    foreground
    play
    seek 3000
    wait 30
    skip
    """
}
