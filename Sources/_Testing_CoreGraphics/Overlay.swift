// Swift Testing says that a file which imports it together with a module named CoreGraphics also imports this module.
// The toolchain for Linux says so too but has no such module, so without this one no test that sees CoreGraphics
// compiles: not the tests here, and not those of the programs that use the package. It has nothing to add.
