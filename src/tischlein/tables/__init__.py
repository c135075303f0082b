"""Hosted play: matches, seats, events, fair chance and the storage beneath them.

The :mod:`hall <tischlein.tables.hall>` has all tables of a server; its parts, and the words that
all packages share (``stored``, ``problems``, ``match_ids``), are the modules here. The rest is
grouped by subject: one running ``match``, its ``seats`` and its ``chance``; the ``players``;
``storage`` and its ``upkeep``; ``computing`` and ``concurrency`` off the event loop; ``review`` of
finished matches, and ``notifications`` about those that wait.
"""
