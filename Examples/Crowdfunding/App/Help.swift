enum Help {
  static let usage = "usage: Crowdfunding [--help | --report FILE]"

  static let text = """
    Crowdfunding - what can go wrong with an app's analytics, and does not

    \(usage)

    --report FILE  write a page that shows each event, its properties, and where it was tracked

    From discovery to the thanks page. Before each step a line says what could go wrong. What the app tracks is logged:
      -[App]: EVENT TRIGGERED - 'Card.tapped'
    and below it stands what was sent, if anything:
       > Insights:   event EVENT or screen SCREEN  with the user's consent to analytics
       > Warehouse:  EVENT                         the same, but only screens and pledges
       > AdNetwork:  EVENT                         with the user's consent to advertising
       > Ranking, Creator, Partner                 the trackers of three features, with the same consent

    All services are pretend: nothing leaves the process.
    """
}
