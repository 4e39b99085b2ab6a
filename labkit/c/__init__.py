"""C blanks: compiling and calling what students write, and showing what went wrong."""
