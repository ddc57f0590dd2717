/** A share with two decimals, or a dash. */
export const percent = (share: number): string => (Number.isNaN(share) ? '–' : `${(share * 100).toFixed(2)} %`);
