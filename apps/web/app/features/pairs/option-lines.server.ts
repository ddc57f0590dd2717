import type { OptionField, OptionsSchema } from '@bakkum/conversion/options';
import { wordsOf } from '@bakkum/i18n/catalogue';
import { choiceName } from '@bakkum/i18n/choice-words';
import { numberFormat } from '@bakkum/i18n/intl';
import type { PairFacts } from './pair-facts.server.ts';
import type { Say } from './say.server.ts';

export type OptionLine = { readonly name: string; readonly choices: string };

/** Audio options, which do not apply to animated images. */
const OF_SOUND: ReadonlySet<string> = new Set(['mute', 'audioCodec', 'audioBitrate', 'sampleRate', 'channels', 'normalise']);

/** Returns the options of this pair with their values. */
export function optionLines({ from, route }: PairFacts, say: Say): readonly OptionLine[] {
  const words = wordsOf(say.locale, 'conversion');
  return Object.entries(schemaOf(from.family, route.options)).map(([name, field]) => {
    const label = words.lookup(`option_${name}`) ?? name;
    return { name: label, choices: choicesOf(name, field, say) };
  });
}

function schemaOf(family: string, schema: OptionsSchema): OptionsSchema {
  if (family !== 'image') return schema;
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !OF_SOUND.has(name)));
}

function choicesOf(name: string, field: OptionField, say: Say): string {
  const words = wordsOf(say.locale, 'conversion');
  switch (field.kind) {
    case 'choice':
      return field.values.map((value) => choiceName(words, say.locale, name, value)).join(', ');
    case 'number': {
      const unit = field.unit ? ` ${words.lookup(`unit_${field.unit}`) ?? field.unit}` : '';
      const spelled = (value: number): string => numberFormat(say.locale).format(value) + unit;
      return field.max >= 10_000 ? say('optionNumber') : say('optionRange', { min: spelled(field.min), max: spelled(field.max) });
    }
    case 'boolean':
      return say('optionYesNo');
    case 'colour':
      return say('optionColour');
    case 'area':
      return say('optionArea');
    case 'text':
      return say('optionText');
  }
}
