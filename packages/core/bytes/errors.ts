/** Why bytes cannot be read; the codes are those of `@bakkum/conversion/errors`. */
export class BytesError extends RangeError {
  override readonly name: string = 'BytesError';
  readonly code: 'corrupt' | 'too-large';

  constructor(code: BytesError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Reading past the end. */
export class EndOfBytes extends BytesError {
  override readonly name = 'EndOfBytes';

  constructor(message = 'it ends too early') {
    super('corrupt', message);
  }
}
