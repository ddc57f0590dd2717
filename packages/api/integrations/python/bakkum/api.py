"""Types and operations of the conversion API.

Generated from its OpenAPI description. Do not edit: run the test of @bakkum/api-integrations with -u.
"""

from __future__ import annotations

from typing import Any, BinaryIO, Literal, Mapping, NotRequired, Sequence, TypedDict
from urllib.parse import quote

class WebhookEvent(TypedDict):
    type: Literal["conversion.completed", "conversion.failed"]
    # When the job ended
    timestamp: str
    data: Job


class Job(TypedDict):
    job_id: str
    status: Literal["queued", "processing", "completed", "error", "cancelled", "expired"]
    # Percent; null if progress can’t be measured
    progress: int | None
    # What is made of several files; null for a conversion of one
    operation: Literal["combine", "compare", "sign"] | None
    # Number of files the job was created with
    input_count: int
    # Name of the first file; null once the job has expired
    original_filename: str | None
    # Format of the first file
    source_format: str
    target_format: str
    # Total size of all files in bytes
    original_size: int
    converted_filename: str | None
    # Total size of all result files in bytes
    file_size: int | None
    download_url: str | None
    # Number of result files
    file_count: int
    # More than one if a file becomes several, such as one image per page. Lists of jobs contain only the first 20 files of each job; get the job to see all of them
    files: list[JobFiles]
    # What the conversion keeps: lossless, lossy, layout-lost, text-only, picture
    fidelity: str | None
    warnings: list[JobWarnings]
    error: JobError | None
    # Estimated from progress, recent conversions of the same kind and the queue; null when the job has ended
    estimated_completion: str | None
    created_at: str
    started_at: str | None
    completed_at: str | None
    # When the result is deleted
    expires_at: str | None
    # Deadline for retrying the job
    retry_until: str | None
    retention: Literal["1h", "24h", "7d", "30d"]
    storage: Literal["temporary", "persistent", "archive"]
    # Whether backup storage has a copy of the result
    backup: Literal["off", "pending", "kept"]
    attempts: int
    webhook_url: str | None
    tag: str | None


class Upload(TypedDict):
    upload_id: str
    filename: str
    # Total file size in bytes; null until a resumable upload declares it
    size: int | None
    # Bytes received so far
    received: int
    complete: bool
    # Format detected from the content; null until the upload is complete, or if the format is unknown
    format: str | None
    created_at: str
    expires_at: str


class Problem(TypedDict):
    type: str
    # In the language of the request
    title: str
    status: int
    error: ProblemError


class UploadFromUrl(TypedDict):
    # URL of a file on a public server, http or https
    url: str
    # File name with extension
    filename: NotRequired[str]


class JobRequest(TypedDict):
    # ID of an uploaded file
    upload_id: NotRequired[str]
    # IDs of uploaded files, in their order
    upload_ids: NotRequired[list[str]]
    # URL of a file on a public server, http or https
    url: NotRequired[str]
    # File name to use with `url`, if it differs from the last part of the URL
    filename: NotRequired[str]
    # What to make of several files. `combine`: one file of 2 to 100, in their order. `compare`: the differences of 2 documents, as `pdf`, `json` or `txt`. To sign, send the files in a form
    operation: NotRequired[Literal["combine", "compare"]]
    # Format to convert to: `pdf`, `png`, …
    target_format: str
    # Used only if the conversion has this option
    quality: NotRequired[Literal["high", "medium", "low"]]
    # Options of this conversion or operation, as listed by GET /api/v1/formats/{from}/{to}
    options: NotRequired[dict[str, str | float | bool | None]]
    # URL to notify when the job ends
    webhook_url: NotRequired[str]
    # How long to keep the result
    retention: NotRequired[Literal["1h", "24h", "7d", "30d"]]
    # `temporary`: up to one day. `persistent`: for the time set by `retention`. `archive`: until you delete it. By default, it depends on `retention`
    storage: NotRequired[Literal["temporary", "persistent", "archive"]]
    # Keep a copy in backup storage, if this server has any
    backup: NotRequired[bool]
    # Your own label, returned with the job and usable as a filter
    tag: NotRequired[str]


class JobList(TypedDict):
    jobs: list[Job]
    next_cursor: str | None


class Export(TypedDict):
    filename: str
    # Bytes that were uploaded
    size: int
    # Number of attempts that were needed
    attempts: int
    # The `ETag` of the stored object, if the storage returned one
    etag: str | None


class ExportRequest(TypedDict):
    # URL signed for PUT on a public server, http or https
    url: str
    # Index of the file, if there are several
    file: NotRequired[int]
    # Headers that the URL was signed with: `Content-Type`, `Content-Disposition`, `Content-Language`, `Content-MD5`, `Cache-Control`, and names that begin with `x-amz-`, `x-goog-` or `x-ms-`
    headers: NotRequired[dict[str, str]]


class FormatList(TypedDict):
    formats: list[FormatListFormats]


Conversion = TypedDict("Conversion", {
    "from": "str",
    "to": "str",
    "fidelity": "str",
    "options": "dict[str, Any]",
    "browsers": "list[Literal[\"chromium\", \"firefox\", \"safari\", \"phones\"]]",
})


class Account(TypedDict):
    tier: Literal["anonymous", "free", "pro", "enterprise"]
    scopes: list[Literal["convert:read", "convert:write", "account:read"]]
    limits: AccountLimits
    usage: AccountUsage


class Webhook(TypedDict):
    # URL notified of jobs that are created with an API key and have no `webhook_url`
    url: str | None
    # Null if none has been created
    secret: WebhookSecretObject | None


class WebhookRequest(TypedDict):
    # http or https URL on a public server; null turns notifications off
    url: str | None


class WebhookSecret(TypedDict):
    # `whsec_…`, used to sign messages according to Standard Webhooks. Shown only once
    secret: str


class DeliveryList(TypedDict):
    deliveries: list[Delivery]


class Delivery(TypedDict):
    # The `webhook-id` of the message
    delivery_id: str
    job_id: str
    event: str
    # Null one day after creation, when the message is deleted
    url: str | None
    status: Literal["pending", "delivered", "failed"]
    created_at: str
    next_attempt_at: str | None
    attempts: list[DeliveryAttempts]


class JobFiles(TypedDict):
    index: int
    filename: str
    media_type: str
    size: int
    download_url: str


class JobWarnings(TypedDict):
    code: str
    message: str
    params: dict[str, str | float]


class JobError(TypedDict):
    code: str
    message: str
    # Index of the file that failed, if the job has several and it is known
    input: int | None


class ProblemError(TypedDict):
    code: Literal["INVALID_REQUEST", "INVALID_FORMAT", "INVALID_OPTION", "UNKNOWN_FILE", "EMPTY_FILE", "TOO_MANY_PIECES", "INVALID_URL", "URL_NOT_FETCHED", "URL_NOT_STORED", "INVALID_API_KEY", "INSUFFICIENT_SCOPE", "FOREIGN_ORIGIN", "PLAN_NEEDED", "STORAGE_FULL", "NOT_FOUND", "METHOD_NOT_ALLOWED", "IDEMPOTENCY_CONFLICT", "OFFSET_CONFLICT", "UPLOAD_INCOMPLETE", "NOT_READY", "NOT_POSSIBLE_NOW", "GONE", "UNSUPPORTED_PROTOCOL", "FILE_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "RANGE_NOT_SATISFIABLE", "CONVERSION_FAILED", "RATE_LIMIT_EXCEEDED", "TOO_MANY_JOBS", "TOO_MANY_UPLOADS", "CHECKSUM_MISMATCH", "INTERNAL", "UNAVAILABLE", "QUEUE_FULL", "INSUFFICIENT_STORAGE"]
    message: str
    # `supported_formats`, `fields`, `options`, `retry_after`, …, depending on the code
    details: NotRequired[dict[str, Any]]


class FormatListFormats(TypedDict):
    id: str
    name: str
    extensions: list[str]
    media_type: str
    category: str
    # Formats it can be converted to
    targets: list[str]


class AccountLimits(TypedDict):
    requests_per_hour: int
    reads_per_hour: int
    file_size: int
    open_jobs: int
    jobs_at_once: int
    storage: int
    minutes_per_job: int
    retentions: list[Literal["1h", "24h", "7d", "30d"]]
    storages: list[Literal["temporary", "persistent", "archive"]]
    archive: int


class AccountUsageRequests(TypedDict):
    limit: int
    remaining: int
    resets_at: str


class AccountUsage(TypedDict):
    requests: AccountUsageRequests
    open_jobs: int
    # Bytes; each result file counts as at least 4,096
    storage: int
    # Bytes; each result file counts as at least 4,096
    archive: int


class WebhookSecretObject(TypedDict):
    made_at: str
    # The last characters of the secret
    ends_with: str
    # Messages are also signed with the previous secret until this time
    previous_until: str | None


class DeliveryAttempts(TypedDict):
    at: str
    status: int | None
    fault: str | None
    milliseconds: int


class Operations:
    """One method for each operation. `_send_json` and others are in `client.py`."""

    def create_upload(self, file: str | BinaryIO, fields: Mapping[str, Any] | None = None, *, filename: str | None = None, idempotency_key: str | None = None) -> Upload:
        """Upload a file, or have the server download one from a URL."""
        return self._send_json("POST", "/uploads", headers={"idempotency-key": idempotency_key}, form=(file, fields or {}, filename))

    def upload_from_url(self, body: UploadFromUrl, *, idempotency_key: str | None = None) -> Upload:
        """Upload a file, or have the server download one from a URL."""
        return self._send_json("POST", "/uploads", headers={"idempotency-key": idempotency_key}, body=body)

    def get_upload(self, id: str) -> Upload:
        """Get an upload."""
        return self._send_json("GET", f"/uploads/{quote(id, safe='')}")

    def delete_upload(self, id: str) -> None:
        """Delete an upload."""
        self._send("DELETE", f"/uploads/{quote(id, safe='')}")

    def convert_file(self, file: str | BinaryIO | Sequence[str | BinaryIO], fields: Mapping[str, Any] | None = None, *, filename: str | None = None, idempotency_key: str | None = None) -> Job:
        """Upload and convert a file, or several into one."""
        return self._send_json("POST", "/upload", headers={"idempotency-key": idempotency_key}, form=(file, fields or {}, filename))

    def create_job(self, body: JobRequest, *, idempotency_key: str | None = None) -> Job:
        """Convert an uploaded file, a file at a URL, or several uploaded files into one."""
        return self._send_json("POST", "/jobs", headers={"idempotency-key": idempotency_key}, body=body)

    def list_jobs(self, *, status: Literal["queued", "processing", "completed", "error", "cancelled", "expired"] | None = None, tag: str | None = None, cursor: str | None = None, limit: int | None = None) -> JobList:
        """List jobs, newest first."""
        return self._send_json("GET", "/jobs", query={"status": status, "tag": tag, "cursor": cursor, "limit": limit})

    def get_job(self, id: str, *, wait: float | None = None) -> Job:
        """Get a job; with `wait`, the response arrives when the job ends."""
        return self._send_json("GET", f"/jobs/{quote(id, safe='')}", query={"wait": wait})

    def delete_job(self, id: str) -> None:
        """Delete a job and its files."""
        self._send("DELETE", f"/jobs/{quote(id, safe='')}")

    def cancel_job(self, id: str) -> Job:
        """Cancel a waiting or running job."""
        return self._send_json("POST", f"/jobs/{quote(id, safe='')}/cancel")

    def retry_job(self, id: str) -> Job:
        """Retry a failed or canceled job, until `retry_until`."""
        return self._send_json("POST", f"/jobs/{quote(id, safe='')}/retry")

    def download_result(self, id: str, *, file: int | None = None) -> BinaryIO:
        """Download the result of a job."""
        return self._send_stream("GET", f"/download/{quote(id, safe='')}", query={"file": file})

    def export_result(self, id: str, body: ExportRequest) -> Export:
        """Upload the result of a job to a presigned URL."""
        return self._send_json("POST", f"/jobs/{quote(id, safe='')}/export", body=body)

    def list_formats(self, *, category: str | None = None) -> FormatList:
        """List all conversions."""
        return self._send_json("GET", "/formats", query={"category": category})

    def get_conversion(self, from_: str, to: str, *, operation: Literal["combine", "compare", "sign"] | None = None) -> Conversion:
        """List the options of a conversion or operation."""
        return self._send_json("GET", f"/formats/{quote(from_, safe='')}/{quote(to, safe='')}", query={"operation": operation})

    def get_account(self) -> Account:
        """Get the permissions and usage of the API key."""
        return self._send_json("GET", "/account")

    def get_webhook(self) -> Webhook:
        """Get the default webhook endpoint."""
        return self._send_json("GET", "/webhooks")

    def set_webhook(self, body: WebhookRequest) -> Webhook:
        """Change the default webhook endpoint."""
        return self._send_json("PUT", "/webhooks", body=body)

    def rotate_webhook_secret(self) -> WebhookSecret:
        """Rotate the signing secret."""
        return self._send_json("POST", "/webhooks/secret")

    def list_deliveries(self, *, job_id: str | None = None, limit: int | None = None) -> DeliveryList:
        """List webhook deliveries and their attempts."""
        return self._send_json("GET", "/webhooks/deliveries", query={"job_id": job_id, "limit": limit})

    def replay_delivery(self, id: str) -> None:
        """Redeliver a message unchanged."""
        self._send("POST", f"/webhooks/deliveries/{quote(id, safe='')}/replay")
