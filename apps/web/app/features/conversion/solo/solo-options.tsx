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

type SoloOptionsProps = Pick<RowProps, 'item' | 'core' | 'store'> & { readonly expectedMs: number | undefined };

/** Where the panel stands beside the preview, there is room to show every option. */
const BESIDE = '(min-width: 64rem)';

/** The options of one file. They stay where they are while it is converted and afterwards. */
export function SoloOptions({ item, core, store, expectedMs }: SoloOptionsProps): ReactNode {
  const { format, target, way, options, state } = item;
  const personal = usePersonalData(item, isRasterImage(item, core));
  const { tool } = usePreset();
  if (!format || target === undefined || state.status === 'unsupported') return undefined;
  const schema = toolFirst(core.optionsFor(format.id, target, way), tool);
  const change = (name: string, value: OptionValue): void => store.setOption(item.id, name, value);
  const isDisabled = isBusy(item);
  const { image, metadata, named } = ownControls(item, core, schema, personal);
  const [ofTool, others] = dividedBy(tool, schema);
  const isOfTool = ofTool.length > 0;
  const resize = image ? <ResizeField values={options} image={image} onChange={change} /> : undefined;
  const isResizeOfTool = ofTool.includes('width');
  return (
    <>
      {hasQuality(schema) ? (
        <QualitySlider schema={schema} values={options} isDisabled={isDisabled} onChange={change} />
      ) : undefined}
      {isOfTool ? (
        <ToolOptions schema={schema} values={options} hidden={[...named, ...others]} isDisabled={isDisabled} onChange={change}>
          {isResizeOfTool ? resize : undefined}
        </ToolOptions>
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
          isFolded={isOfTool}
          hidden={[...named, ...ofTool]}
          resize={isResizeOfTool ? undefined : resize}
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

function ownControls(
  item: FileItem,
  core: ConversionCore,
  schema: OptionsSchema,
  personal: PersonalData | undefined,
): OwnControls {
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

/** Returns the names of the options that a tool page shows first, and of all others. */
function dividedBy(tool: ToolPreset | undefined, schema: OptionsSchema): readonly [readonly string[], readonly string[]] {
  const names = Object.keys(schema);
  return [names.filter((name) => tool?.options.includes(name)), names.filter((name) => !tool?.options.includes(name))];
}

type ToolOptionsProps = OptionsFormProps & {
  readonly hidden: readonly string[];
  readonly isDisabled: boolean;
  readonly children: ReactNode;
};

/** The main options of a tool page. */
function ToolOptions({ isDisabled, children, ...form }: ToolOptionsProps): ReactNode {
  return (
    <fieldset disabled={isDisabled} className="min-w-0 space-y-3 empty:hidden">
      <OptionsPanel {...form} isAlone className="" />
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
  /** Folded at first, because the main options of the tool are shown above. */
  readonly isFolded: boolean;
  readonly onChange: (name: string, value: OptionValue) => void;
};

function MoreOptions({
  item: { options, facts },
  schema,
  hidden,
  resize,
  isDisabled,
  isFolded,
  onChange,
}: MoreOptionsProps): ReactNode {
  const t = useMessages('conversion');
  const [isOpen] = useState(() => !isFolded && Object.keys(schema).length <= MANY_OPTIONS && matchMedia(BESIDE).matches);
  return (
    <Disclosure title={t('moreOptions')} open={isOpen} className="border-line border-t pt-1">
      <fieldset disabled={isDisabled} className="min-w-0 space-y-3 pt-2">
        {resize}
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

/** They have the slider, and the page editor. */
const HIDDEN: readonly string[] = ['quality', 'additions'];
/** The failure asks for a missing password itself. */
const HIDDEN_AFTER_ERROR: readonly string[] = [...HIDDEN, 'password'];
