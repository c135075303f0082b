"""Notifying people about their matches when they are not at the table: push, e-mail, webhooks.

Notifications are about *facts* (``facts``): it is somebody's turn, a deadline is near, a match is
over, a chair is kept. They follow from what is stored of a match, so that a server that was killed
finds them again. People who want notifications have *subscriptions*, which storage keeps together
with waiting messages. The ``notifier`` finds facts and sends messages beside play; nothing at a
table ever waits for it.
"""
