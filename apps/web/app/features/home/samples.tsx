import { useMessages } from '@bakkum/i18n/react';
import { FileImage, FileText, type IconComponent } from '@bakkum/ui/icons';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import lake from './samples/lake.heic?url';
import report from './samples/library-report.hwp?url';
import weekend from './samples/weekend.docx?url';

type Sample = {
  readonly words: 'sampleImage' | 'sampleDocument' | 'sampleHwp';
  readonly address: string;
  readonly name: string;
  readonly icon: IconComponent;
};

const SAMPLES: readonly Sample[] = [
  { words: 'sampleImage', address: lake, name: 'lake.heic', icon: FileImage },
  { words: 'sampleDocument', address: weekend, name: 'weekend.docx', icon: FileText },
  { words: 'sampleHwp', address: report, name: 'library-report.hwp', icon: FileText },
];

/** Sample files for visitors without one at hand. A click loads the file and adds it like any other. */
export function Samples({ onFile }: { readonly onFile: (file: File) => Promise<void> }): ReactNode {
  const t = useMessages('home');
  const [failed, setFailed] = useState(false);
  const add = async ({ address, name }: Sample): Promise<void> => {
    setFailed(false);
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`status ${response.status}`);
      await onFile(new File([await response.blob()], name));
    } catch {
      setFailed(true);
    }
  };
  return (
    <div className="mt-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <p className="text-ink-soft text-sm">{t('samples')}</p>
        {SAMPLES.map((sample) => (
          <button
            key={sample.name}
            type="button"
            onClick={() => void add(sample)}
            className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full border border-line bg-surface px-3.5 font-medium text-sm transition-colors hover:border-line-strong hover:bg-sunken"
          >
            <sample.icon aria-hidden size={16} className="text-accent" />
            {t(sample.words)}
          </button>
        ))}
      </div>
      {failed ? (
        <Notice tone="danger" className="mt-3">
          {t('sampleFailed')}
        </Notice>
      ) : undefined}
    </div>
  );
}
