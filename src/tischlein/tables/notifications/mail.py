"""Mail: submission to a server, and the layout of messages."""

from __future__ import annotations

import asyncio
import re
import ssl
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr, parseaddr
from html import escape
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import aiosmtplib

from tischlein.core.errors import TischleinError

SECONDS = 20.0
"""How long each step of submitting a mail may take ..."""
TOTAL_SECONDS = 60.0
"""... and all of them together, whatever the server answers."""
LONGEST_ADDRESS = 254
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]+\.)+[A-Za-z0-9-]{2,}")
_PERMANENT = (500, 599)
"""Answers of a mail server that are permanent."""


class BouncedError(Exception):
    """The mail server refuses the recipient for good."""


class NotSentError(Exception):
    """The mail server does not answer, or asks to try again."""


class MailServer(NamedTuple):
    """A mail server that accepts mail for delivery."""

    host: str
    port: int
    tls: bool
    """Whether the connection begins with TLS; otherwise STARTTLS is used if offered."""
    sender: str
    """An address, perhaps with a name: ``Tischlein <table@example.org>``."""
    user: str = ""
    password: str = ""

    async def send(self, mail: EmailMessage, recipient: str) -> None:
        """Submit a mail.

        Raises
        ------
        BouncedError
            If the recipient is refused for good.
        NotSentError
            If it can be tried again.
        """
        try:
            async with asyncio.timeout(TOTAL_SECONDS):
                await aiosmtplib.send(
                    mail,
                    sender=parseaddr(self.sender)[1],
                    recipients=[recipient],
                    hostname=self.host,
                    port=self.port,
                    use_tls=self.tls,
                    username=self.user or None,
                    password=self.password or None,
                    timeout=SECONDS,
                )
        except aiosmtplib.SMTPRecipientsRefused as error:
            codes = [one.code for one in error.recipients]
            if codes and all(_PERMANENT[0] <= code <= _PERMANENT[1] for code in codes):
                raise BouncedError(str(codes)) from error
            raise NotSentError(_describe(error)) from error
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            raise NotSentError(_describe(error)) from error

    async def check(self) -> None:
        """Connect, authenticate, and disconnect (NotSentError)."""
        client = aiosmtplib.SMTP(
            hostname=self.host, port=self.port, use_tls=self.tls, timeout=SECONDS
        )
        try:
            async with client:
                if self.user:
                    await client.login(self.user, self.password)
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            raise NotSentError(_describe(error)) from error


def _describe(error: Exception) -> str:
    """Return why a mail server does not accept mail, in one line.

    Servers like to repeat who wanted to send what to whom: only the codes of their answers are
    included.
    """
    of_tls = error if isinstance(error, ssl.SSLError) else error.__cause__
    if isinstance(of_tls, ssl.SSLCertVerificationError):
        return f"its certificate is not valid: {of_tls.verify_message}"
    if isinstance(of_tls, ssl.SSLError):
        return f"no TLS: {of_tls.reason or type(of_tls).__name__}"
    if isinstance(error, aiosmtplib.SMTPAuthenticationError):
        return f"it does not accept the user and the password (code {error.code})"
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused):
        return f"it takes nothing for this address (codes {[one.code for one in error.recipients]})"
    if isinstance(error, aiosmtplib.SMTPSenderRefused):
        return f"it takes nothing from --mail-from (code {error.code})"
    if isinstance(error, aiosmtplib.SMTPResponseException) and error.code < 0:
        return "it answers as no mail server does"
    if isinstance(error, aiosmtplib.SMTPResponseException):
        return f"it answers with code {error.code} ({type(error).__name__})"
    if isinstance(error, TimeoutError):
        return "it does not answer in time"
    if isinstance(error, OSError):
        known = (one.strerror for one in (error, error.__cause__) if isinstance(one, OSError))
        return f"it cannot be reached ({next(filter(None, known), type(error).__name__)})"
    return type(error).__name__


def mail_server(address: str, sender: str) -> MailServer:
    """Return the mail server of an address such as ``smtp://user:password@mail.example.org:587``.

    Raises
    ------
    TischleinError
        If it is invalid, or the sender is no mail address.
    """
    parts = urlsplit(address)
    try:
        port = parts.port
    except ValueError:
        port = 0
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or port == 0:
        raise TischleinError(
            "a mail server is written smtp://USER:PASSWORD@HOST:PORT (smtps: TLS from the start)"
        )
    if not is_address(parseaddr(sender)[1]):
        raise TischleinError(
            f"{sender!r} is no address that mail can come from: write one@example.org"
        )
    tls = parts.scheme == "smtps"
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    usual = 465 if tls else 587
    return MailServer(parts.hostname, port or usual, tls, sender, user, password)


def is_address(text: str) -> bool:
    """Whether a text is a mail address, as far as can be told without writing to it."""
    return len(text) <= LONGEST_ADDRESS and _ADDRESS.fullmatch(text) is not None


class Paragraph(NamedTuple):
    """A paragraph of a mail."""

    text: str
    link: str = ""
    """The link of its text, in the HTML; below it in the plain text."""


def compose(
    server: MailServer,
    recipient: str,
    subject: str,
    paragraphs: list[Paragraph],
    foot: list[Paragraph],
    *,
    message: str,
    now: int,
    stop: str = "",
    language: str = "en",
) -> EmailMessage:
    """Return a mail as plain text with the same as simple HTML.

    Parameters
    ----------
    message
        The message's name: the same when it is sent again, so that mail programs can tell.
    now
        Milliseconds since 1970.
    stop
        Where a program unsubscribes with one request (RFC 8058).
    """
    name, address = parseaddr(server.sender)
    mail = EmailMessage(policy=SMTP)
    mail["From"] = formataddr((name or "Tischlein", address))
    mail["To"] = recipient
    mail["Subject"] = " ".join(subject.split())
    mail["Date"] = format_datetime(datetime.fromtimestamp(now / 1000, UTC))
    mail["Message-ID"] = f"<{message}@{address.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    if stop:
        mail["List-Unsubscribe"] = f"<{stop}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    parts = ["\n".join(filter(None, one)) for one in paragraphs]
    ends = ["\n".join(filter(None, one)) for one in foot]
    mail.set_content("\n\n".join([*parts, "-- \n" + "\n".join(ends)]) + "\n")
    body = "\n".join(f"<p>{_html(one)}</p>" for one in paragraphs)
    small = "\n".join(f'<p style="color:#6A5F54;font-size:small">{_html(one)}</p>' for one in foot)
    mail.add_alternative(
        f'<!doctype html>\n<html lang="{language}">\n<body style="font-family:sans-serif;'
        f'color:#2B2622;background:#FBF7EF;padding:1em">\n{body}\n{small}\n</body>\n</html>\n',
        subtype="html",
    )
    return mail


def _html(paragraph: Paragraph) -> str:
    text = escape(paragraph.text).replace("\n", "<br>")
    if not paragraph.link:
        return text
    return f'<a style="color:#A63D2F" href="{escape(paragraph.link)}">{text}</a>'
