"""What a student handed in: decode, repair, C files, parts to run, suspicious access."""
