/** What a conversion preserves, best first. A plan is as faithful as its worst step. */
export const FIDELITIES = ['lossless', 'lossy', 'layout-lost', 'text-only', 'picture'] as const;

export type Fidelity = (typeof FIDELITIES)[number];

export function fidelityRank(fidelity: Fidelity): number {
  return FIDELITIES.indexOf(fidelity);
}

export function worstFidelity(fidelities: readonly Fidelity[]): Fidelity {
  return fidelities.reduce<Fidelity>((worst, next) => (fidelityRank(next) > fidelityRank(worst) ? next : worst), 'lossless');
}
