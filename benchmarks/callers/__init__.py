"""The model of callers: solved deals to fit it to, the fit, and how well it reads calls of others."""
