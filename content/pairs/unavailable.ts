/**
 * Why pairs that people search for are not offered. The page of such a pair shows the reason, as `unavailable_REASON` of the
 * messages. The first rule that fits applies; without `from` or `to`, any format fits.
 */
export type UnavailableReason = 'camera' | 'hevc' | 'rar' | 'kfx';

type Rule = { readonly from?: readonly string[]; readonly to?: readonly string[]; readonly reason: UnavailableReason };

const RULES: readonly Rule[] = [
  // Developed by LibRaw, but tried with none of these cameras' own files yet.
  { from: ['cr2', 'cr3', 'nef', 'arw', 'raf', 'orf', 'rw2'], reason: 'camera' },
  { to: ['heic'], reason: 'hevc' },
  { to: ['rar', 'cbr'], reason: 'rar' },
  { to: ['kfx'], reason: 'kfx' },
];

/** Returns why a pair is not offered, if there is more to say than that it is missing. */
export function unavailableReason(from: string, to: string): UnavailableReason | undefined {
  return RULES.find((rule) => (rule.from?.includes(from) ?? true) && (rule.to?.includes(to) ?? true))?.reason;
}
