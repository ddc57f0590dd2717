"""The client: requests, retries, errors, and the steps that a conversion takes."""

from __future__ import annotations

import http.client
import json
import os
import random
import shutil
import time
import urllib.error
import urllib.request
import uuid
from typing import Any, BinaryIO, Iterator, Mapping, Sequence
from urllib.parse import urlencode

from .api import Job, Operations

_WAIT_SECONDS = 30
_TIMEOUT_SECONDS = 90
_FIRST_PAUSE_SECONDS = 0.5
_LONGEST_PAUSE_SECONDS = 60.0
_CHUNK_BYTES = 64 * 1024
_RETRY_ALWAYS = {429, 503}
_RETRY_IF_REPEATABLE = {500, 502, 504}

_File = str | BinaryIO
_Form = tuple["_File | Sequence[_File]", Mapping[str, Any], "str | None"]


class BakkumError(Exception):
    """A failed request or job. `code` is stable; do not rely on the message."""

    def __init__(self, message: str, code: str, status: int = 0, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        # HTTP status; 0 if a job failed or there was no response.
        self.status = status
        self.details = dict(details or {})


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Refuses redirects, because they could send the API key to another server."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Bakkum(Operations):
    """Converts files. Methods raise `BakkumError`."""

    def __init__(self, base_url: str, api_key: str, *, language: str = "en", retries: int = 3) -> None:
        self._base = base_url.rstrip("/") + "/api/v1"
        self._headers = {"Authorization": f"Bearer {api_key}", "Accept-Language": language}
        self._retries = retries
        self._opener = urllib.request.build_opener(_NoRedirects)

    def convert(
        self, file: _File | Sequence[_File], target_format: str, *, filename: str | None = None, **order: Any
    ) -> Job:
        """Converts a file, given as a path or as a file object, and returns the completed job.

        For an operation on several files, `file` is a list. `order` has the fields of the API: `operation`, `quality`, `options`, `retention`, `tag`, `webhook_url`.
        """
        fields = {"target_format": target_format, **order}
        job = self.convert_file(file, fields, filename=filename, idempotency_key=str(uuid.uuid4()))
        return self.wait(job["job_id"])

    def wait(self, job_id: str) -> Job:
        """Waits until a job has ended. Raises `BakkumError` if it failed."""
        while True:
            job = self.get_job(job_id, wait=_WAIT_SECONDS)
            if job["status"] == "completed":
                return job
            if job["status"] not in ("queued", "processing"):
                error = job["error"] or {"code": job["status"].upper(), "message": f"The job is {job['status']}."}
                raise BakkumError(error["message"], error["code"], details={"job": job})

    def save(self, job_id: str, path: str, *, file: int | None = None) -> None:
        """Downloads the result to a path. If there are several files, saves the one with the index `file`, or all as a ZIP."""
        with self.download_result(job_id, file=file) as result, open(path, "wb") as target:
            shutil.copyfileobj(result, target, _CHUNK_BYTES)

    def _send(self, method: str, path: str, **request: Any) -> None:
        self._open(method, path, **request).close()

    def _send_json(self, method: str, path: str, **request: Any) -> Any:
        with self._open(method, path, **request) as response:
            return json.load(response)

    def _send_stream(self, method: str, path: str, **request: Any) -> BinaryIO:
        return self._open(method, path, **request)

    def _open(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, Any] | None = None,
        body: Any = None,
        form: _Form | None = None,
    ) -> Any:
        given = {name: str(value) for name, value in (headers or {}).items() if value is not None}
        asked = {name: value for name, value in (query or {}).items() if value is not None}
        address = self._base + path + (f"?{urlencode(asked)}" if asked else "")
        repeatable = method in ("GET", "PUT", "DELETE") or "idempotency-key" in given
        for attempt in range(self._retries + 1):
            is_last = attempt == self._retries
            # Outside of `try`: a file that cannot be read is not a failure of the server.
            content, more = _content(body, form)
            try:
                sent = urllib.request.Request(address, data=content, method=method, headers={**self._headers, **given, **more})
                return self._opener.open(sent, timeout=_TIMEOUT_SECONDS)
            except urllib.error.HTTPError as error:
                status = error.code
                may_retry = status in _RETRY_ALWAYS or (repeatable and status in _RETRY_IF_REPEATABLE)
                pause = _pause(attempt, error.headers.get("Retry-After"))
                if is_last or not may_retry or pause > _LONGEST_PAUSE_SECONDS:
                    raise _problem(error) from None
                error.close()
                time.sleep(pause)
            except (OSError, http.client.HTTPException) as error:
                if is_last or not repeatable:
                    raise BakkumError(f"The server didn't respond: {error}", "UNREACHABLE") from error
                time.sleep(_pause(attempt, None))
        raise AssertionError("unreachable")


def _pause(attempt: int, retry_after: str | None) -> float:
    """Seconds until the next attempt."""
    if retry_after is not None and retry_after.isdigit():
        return float(retry_after)
    return min(_LONGEST_PAUSE_SECONDS, _FIRST_PAUSE_SECONDS * 2**attempt * (0.75 + random.random() / 2))


def _problem(error: urllib.error.HTTPError) -> BakkumError:
    with error:
        try:
            told = json.load(error)["error"]
            return BakkumError(told["message"], told["code"], error.code, told.get("details"))
        except (ValueError, KeyError, TypeError):
            return BakkumError(f"The server responded with {error.code}.", "UNEXPECTED_RESPONSE", error.code)


def _content(body: Any, form: _Form | None) -> tuple[Any, dict[str, str]]:
    if form is not None:
        return _multipart(*form)
    if body is None:
        return None, {}
    return json.dumps(body).encode(), {"Content-Type": "application/json"}


def _multipart(
    files: _File | Sequence[_File], fields: Mapping[str, Any], filename: str | None
) -> tuple[Iterator[bytes], dict[str, str]]:
    """Streams a form. The files come last, because the server reads fields in order."""
    boundary = uuid.uuid4().hex
    given = list(files) if isinstance(files, (list, tuple)) else [files]
    head = "".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{_field(value)}\r\n'
        for key, value in fields.items()
        if value is not None
    ).encode()
    begins = [_file_head(file, boundary, filename) for file in given]
    end = f"--{boundary}--\r\n".encode()
    length = len(head) + sum(len(begin) + _size(file) + 2 for begin, file in zip(begins, given)) + len(end)

    def parts() -> Iterator[bytes]:
        yield head
        for begin, file in zip(begins, given):
            yield begin
            yield from _chunks(file)
            yield b"\r\n"
        yield end

    return parts(), {"Content-Type": f"multipart/form-data; boundary={boundary}", "Content-Length": str(length)}


def _file_head(file: _File, boundary: str, filename: str | None) -> bytes:
    name = filename or os.path.basename(file if isinstance(file, str) else str(getattr(file, "name", "file")))
    # As browsers write it (HTML standard, multipart/form-data).
    safe = name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
    part = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{safe}"\r\n'
    return (part + "Content-Type: application/octet-stream\r\n\r\n").encode()


def _size(file: _File) -> int:
    return os.stat(file).st_size if isinstance(file, str) else file.seek(0, os.SEEK_END)


def _chunks(file: _File) -> Iterator[bytes]:
    if isinstance(file, str):
        with open(file, "rb") as stream:
            yield from _chunks(stream)
        return
    file.seek(0)
    while chunk := file.read(_CHUNK_BYTES):
        yield chunk


def _field(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value) if isinstance(value, (dict, list)) else str(value)
