"""Codes with which sockets are closed (RFC 6455); those from 4000 on are for applications."""

GOING_AWAY = 1001
RESTARTING = 1012
"""Served elsewhere from now on, or by a restarting server: try again immediately."""
TRY_LATER = 1013
"""The server cannot show the match at the moment."""
TOO_SLOW = 4008
NOT_FOUND = 4404
TOO_MANY = 4429
