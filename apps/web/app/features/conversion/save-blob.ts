/** How long a download may need its address; a click starts the transfer from memory at once. */
const ADDRESS_LIFETIME_MS = 60_000;

/** Hands bytes to the browser's downloads. The address is made for the click and taken back. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_LIFETIME_MS);
}
