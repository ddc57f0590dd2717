/** Basic colours of CSS and those that people use most (CSS Color 4, 6.1). */
const NAMED: Readonly<Record<string, string>> = {
  aqua: '#00ffff',
  black: '#000000',
  blue: '#0000ff',
  brown: '#a52a2a',
  cyan: '#00ffff',
  fuchsia: '#ff00ff',
  gold: '#ffd700',
  gray: '#808080',
  green: '#008000',
  grey: '#808080',
  hotpink: '#ff69b4',
  lime: '#00ff00',
  magenta: '#ff00ff',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  orange: '#ffa500',
  pink: '#ffc0cb',
  purple: '#800080',
  red: '#ff0000',
  silver: '#c0c0c0',
  skyblue: '#87ceeb',
  teal: '#008080',
  violet: '#ee82ee',
  white: '#ffffff',
  yellow: '#ffff00',
};

/** Formats components from 0 to 255 as `#rrggbb`. */
export function hexColour(components: readonly number[]): string {
  const digits = components.map((value) =>
    Math.round(Math.min(255, Math.max(0, value)))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}

/** The components of `#rrggbb`, from 0 to 255. */
export function componentsOf(colour: string): readonly [red: number, green: number, blue: number] {
  const value = Number.parseInt(colour.slice(1, 7), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Parses a CSS colour to `#rrggbb` without its opacity. Returns `undefined` for `none`, `transparent` and everything else. */
export function parseCssColour(text: string): string | undefined {
  const spelled = text.trim().toLowerCase();
  if (Object.hasOwn(NAMED, spelled)) return NAMED[spelled];
  const [, short, long] = /^#(?:([0-9a-f]{3})[0-9a-f]?|([0-9a-f]{6})(?:[0-9a-f]{2})?)$/.exec(spelled) ?? [];
  if (long !== undefined) return `#${long}`;
  if (short !== undefined) return `#${[...short].map((digit) => digit + digit).join('')}`;
  const list = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(spelled);
  return list ? hexColour(list.slice(1).map(Number)) : undefined;
}
