/** The options of one file of several. Loaded when they are opened. */
import type { ReactNode } from 'react';
import { OptionsPane } from '../../../workbench/options-pane.tsx';
import { canCrop } from '../solo/image-edits.ts';
import { SoloOptions } from '../solo/solo-options.tsx';
import { CropField } from './crop-field.tsx';
import type { RowProps } from './row-props.ts';

type FileOptionsProps = Omit<RowProps, 'isAlone'> & {
  readonly expectedMs: number | undefined;
  readonly onClose: () => void;
};

export function FileOptions({ item, core, store, expectedMs, onClose }: FileOptionsProps): ReactNode {
  return (
    <OptionsPane id={item.id} name={item.name} onClose={onClose}>
      <div className="flex min-w-0 flex-col gap-4">
        {canCrop(item, core) ? <CropField item={item} core={core} store={store} /> : undefined}
        {/* Another target has other options. */}
        <SoloOptions key={item.target} item={item} core={core} store={store} expectedMs={expectedMs} hasStage={false} />
      </div>
    </OptionsPane>
  );
}
