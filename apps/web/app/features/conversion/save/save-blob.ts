/** Milliseconds a download may need its URL; a click starts the transfer from memory immediately. */
const ADDRESS_LIFETIME_MS = 60_000;

/** Downloads bytes through the browser. The object URL is created for the click and then revoked. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_LIFETIME_MS);
}
