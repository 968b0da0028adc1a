"""The documentation: the pages, and the programs that write parts of them."""
