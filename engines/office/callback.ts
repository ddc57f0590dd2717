/**
 * The smallest module that makes a JavaScript function callable from a table of WebAssembly functions: it imports `e.f` of type
 * (i32, i32, i32) → () and exports it again as `f`.
 */
const SHIM = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x07, 0x01, 0x60, 0x03, 0x7f, 0x7f, 0x7f, 0x00],
  ...[0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00],
  ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
]);

/** LibreOfficeKitCallback: message type, pointer to its text, user data. */
export function callbackFrom(listener: (type: number) => void): unknown {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(SHIM), { e: { f: listener } });
  return instance.exports['f'];
}
