"""The stack as a process: its ports, its files, its signals and the end of its children."""
