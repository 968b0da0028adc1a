"""Archives of logs, analysed by many processes and resumed where they stopped."""
