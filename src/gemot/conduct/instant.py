"""Instants as text: RFC 3339 in UTC with milliseconds, which sort as they follow."""

from datetime import UTC, datetime, timedelta

FORM = "%Y-%m-%dT%H:%M:%S.%f"


def parse(at: str) -> datetime:
    """The time of an instant."""
    return datetime.strptime(at[:-1], FORM).replace(tzinfo=UTC)


def render(at: datetime) -> str:
    """The instant of a time."""
    return at.astimezone(UTC).strftime(FORM)[:-3] + "Z"


def later(at: str, seconds: float) -> str:
    """The instant so many seconds after `at`; before it where negative."""
    return render(parse(at) + timedelta(seconds=seconds))
