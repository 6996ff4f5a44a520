"""Many rows into PostgreSQL at once: by COPY into a table of the session, and from there as far as they are new.

Rows that a statement inserts one by one reach half that rate.
"""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, Table
from sqlalchemy.exc import DatabaseError, OperationalError

ENOUGH: Final = 64  # rows; fewer are inserted as quickly


def copy_new(connection: Connection, table: Table, key: Sequence[str], rows: Sequence[dict[str, object]]) -> None:
    """The rows are there; one whose key is taken is left as it is. Raises DatabaseError."""
    import psycopg

    names = list(rows[0])
    columns = ", ".join(f'"{name}"' for name in names)
    staging = f"staging_{table.name}"
    connection.exec_driver_sql(
        # Without the constraints of the table: those are checked where the rows go.
        f'CREATE TEMP TABLE IF NOT EXISTS {staging} ON COMMIT DELETE ROWS AS SELECT * FROM "{table.name}" WITH NO DATA'
    )
    driver = connection.connection.driver_connection
    assert isinstance(driver, psycopg.Connection)
    statement = f"COPY {staging} ({columns}) FROM STDIN"
    try:
        with driver.cursor() as cursor, cursor.copy(statement.encode()) as copy:
            for row in rows:
                copy.write_row([row[name] for name in names])
    except psycopg.OperationalError as error:
        raise OperationalError(statement, None, error) from error
    except psycopg.Error as error:
        raise DatabaseError(statement, None, error) from error
    # What is moved is deleted in the same statement: the next rows of this transaction begin anew.
    connection.exec_driver_sql(
        f"WITH moved AS (DELETE FROM {staging} RETURNING {columns}) "
        f'INSERT INTO "{table.name}" ({columns}) SELECT {columns} FROM moved '
        f"ON CONFLICT ({', '.join(key)}) DO NOTHING"
    )
