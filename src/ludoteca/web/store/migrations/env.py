"""Run by alembic. The server hands its connection over; from a shell, LUDOTECA_DATABASE_URL is used."""

from alembic import context
from sqlalchemy import create_engine

from ludoteca.web.settings import usual_database
from ludoteca.web.store.schema import Base


def run() -> None:
    given = context.config.attributes.get("connection")
    connection = given if given is not None else create_engine(usual_database()).connect()
    context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


run()
