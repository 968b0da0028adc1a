"""LIN, the files and links of Bridge Base Online, read and written."""
