"""Stand-in players: how a position looks to somebody who plays by less than proof."""
