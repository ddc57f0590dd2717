/** Values in the JSON that the program returns; those it does not name are 0 or empty. */
export type Values = Readonly<Record<string, unknown>>;

export const valuesIn = (value: unknown): Values => (typeof value === 'object' && value !== null ? { ...value } : {});

export const listIn = (value: unknown): readonly Values[] => (Array.isArray(value) ? value.map(valuesIn) : []);

export const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
