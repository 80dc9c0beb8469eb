/// Why a line of a session cannot be carried out, and what would have been possible instead.
struct BadLine: Error, CustomStringConvertible {
  let problem: String
  let remedy: String

  init(_ problem: String, _ remedy: String) {
    self.problem = problem
    self.remedy = remedy
  }

  var description: String { "\(problem); \(remedy)" }
}
