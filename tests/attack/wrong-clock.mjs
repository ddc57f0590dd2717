/** Loaded into an attacked server: its clock is wrong by `ATTACK_CLOCK_MS` milliseconds. */
const shift = Number(process.env.ATTACK_CLOCK_MS);
const RightDate = Date;

globalThis.Date = class Date extends RightDate {
  constructor(...parts) {
    if (parts.length === 0) super(RightDate.now() + shift);
    else super(...parts);
  }

  static now() {
    return RightDate.now() + shift;
  }
};
