"""The contract that every game fulfils: states, games, positions, events, records, queries.

Nothing is imported here, so a program pays only for the modules it names.
"""
