/** A node of an X3D or VRML scene. */
export type WorldNode = {
  readonly type: string;
  /** Values as text, with commas and quotes. */
  readonly fields: Readonly<Record<string, string>>;
  readonly children: readonly WorldNode[];
};

export const childOfType = (node: WorldNode | undefined, ...types: readonly string[]): WorldNode | undefined =>
  node?.children.find(({ type }) => types.includes(type));

export function numbersOf(text: string | undefined): readonly number[] {
  return (text?.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|0x[0-9a-f]+/gi) ?? []).map(Number);
}
