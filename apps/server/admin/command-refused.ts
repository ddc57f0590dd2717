/** An error the operator can fix, printed without a stack trace. */
export class CommandRefused extends Error {}
