"""Who has written what, as the database itself has noted: each node is a user of its own there."""

from __future__ import annotations

from collections import Counter

from tests.postgresql import Cluster

_NOTES = """
CREATE TABLE witnessed (match text, number bigint, owner text, writer text);
CREATE TABLE joined (node text PRIMARY KEY, name text);
CREATE FUNCTION note_writer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO witnessed
        SELECT NEW.match, NEW.number, owner, session_user FROM match WHERE id = NEW.match;
    RETURN NULL;
END $$;
CREATE FUNCTION note_node() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO joined VALUES (NEW.id, session_user) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER note AFTER INSERT ON event DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION note_writer();
CREATE TRIGGER note AFTER INSERT OR UPDATE ON node FOR EACH ROW EXECUTE FUNCTION note_node();
"""
_FOREIGN = """
SELECT count(*) FROM witnessed w
 WHERE w.owner IS NULL OR NOT EXISTS
       (SELECT FROM joined j WHERE j.node = w.owner AND j.name = w.writer)
"""
_TAKEN_OVER = """
SELECT count(*) FROM (SELECT match, owner, lag(owner) OVER (PARTITION BY match ORDER BY number)
                        AS before FROM witnessed) w
 WHERE before IS NOT NULL AND before <> owner
"""


class AuditLog:
    """Notes of every event who owned its match and who wrote it, in the same transaction.

    That is looked at where the transaction ends, since a match that begins at once gets its owner
    after its first events. The row of the match is locked until then, so what is noted cannot be
    overtaken.
    """

    def __init__(self, cluster: Cluster, database: str) -> None:
        """Note what happens in a database (by its name), whose tables must be there already."""
        self._cluster = cluster
        self._database = database
        cluster.command(_NOTES, database)

    def look_over(self) -> Counter[str]:
        """Check that owners alone have written; count what was witnessed."""

        def number(query: str) -> int:
            return int(self._cluster.command(query, self._database))

        assert number(_FOREIGN) == 0, "who does not own a match does not write"
        return Counter(
            {
                "witnessed": number("SELECT count(*) FROM witnessed"),
                "taken over": number(_TAKEN_OVER),
            }
        )


def new_writer(cluster: Cluster, number: int) -> str:
    """Make a user of the database for a node; return the name."""
    name = f"node_{number}"
    cluster.command(f"DROP ROLE IF EXISTS {name}")
    cluster.command(f"CREATE ROLE {name} SUPERUSER LOGIN")
    return name
