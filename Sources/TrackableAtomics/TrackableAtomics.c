// Everything is in the header. SwiftPM wants a file to compile.
