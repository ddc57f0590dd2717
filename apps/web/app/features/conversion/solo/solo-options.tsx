import type { OptionsSchema, OptionValue } from '@bakkum/conversion/options';
import { useMessages } from '@bakkum/i18n/react';
import { Disclosure } from '@bakkum/ui/disclosure';
import { type ReactNode, useState } from 'react';
import { type OptionsFormProps, OptionsPanel } from '../../../options/options-form.tsx';
import { toolFirst, usePreset } from '../converter-preset.ts';
import { isBusy } from '../list/conversion-state.ts';
import { Expectation } from '../list/row-details.tsx';
import type { RowProps } from '../list/row-props.ts';
import { MetadataField } from '../metadata/metadata-field.tsx';
import { usePersonalData } from '../metadata/use-personal-data.ts';
import type { Size } from '../preview/view-frame.ts';
import { WayChoice } from '../target/way-choice.tsx';
import { canCrop, editedImageSize } from './image-edits.ts';
import { hasQuality, QualitySlider } from './quality-slider.tsx';
import { canResize, optionsOfResize, ResizeField } from './resize-field.tsx';

type SoloOptionsProps = Pick<RowProps, 'item' | 'core' | 'store'> & { readonly expectedMs: number | undefined };

/** Where the panel stands beside the preview, there is room to show every option. */
const BESIDE = '(min-width: 64rem)';

/** The options of one file. They stay where they are while it is converted and afterwards. */
export function SoloOptions({ item, core, store, expectedMs }: SoloOptionsProps): ReactNode {
  const { format, target, way, options, state } = item;
  const isImage = format !== undefined && core.familyOf(format.id) === 'image';
  const personal = usePersonalData(item, isImage);
  const { tool } = usePreset();
  if (!format || target === undefined || state.status === 'unsupported') return undefined;
  const schema = toolFirst(core.optionsFor(format.id, target, way), tool);
  const toolOptions = Object.keys(schema).filter((name) => tool?.options.includes(name));
  const change = (name: string, value: OptionValue): void => store.setOption(item.id, name, value);
  const isDisabled = isBusy(item);
  const others = Object.keys(schema).filter((name) => name !== 'quality' && !toolOptions.includes(name));
  const image = canResize(schema) && isImage ? editedImageSize(item) : undefined;
  const metadata = Object.hasOwn(schema, 'metadata') ? personal : undefined;
  const hidden = [
    ...(state.status === 'error' ? HIDDEN_AFTER_ERROR : HIDDEN),
    ...(image ? optionsOfResize(options) : []),
    ...(canCrop(item, core) ? ['crop'] : []),
    ...(metadata ? ['metadata'] : []),
    ...toolOptions,
  ];
  return (
    <>
      <ToolOptions names={toolOptions} schema={schema} values={options} isDisabled={isDisabled} onChange={change} />
      {hasQuality(schema) ? (
        <QualitySlider schema={schema} values={options} isDisabled={isDisabled} onChange={change} />
      ) : undefined}
      <div className="empty:hidden [&>p]:mt-0">
        <Expectation item={item} core={core} expectedMs={expectedMs} />
      </div>
      {metadata ? (
        <MetadataField
          data={metadata}
          values={options}
          isDisabled={isDisabled}
          isConverted={state.status === 'completed'}
          onChange={change}
        />
      ) : undefined}
      <WayChoice item={item} core={core} store={store} />
      {others.length > 0 ? (
        <MoreOptions
          item={item}
          schema={schema}
          isFolded={toolOptions.length > 0}
          hidden={hidden}
          image={image}
          isDisabled={isDisabled}
          onChange={change}
        />
      ) : undefined}
    </>
  );
}

type ToolOptionsProps = OptionsFormProps & { readonly names: readonly string[]; readonly isDisabled: boolean };

/** The main options of a tool page. */
function ToolOptions({ names, isDisabled, ...form }: ToolOptionsProps): ReactNode {
  if (names.length === 0) return undefined;
  return (
    <fieldset disabled={isDisabled} className="min-w-0">
      <OptionsPanel {...form} hidden={Object.keys(form.schema).filter((name) => !names.includes(name))} isAlone className="" />
    </fieldset>
  );
}

type MoreOptionsProps = Pick<RowProps, 'item'> & {
  readonly schema: OptionsSchema;
  readonly hidden: readonly string[];
  /** Size of the edited image, if it can be resized. */
  readonly image: Size | undefined;
  readonly isDisabled: boolean;
  /** Folded at first, because the main options of the tool are shown above. */
  readonly isFolded: boolean;
  readonly onChange: (name: string, value: OptionValue) => void;
};

function MoreOptions({
  item: { options, facts },
  schema,
  hidden,
  image,
  isDisabled,
  isFolded,
  onChange,
}: MoreOptionsProps): ReactNode {
  const t = useMessages('conversion');
  const [isOpen] = useState(() => !isFolded && Object.keys(schema).length <= MANY_OPTIONS && matchMedia(BESIDE).matches);
  return (
    <Disclosure title={t('moreOptions')} open={isOpen} className="border-line border-t pt-1">
      <fieldset disabled={isDisabled} className="min-w-0 space-y-3 pt-2">
        {image ? <ResizeField values={options} image={image} onChange={onChange} /> : undefined}
        <OptionsPanel
          schema={schema}
          values={options}
          onChange={onChange}
          durationMs={facts?.durationMs}
          hidden={hidden}
          isAlone
          className=""
        />
      </fieldset>
    </Disclosure>
  );
}

/** Options are folded by default if there are more than this. */
const MANY_OPTIONS = 20;

/** It has the slider. */
const HIDDEN: readonly string[] = ['quality'];
/** The failure asks for a missing password itself. */
const HIDDEN_AFTER_ERROR: readonly string[] = [...HIDDEN, 'password'];
