import Foundation

/// Curves on logarithmic axes, written as SVG.
struct Plot {
  struct Point {
    let x: Double
    let y: Double
  }

  struct Series {
    let name: String
    let color: String
    var isOurs = false
    let points: [Point]
  }

  struct Panel {
    let title: String
    let xAxis: String
    let ticks: [Double]
    let series: [Series]
  }

  let title: String
  let yAxis: String
  let panels: [Panel]

  private static let width = 1_000.0
  private static let height = 470.0
  private static let area = (top: 84.0, bottom: 378.0)

  var svg: String {
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" \
      font-family="system-ui, -apple-system, 'Helvetica Neue', Arial, sans-serif" font-size="13" fill="#24292f">
      <title>\(title.escaped)</title>
      <rect width="100%" height="100%" fill="#ffffff"/>
      <text x="24" y="30" font-size="16" font-weight="600">\(title.escaped)</text>

      """
    // All panels have the same scale, so that they can be compared.
    let heights = panels.flatMap(\.series).flatMap(\.points).map(\.y)
    let y = LogScale(
      low: heights.min() ?? 1, high: heights.max() ?? 10, from: Self.area.bottom, to: Self.area.top)
    let panelWidth = (Self.width - 24) / Double(max(1, panels.count))
    for (index, panel) in panels.enumerated() {
      let left = 24 + panelWidth * Double(index)
      let middle = "\((left + 2).svg) \(((Self.area.top + Self.area.bottom) / 2).svg)"
      text += "<text transform=\"translate(\(middle)) rotate(-90)\" text-anchor=\"middle\">\(yAxis.escaped)</text>\n"
      text += draw(panel, from: left + 66, to: left + panelWidth - 28, y: y)
    }
    return text + legend + "</svg>\n"
  }

  private func draw(_ panel: Panel, from left: Double, to right: Double, y: LogScale) -> String {
    let x = LogScale(low: panel.ticks.first ?? 1, high: panel.ticks.last ?? 10, from: left, to: right)
    var text = """
      <text x="\(left.svg)" y="64" font-weight="600">\(panel.title.escaped)</text>
      <text x="\(((left + right) / 2).svg)" y="\((Self.area.bottom + 40).svg)" text-anchor="middle">\
      \(panel.xAxis.escaped)</text>

      """
    for tick in y.ticks {
      let isDecade = log10(tick) == log10(tick).rounded()
      text += line(left, y[tick], right, y[tick], color: isDecade ? "#c4c9cf" : "#eceef0")
      if isDecade {
        text += label(tick.duration, x: left - 8, y: y[tick] + 4, anchor: "end")
      }
    }
    for tick in panel.ticks {
      text += line(x[tick], Self.area.top, x[tick], Self.area.bottom, color: "#eceef0")
      text += label("\(Int(tick))", x: x[tick], y: Self.area.bottom + 19, anchor: "middle")
    }
    text += line(left, Self.area.bottom, right, Self.area.bottom, color: "#57606a")
    for series in panel.series {
      let points = series.points.map { "\(x[$0.x].svg),\(y[$0.y].svg)" }
      text +=
        "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"\(series.color)\" "
        + "stroke-width=\"\(series.isOurs ? 3 : 1.75)\" stroke-linejoin=\"round\"/>\n"
      for point in series.points {
        text +=
          "<circle cx=\"\(x[point.x].svg)\" cy=\"\(y[point.y].svg)\" r=\"\(series.isOurs ? 4 : 3)\" "
          + "fill=\"\(series.color)\"/>\n"
      }
    }
    return text
  }

  private var legend: String {
    var text = ""
    var x = 90.0
    for series in panels.first?.series ?? [] {
      let y = Self.height - 22
      text +=
        "<line x1=\"\(x.svg)\" y1=\"\((y - 4).svg)\" x2=\"\((x + 26).svg)\" y2=\"\((y - 4).svg)\" "
        + "stroke=\"\(series.color)\" stroke-width=\"\(series.isOurs ? 3 : 1.75)\"/>\n"
      text += label(series.name, x: x + 33, y: y, anchor: "start", weight: series.isOurs ? "600" : "400")
      x += 33 + Double(series.name.count) * 7 + 30
    }
    return text
  }

  private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, color: String) -> String {
    "<line x1=\"\(x1.svg)\" y1=\"\(y1.svg)\" x2=\"\(x2.svg)\" y2=\"\(y2.svg)\" stroke=\"\(color)\"/>\n"
  }

  private func label(_ text: String, x: Double, y: Double, anchor: String, weight: String = "400") -> String {
    "<text x=\"\(x.svg)\" y=\"\(y.svg)\" text-anchor=\"\(anchor)\" font-weight=\"\(weight)\">\(text.escaped)</text>\n"
  }
}

/// Maps numbers to positions, by their logarithm.
private struct LogScale {
  let low: Double
  let high: Double
  let from: Double
  let to: Double

  subscript(value: Double) -> Double { from + (to - from) * log(value / low) / log(high / low) }

  /// 1 to 9 times each power of ten within the range.
  var ticks: [Double] {
    (Int(log10(low))...Int(log10(high))).flatMap { power in (1...9).map { Double($0) * pow(10, Double(power)) } }
      .filter { $0 >= low && $0 <= high }
  }
}

extension Double {
  /// With one digit after the decimal point.
  fileprivate var svg: String { String(format: "%.1f", self) }

  /// Nanoseconds as text for people.
  fileprivate var duration: String {
    self < 1_000 ? "\(Int(self)) ns" : self < 1_000_000 ? "\(Int(self / 1_000)) µs" : "\(Int(self / 1_000_000)) ms"
  }
}

extension String {
  fileprivate var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
