"""The command line, `atout`: one module for each command."""
