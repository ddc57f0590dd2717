/** Something the person at the keyboard can put right. */
export class CommandRefused extends Error {}
