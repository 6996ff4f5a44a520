"""Many rows into a table at once, by the shortest way of each database.

Into SQLite through the driver, which takes tuples: SQLAlchemy first makes a dictionary of parameters of each row, which
takes as long as SQLite takes to insert it. Into PostgreSQL by COPY: statements that insert one row each reach half that
rate.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DatabaseError, OperationalError

ENOUGH: Final = 64  # rows; fewer are inserted into PostgreSQL as quickly
SQLITE: Final = sqlite.dialect()

Row = Mapping[str, object]
Bind = Callable[[object], object]


def add(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """The rows are there. All name the same columns. Raises DatabaseError, for a key that is taken too."""
    _add(connection, table, rows, new=False)


def add_new(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """The rows are there; one whose primary key was taken already is left as it was. Raises DatabaseError."""
    _add(connection, table, rows, new=True)


def _add(connection: Connection, table: Table, rows: Sequence[Row], *, new: bool) -> None:
    if not rows:
        return
    names = tuple(rows[0])
    if connection.dialect.name == "sqlite":
        text = f"{_into(table, names)} VALUES ({', '.join('?' * len(names))}){_unless_taken(table, new=new)}"
        binds = _binds(table, names)
        connection.exec_driver_sql(text, [_values(row, binds) for row in rows])
    elif len(rows) >= ENOUGH:
        _copy(connection, table, names, rows, new=new)
    else:
        statement = postgresql.insert(table)
        connection.execute(
            statement.on_conflict_do_nothing(index_elements=_key(table)) if new else statement, [*map(dict, rows)]
        )


def _into(table: Table, names: Sequence[str]) -> str:
    return f'INSERT INTO "{table.name}" ({_columns(names)})'


def _columns(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _key(table: Table) -> list[str]:
    return [column.name for column in table.primary_key]


def _unless_taken(table: Table, *, new: bool) -> str:
    # Only the primary key: another constraint that is violated has to be seen.
    return f" ON CONFLICT ({_columns(_key(table))}) DO NOTHING" if new else ""


@lru_cache
def _binds(table: Table, names: tuple[str, ...]) -> tuple[tuple[str, Bind | None], ...]:
    """The columns, with what makes a value of each one that SQLite's driver takes."""
    return tuple((name, table.c[name].type.dialect_impl(SQLITE).bind_processor(SQLITE)) for name in names)


def _values(row: Row, binds: tuple[tuple[str, Bind | None], ...]) -> tuple[object, ...]:
    return tuple([row[name] if bind is None else bind(row[name]) for name, bind in binds])


def _copy(connection: Connection, table: Table, names: Sequence[str], rows: Sequence[Row], *, new: bool) -> None:
    """The rows are in the table, those that are new by way of a table of the session."""
    import psycopg

    target = table.name
    if new:
        target = f"staging_{table.name}"
        connection.exec_driver_sql(
            # Without the constraints of the table: those are checked where the rows go.
            f'CREATE TEMP TABLE IF NOT EXISTS "{target}" ON COMMIT DELETE ROWS '
            f'AS SELECT * FROM "{table.name}" WITH NO DATA'
        )
    driver = connection.connection.driver_connection
    assert isinstance(driver, psycopg.Connection)
    statement = f'COPY "{target}" ({_columns(names)}) FROM STDIN'
    try:
        with driver.cursor() as cursor, cursor.copy(statement.encode()) as copy:
            for row in rows:
                copy.write_row([row[name] for name in names])
    except psycopg.OperationalError as error:
        raise OperationalError(statement, None, error) from error
    except psycopg.Error as error:
        raise DatabaseError(statement, None, error) from error
    if new:
        # What is moved is deleted in the same statement: the next rows of this transaction begin anew.
        connection.exec_driver_sql(
            f'WITH moved AS (DELETE FROM "{target}" RETURNING {_columns(names)}) '
            f"{_into(table, names)} SELECT {_columns(names)} FROM moved{_unless_taken(table, new=True)}"
        )
