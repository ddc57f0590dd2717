import { createFinder, type TermFinder } from '@bakkum/prompt-analysis/word-match';
import { hex, type Rgb } from './colour.ts';
import {
  COLOUR_WORDS,
  FIGURE_WORDS,
  type FigureName,
  MOOD_WORDS,
  type MoodName,
  PLACE_WORDS,
  type PlaceName,
  SEASON_WORDS,
  type SeasonName,
  TIME_WORDS,
  type TimeName,
  WEATHER_WORDS,
  type WeatherName,
} from './vocabulary-table.ts';

/** The renderer's interpretation of a prompt. Fields the prompt does not mention are absent. */
export type Reading = {
  readonly figures: readonly FigureName[];
  readonly place?: PlaceName;
  readonly time?: TimeName;
  readonly weather?: WeatherName;
  readonly season?: SeasonName;
  readonly colours: readonly Rgb[];
  readonly moods: readonly MoodName[];
};

/** Maximum number of figures; more would overlap. */
const MAX_FIGURES = 2;

/** Interprets an English or Korean prompt. Things named first come first. */
export function readPrompt(prompt: string): Reading {
  // The golden hour is not a colour.
  const find = createFinder(prompt.replaceAll(/golden[ -]hour/gi, 'goldenhour'));
  const found = <Name extends string>(table: Readonly<Record<Name, string>>): readonly Name[] =>
    namesOf(table)
      .map((name) => ({ name, at: firstPlace(table[name], find) }))
      .filter(({ at }) => at >= 0)
      .sort((one, other) => one.at - other.at)
      .map(({ name }) => name);
  const places = found(PLACE_WORDS);
  // Water goes with another place: a lake in the mountains, a city by the sea.
  const place = places.find((name) => name === 'lake' || name === 'sea') ?? places[0];
  const [time] = found(TIME_WORDS);
  const [weather] = found(WEATHER_WORDS);
  const [season] = found(SEASON_WORDS);
  const figures = found(FIGURE_WORDS).filter((name) => name !== 'tree' || place !== 'table');
  return {
    figures: figures.includes('portrait') ? ['portrait'] : figures.slice(0, MAX_FIGURES),
    ...(place && { place }),
    ...(time && { time }),
    ...(weather && { weather }),
    ...(season && { season }),
    colours: found(COLOUR_WORDS).map(hex),
    moods: found(MOOD_WORDS),
  };
}

function firstPlace(terms: string, find: TermFinder): number {
  const places = terms
    .split(' ')
    .map(find)
    .filter((at) => at >= 0);
  return places.length === 0 ? -1 : Math.min(...places);
}

function namesOf<Name extends string>(table: Readonly<Record<Name, string>>): readonly Name[] {
  return Object.keys(table) as Name[];
}
