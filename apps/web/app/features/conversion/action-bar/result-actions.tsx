import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Download, FolderOpen } from '@bakkum/ui/icons';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { nextStep } from '../../../workbench/next-step.ts';
import { usePreset } from '../converter-preset.ts';
import type { ResultFile } from '../list/conversion-state.ts';
import { dragOut } from '../save/drag-out.ts';
import { saveAllAsZip, saveFile } from '../save/save-file.ts';
import { canSaveToFolder, saveToFolder } from '../save/save-to-folder.ts';
import { ShareButton } from '../save/share-button.tsx';

type ResultActionsProps = {
  readonly files: readonly ResultFile[];
  /** Nothing is left to convert: downloading is the primary action. */
  readonly isNext: boolean;
};

type Task = {
  readonly name: 'zip' | 'folder';
  /** Returns a sentence about the outcome, if there is something to say. */
  readonly run: () => Promise<string | undefined>;
  /** Shown if the browser or the device refuses. */
  readonly refusal: string;
};
type Outcome = { readonly tone: 'danger' | 'success'; readonly text: string };

/** Downloads, saves or shares all results. The reason of a failure is shown in the same place. */
export function ResultActions({ files, isNext }: ResultActionsProps): ReactNode {
  const t = useMessages('workbench');
  const words = useMessages('conversion');
  const { zip } = usePreset();
  const { running, outcome, start } = useTask();
  const isRunning = running !== undefined;
  const save = async (): Promise<string | undefined> => {
    const count = await saveToFolder(files);
    return count === undefined ? undefined : words('savedToFolder', { count });
  };
  const [first, ...rest] = files;
  const single = rest.length === 0 ? first : undefined;
  return (
    <>
      {outcome ? (
        <Notice tone={outcome.tone} className="order-first basis-full">
          {outcome.text}
        </Notice>
      ) : undefined}
      {first ? <ShareButton files={[first, ...rest]} /> : undefined}
      {!single && canSaveToFolder() ? (
        <Button
          icon={<FolderOpen aria-hidden size={18} />}
          disabled={isRunning}
          className="max-sm:hidden"
          onClick={() => start({ name: 'folder', run: save, refusal: words('saveFailed') })}
        >
          {words('saveToFolder')}
        </Button>
      ) : undefined}
      {single ? (
        <DownloadButton isNext={isNext} isDisabled={isRunning} file={single} onPress={() => saveFile(single)}>
          {words('download')}
        </DownloadButton>
      ) : (
        <DownloadButton
          isNext={isNext}
          isDisabled={isRunning}
          onPress={() => start({ name: 'zip', run: () => saveAllAsZip(files, zip), refusal: words('zipFailed') })}
        >
          {running === 'zip' ? words('zipping') : t('downloadZip')}
        </DownloadButton>
      )}
    </>
  );
}

function useTask() {
  const [running, setRunning] = useState<Task['name']>();
  const [outcome, setOutcome] = useState<Outcome>();
  const start = async ({ name, run, refusal }: Task): Promise<void> => {
    setRunning(name);
    setOutcome(undefined);
    try {
      const text = await run();
      if (text !== undefined) setOutcome({ tone: 'success', text });
    } catch (reason) {
      if (!(reason instanceof DOMException)) throw reason;
      setOutcome({ tone: 'danger', text: refusal });
    } finally {
      setRunning(undefined);
    }
  };
  return { running, outcome, start: (task: Task): void => void start(task) };
}

type DownloadButtonProps = {
  readonly isNext: boolean;
  readonly isDisabled: boolean;
  /** The only result. */
  readonly file?: ResultFile;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

function DownloadButton({ isNext, isDisabled, file, onPress, children }: DownloadButtonProps): ReactNode {
  const words = useMessages('conversion');
  return (
    <Button
      variant={isNext ? 'primary' : 'secondary'}
      icon={<Download aria-hidden size={18} />}
      disabled={isDisabled}
      aria-label={file ? words('downloadNamed', { name: file.name }) : undefined}
      className="max-sm:grow"
      onClick={onPress}
      {...dragOut(file)}
      {...(isNext && nextStep('download'))}
    >
      {children}
    </Button>
  );
}
