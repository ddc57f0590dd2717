import type { OptionsSchema, OptionValue, OptionValues } from '@bakkum/conversion/options';
import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import type { ReactNode } from 'react';
import { OptionInput } from './option-input.tsx';
import { writePlace } from './place-in-time.ts';
import { changesBy, cutProblem, hasTargetSize, relevantOptions } from './relevant-options.ts';

export type OptionsFormProps = {
  readonly schema: OptionsSchema;
  readonly values: OptionValues;
  readonly onChange: (name: string, value: OptionValue) => void;
};

type Entry = readonly [name: string, field: OptionsSchema[string]];

/** Headings of long forms, in this order; options that none lists come last, without a heading. */
const GROUPS = {
  group_time: ['trimStart', 'trimEnd'],
  group_picture: [
    'videoCodec',
    'videoBitrate',
    'frameRate',
    'crop',
    'rotate',
    'flip',
    'width',
    'height',
    'fit',
    'background',
    'scale',
    'dpi',
    'screenWidth',
    'frames',
  ],
  group_sound: ['mute', 'audioCodec', 'audioBitrate', 'sampleRate', 'channels', 'normalise'],
  group_pages: [
    'pages',
    'split',
    'splitPages',
    'splitSize',
    'paperSize',
    'pagesPerSheet',
    'cropAreas',
    'cropTop',
    'cropRight',
    'cropBottom',
    'cropLeft',
    'fields',
    'flatten',
    'additions',
  ],
  group_redaction: ['redactText', 'redactAreas'],
  group_marks: [
    'watermark',
    'watermarkPosition',
    'watermarkOpacity',
    'watermarkColour',
    'watermarkSize',
    'numbering',
    'numberStyle',
    'firstNumber',
    'header',
    'footer',
    'markSize',
  ],
  group_file: ['compress', 'targetSize', 'grayscale', 'archive', 'speed', 'compression', 'lossless', 'metadata'],
  group_properties: ['title', 'author', 'subject', 'keywords', 'documentInfo'],
  group_protection: ['newPassword', 'ownerPassword', 'allowPrinting', 'allowCopying', 'allowEditing', 'allowForms'],
} as const;
/** Forms below this number of options need no headings. */
const GROUPED_FROM = 8;

type OptionsPanelProps = OptionsFormProps & {
  /** Duration of the recording. */
  readonly durationMs?: number | undefined;
  /** Names of options with a control elsewhere. */
  readonly hidden?: readonly string[];
  readonly className: string;
};

/** All options as a form. */
export function OptionsPanel({ schema, values, onChange, durationMs, hidden, className }: OptionsPanelProps): ReactNode {
  const t = useMessages('conversion');
  const entries = Object.entries(relevantOptions(schema, values)).filter(([name]) => !hidden?.includes(name));
  const seconds = durationMs === undefined ? undefined : durationMs / 1000;
  const problem = cutProblem(values, seconds);
  const draw = ([name, field]: Entry): ReactNode => (
    <OptionInput
      key={name}
      name={name}
      field={field}
      value={values[name] ?? field.default}
      onChange={(value) => {
        for (const change of changesBy(schema, values, name, value)) onChange(...change);
      }}
      {...(name === problem?.option && { problem: t(problem.why) })}
      {...(name === 'trimEnd' && seconds !== undefined && { unset: writePlace(seconds) })}
      {...hintOf(t, name, schema)}
      {...(name === 'targetSize' && hasTargetSize(schema, values) && { hint: t('sizeDecides') })}
    />
  );
  return (
    <div className={classNames('@container space-y-4', className)}>
      {sections(entries).map(({ heading, members }) => (
        <fieldset key={heading ?? 'rest'} className="min-w-0">
          {heading ? <legend className="mb-2 font-semibold text-sm">{t(heading)}</legend> : undefined}
          <div className="flex flex-wrap gap-3 @2xl:grid @2xl:grid-cols-4">{members.map(draw)}</div>
        </fieldset>
      ))}
    </div>
  );
}

/** Placeholders that hints explain. They are shown literally. */
const PLACEHOLDERS = { page: '{page}', pages: '{pages}' };

function hintOf(
  t: ReturnType<typeof useMessages<'conversion'>>,
  name: string,
  schema: OptionsSchema,
): { readonly hint?: string } {
  const hint = t.lookup(name === 'pages' && 'split' in schema ? 'hint_pageList' : `hint_${name}`, PLACEHOLDERS);
  return hint === undefined ? {} : { hint };
}

type Section = { readonly heading?: keyof typeof GROUPS; readonly members: readonly Entry[] };

function sections(entries: readonly Entry[]): readonly Section[] {
  if (entries.length < GROUPED_FROM) return [{ members: entries }];
  const headings = Object.keys(GROUPS).filter((heading): heading is keyof typeof GROUPS => heading in GROUPS);
  const isIn = (heading: keyof typeof GROUPS, name: string): boolean => GROUPS[heading].some((member) => member === name);
  const loose = entries.filter(([name]) => !headings.some((heading) => isIn(heading, name)));
  return [
    { members: loose },
    ...headings.map((heading) => ({ heading, members: entries.filter(([name]) => isIn(heading, name)) })),
  ].filter(({ members }) => members.length > 0);
}
