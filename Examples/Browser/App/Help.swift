enum Help {
  static let usage = "usage: Browser [--help | --report FILE]"

  static let text = """
    Browser - a service that gets little, and not often

    \(usage)

    --report FILE  write a page that shows each event of the last launch, and who gave its properties

    Three launches of an app with three feature modules. Printed is what its service gets: a list says which properties, and
    some events count once a launch, once a day or once ever. The service is a server in this process: nothing leaves the
    machine.
    """
}
