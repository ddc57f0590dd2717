/** A dropped connection: the server closes the socket, and `fetch` rejects. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}
