extension Session {
  /// The session that is played by default. It is a constant rather than a resource, so the program has it wherever it
  /// is.
  static let bundledText = """
    # The app has just started. The root of the chain says how long it has run, and on which network.
    # Choose a Beatle: the list adds its name, also to what the next screens track.
    select John

    # Choose an album, and rate it. The detail screen itself only says whether you like it.
    select Imagine
    rate yes

    # One screen back no album is chosen, so the event names none.
    back

    # Live properties: the next event has another network and a later time.
    reachability cellular
    wait 30
    select Walls and Bridges
    rate no

    # What the app itself tracks knows nothing of screens.
    background
    wait 600
    foreground

    # All the way back, and another Beatle.
    back
    back
    select Paul
    select Band on the Run
    rate yes
    terminate

    """
}
