import Trackable

/// 256 keys, for events with many properties.
package enum ManyKeys: String, Key, CaseIterable {
  case k000, k001, k002, k003, k004, k005, k006, k007, k008, k009, k010, k011, k012, k013, k014, k015
  case k016, k017, k018, k019, k020, k021, k022, k023, k024, k025, k026, k027, k028, k029, k030, k031
  case k032, k033, k034, k035, k036, k037, k038, k039, k040, k041, k042, k043, k044, k045, k046, k047
  case k048, k049, k050, k051, k052, k053, k054, k055, k056, k057, k058, k059, k060, k061, k062, k063
  case k064, k065, k066, k067, k068, k069, k070, k071, k072, k073, k074, k075, k076, k077, k078, k079
  case k080, k081, k082, k083, k084, k085, k086, k087, k088, k089, k090, k091, k092, k093, k094, k095
  case k096, k097, k098, k099, k100, k101, k102, k103, k104, k105, k106, k107, k108, k109, k110, k111
  case k112, k113, k114, k115, k116, k117, k118, k119, k120, k121, k122, k123, k124, k125, k126, k127
  case k128, k129, k130, k131, k132, k133, k134, k135, k136, k137, k138, k139, k140, k141, k142, k143
  case k144, k145, k146, k147, k148, k149, k150, k151, k152, k153, k154, k155, k156, k157, k158, k159
  case k160, k161, k162, k163, k164, k165, k166, k167, k168, k169, k170, k171, k172, k173, k174, k175
  case k176, k177, k178, k179, k180, k181, k182, k183, k184, k185, k186, k187, k188, k189, k190, k191
  case k192, k193, k194, k195, k196, k197, k198, k199, k200, k201, k202, k203, k204, k205, k206, k207
  case k208, k209, k210, k211, k212, k213, k214, k215, k216, k217, k218, k219, k220, k221, k222, k223
  case k224, k225, k226, k227, k228, k229, k230, k231, k232, k233, k234, k235, k236, k237, k238, k239
  case k240, k241, k242, k243, k244, k245, k246, k247, k248, k249, k250, k251, k252, k253, k254, k255

  /// All of them, in order.
  package static let all = allCases
}
