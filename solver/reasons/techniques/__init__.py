"""Techniques of games of tricks: each with a trigger seen in both lines and a proof by one changed fact.

The definitions follow what players of bridge and whist call by these names; none of them asks which game it
is.
"""
