import type { OptionsSchema, OptionValue } from '@bakkum/conversion/options';
import { useMessages } from '@bakkum/i18n/react';
import type { PersonalData } from '@bakkum/image-metadata/personal';
import { Disclosure } from '@bakkum/ui/disclosure';
import { type ReactNode, useState } from 'react';
import { type OptionsFormProps, OptionsPanel } from '../../../options/options-form.tsx';
import type { ConversionCore } from '../conversion-core.ts';
import { type ToolPreset, toolFirst, usePreset } from '../converter-preset.ts';
import { type FileItem, isBusy } from '../list/conversion-state.ts';
import { Expectation } from '../list/row-details.tsx';
import type { RowProps } from '../list/row-props.ts';
import { MetadataField } from '../metadata/metadata-field.tsx';
import { usePersonalData } from '../metadata/use-personal-data.ts';
import type { Size } from '../preview/view-frame.ts';
import { WayChoice } from '../target/way-choice.tsx';
import { canCrop, editedImageSize } from './image-edits.ts';
import { hasQuality, QualitySlider } from './quality-slider.tsx';
import { canResize, optionsOfResize, ResizeField } from './resize-field.tsx';

type SoloOptionsProps = Pick<RowProps, 'item' | 'core' | 'store'> & {
  readonly expectedMs: number | undefined;
  /** Whether a preview is shown beside the options. */
  readonly hasStage: boolean;
};

/** Where the panel stands beside the preview, there is room to show every option. */
const BESIDE = '(min-width: 64rem)';

/** The options of one file. They stay where they are while it is converted and afterwards. */
export function SoloOptions({ item, core, store, expectedMs, hasStage }: SoloOptionsProps): ReactNode {
  const { format, target, way, options, state } = item;
  const personal = usePersonalData(item, isRasterImage(item, core));
  const { tool } = usePreset();
  if (!format || target === undefined || state.status === 'unsupported') return undefined;
  const schema = toolFirst(core.optionsFor(format.id, target, way), tool);
  const change = (name: string, value: OptionValue): void => store.setOption(item.id, name, value);
  const isDisabled = isBusy(item);
  const { image, metadata, named } = ownControls({ item, core, schema, personal });
  const [main, others] = dividedBy(tool, schema);
  const resize = image ? <ResizeField values={options} image={image} onChange={change} /> : undefined;
  // The main options of a tool are shown above. Without a preview, there is nothing else to see.
  const startsOpen = hasStage ? (tool ? false : undefined) : true;
  const isResizeMain = main.includes('width');
  return (
    <>
      {hasQuality(schema) ? (
        <QualitySlider schema={schema} values={options} isDisabled={isDisabled} onChange={change} />
      ) : undefined}
      {main.some((name) => !named.includes(name)) || isResizeMain ? (
        <MainOptions schema={schema} values={options} hidden={[...named, ...others]} isDisabled={isDisabled} onChange={change}>
          {isResizeMain ? resize : undefined}
        </MainOptions>
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
      {others.some((name) => name !== 'quality') ? (
        <MoreOptions
          item={item}
          schema={schema}
          startsOpen={startsOpen}
          hidden={[...named, ...main]}
          resize={isResizeMain ? undefined : resize}
          isDisabled={isDisabled}
          onChange={change}
        />
      ) : undefined}
    </>
  );
}

function isRasterImage({ format }: FileItem, core: ConversionCore): boolean {
  return format !== undefined && core.familyOf(format.id) === 'image';
}

type OwnControls = {
  /** Size of the edited image, if it can be resized. */
  readonly image: Size | undefined;
  readonly metadata: PersonalData | undefined;
  /** Options that have a separate control outside the form. */
  readonly named: readonly string[];
};

type OwnControlsOf = Pick<SoloOptionsProps, 'item' | 'core'> & {
  readonly schema: OptionsSchema;
  readonly personal: PersonalData | undefined;
};

function ownControls({ item, core, schema, personal }: OwnControlsOf): OwnControls {
  const image = canResize(schema) && isRasterImage(item, core) ? editedImageSize(item) : undefined;
  const metadata = Object.hasOwn(schema, 'metadata') ? personal : undefined;
  const named = [
    ...(item.state.status === 'error' ? HIDDEN_AFTER_ERROR : HIDDEN),
    ...(image ? optionsOfResize(item.options) : []),
    ...(canCrop(item, core) ? ['crop'] : []),
    ...(metadata ? ['metadata'] : []),
  ];
  return { image, metadata, named };
}

/** Returns the names of the options that are shown first, and of all others. A tool page shows its own first. */
function dividedBy(tool: ToolPreset | undefined, schema: OptionsSchema): readonly [readonly string[], readonly string[]] {
  const isMain = (name: string): boolean => (tool ? tool.options.includes(name) : schema[name]?.advanced !== true);
  const names = Object.keys(schema);
  return [names.filter(isMain), names.filter((name) => !isMain(name))];
}

type MainOptionsProps = OptionsFormProps & {
  readonly hidden: readonly string[];
  readonly isDisabled: boolean;
  readonly children: ReactNode;
};

/** The options that are shown without being unfolded. */
function MainOptions({ isDisabled, children, ...form }: MainOptionsProps): ReactNode {
  return (
    <fieldset disabled={isDisabled} className="min-w-0 space-y-3 empty:hidden">
      <OptionsPanel {...form} className="" />
      {children}
    </fieldset>
  );
}

type MoreOptionsProps = Pick<RowProps, 'item'> & {
  readonly schema: OptionsSchema;
  readonly hidden: readonly string[];
  /** The control for the size of an image, unless it is shown above. */
  readonly resize: ReactNode;
  readonly isDisabled: boolean;
  /** Default: open where the panel stands beside the preview, unless there are too many. */
  readonly startsOpen: boolean | undefined;
  readonly onChange: (name: string, value: OptionValue) => void;
};

function MoreOptions({
  item: { options, facts },
  schema,
  hidden,
  resize,
  isDisabled,
  startsOpen,
  onChange,
}: MoreOptionsProps): ReactNode {
  const t = useMessages('conversion');
  const [isOpen] = useState(() => startsOpen ?? (Object.keys(schema).length <= MANY_OPTIONS && matchMedia(BESIDE).matches));
  return (
    // Without options above, the line would repeat the lower edge of the heading.
    <Disclosure
      title={t('moreOptions')}
      open={isOpen}
      className="border-line border-t pt-1 [:first-child:empty+&]:-mt-2 [:first-child:empty+&]:border-t-0 [:first-child:empty+&]:pt-0"
    >
      <fieldset disabled={isDisabled} className="min-w-0 space-y-3 pt-2">
        {resize}
        <OptionsPanel
          schema={schema}
          values={options}
          onChange={onChange}
          durationMs={facts?.durationMs}
          hidden={hidden}
          className=""
        />
      </fieldset>
    </Disclosure>
  );
}

/** Options are folded by default if there are more than this. */
const MANY_OPTIONS = 20;

/** They have the slider, and the page editor. */
const HIDDEN: readonly string[] = ['quality', 'additions'];
/** The failure asks for a missing password itself. */
const HIDDEN_AFTER_ERROR: readonly string[] = [...HIDDEN, 'password'];
