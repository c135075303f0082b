"""Telling people of their matches when they are not at the table: push, e-mail, webhooks.

What is to be told are *facts* (``facts``): it is somebody's turn, a deadline is near, a match is
over, a chair is kept. They follow from what storage has of a match, so that a server that was
killed finds them again. Whoever wants to hear of them has *subscriptions* (``book``), which storage
keeps together with what waits to be told. The ``teller`` finds facts and sends messages beside
play; nothing at a table ever waits for it.
"""
