/** Errors that a program can catch (PLRM 3.11.2). */
export const PS_ERRORS = [
  'configurationerror',
  'dictfull',
  'dictstackoverflow',
  'dictstackunderflow',
  'execstackoverflow',
  'handleerror',
  'interrupt',
  'invalidaccess',
  'invalidexit',
  'invalidfileaccess',
  'invalidfont',
  'invalidrestore',
  'ioerror',
  'limitcheck',
  'nocurrentpoint',
  'rangecheck',
  'stackoverflow',
  'stackunderflow',
  'syntaxerror',
  'timeout',
  'typecheck',
  'undefined',
  'undefinedfilename',
  'undefinedresource',
  'undefinedresult',
  'unmatchedmark',
  'unregistered',
  'VMerror',
] as const;

export type PsErrorName = (typeof PS_ERRORS)[number];

/** A PostScript error, which the program may catch with `stopped`. */
export class PsError extends Error {
  readonly error: PsErrorName;

  constructor(error: PsErrorName, detail = '') {
    super(detail === '' ? error : `${error}: ${detail}`);
    this.name = 'PsError';
    this.error = error;
  }
}

/** A program ended by an uncaught error. */
export class UncaughtPsError extends Error {
  readonly error: string;
  readonly command: string;

  constructor(error: string, command: string) {
    super(`${error} in ${command}`);
    this.name = 'UncaughtPsError';
    this.error = error;
    this.command = command;
  }
}

/** `stop` on its way out of a procedure called by an operator. */
export class StopSignal extends Error {}

/** The program needs a typeface that is not loaded: load it and run the program again. */
export class MissingFace extends Error {
  readonly face: string;

  constructor(face: string) {
    super(`needs ${face}`);
    this.name = 'MissingFace';
    this.face = face;
  }
}
