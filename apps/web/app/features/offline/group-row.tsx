import type { Capability } from '@bakkum/conversion/capabilities';
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Check, Download } from '@bakkum/ui/icons';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import { type ReactNode, useEffect, useState } from 'react';
import type { Room } from '../../engine-storage/kept-engines.ts';
import type { EngineFiles } from '../../service-worker/build-info.ts';
import { useAbortOnLeave } from '../../state/use-abort-on-leave.ts';
import type { OfflineGroup } from './groups.server.ts';

/** What this browser can store, and the code that stores it. */
export type Loaded = {
  readonly store: typeof import('../../engine-storage/kept-engines.ts');
  readonly files: EngineFiles;
  readonly host: ReadonlySet<Capability>;
};

type GroupRowProps = {
  readonly group: OfflineGroup;
  readonly groups: readonly OfflineGroup[];
  /** Absent until the browser's storage was checked. */
  readonly loaded: Loaded | undefined;
  /** Changes when something was stored or deleted, because groups share converters. */
  readonly version: number;
  readonly onChange: () => void;
};

type Work = { readonly status: 'idle' | 'failed' | 'full' } | { readonly status: 'keeping'; readonly loaded: number };

/** A group of files: the converters it needs, how much of them is stored, and the buttons to store or delete them. */
export function GroupRow({ group, groups, loaded, version, onChange }: GroupRowProps): ReactNode {
  const t = useMessages('offline');
  const { room, work, isPossible, keep, stop, remove } = useGroup({ group, groups, loaded, version, onChange });
  const name = t(`group_${group.id}`);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4" data-kind={group.id} data-kept={isWhole(room)}>
      <div className="min-w-0 grow basis-64">
        <h2 className="font-semibold">{name}</h2>
        <p className="text-ink-soft text-sm">{isPossible ? t(`about_${group.id}`) : t('notHere')}</p>
        {work.status === 'failed' || work.status === 'full' ? (
          <p role="alert" className="mt-1 text-danger text-sm">
            {t(work.status)}
          </p>
        ) : undefined}
      </div>
      {room && isPossible ? <State room={room} work={work} name={name} /> : undefined}
      {room && isPossible ? <Actions {...{ room, work, name, keep, stop, remove }} /> : undefined}
    </li>
  );
}

type StateProps = { readonly room: Room; readonly work: Work; readonly name: string };

function State({ room, work, name }: StateProps): ReactNode {
  const t = useMessages('offline');
  const locale = useLocale();
  const all = formatBytes(locale, room.all);
  if (work.status === 'keeping') {
    const done = Math.min(room.all, room.kept + work.loaded);
    return (
      <div className="w-40">
        <p className="mb-1 text-right text-ink-soft text-sm tabular">{t('keeping', { done: formatBytes(locale, done), all })}</p>
        <ProgressBar label={t('keepNamed', { name })} fraction={done / room.all} />
      </div>
    );
  }
  if (isWhole(room))
    return (
      <p className="flex items-center gap-1.5 text-sm text-success tabular">
        <Check aria-hidden size={16} />
        {`${t('kept')} · ${all}`}
      </p>
    );
  return (
    <p className="text-ink-soft text-sm tabular">
      {room.kept > 0 ? t('partly', { done: formatBytes(locale, room.kept), all }) : t('room', { size: all })}
    </p>
  );
}

type ActionsProps = StateProps & Pick<Group, 'keep' | 'stop' | 'remove'>;

function Actions({ room, work, name, keep, stop, remove }: ActionsProps): ReactNode {
  const t = useMessages('offline');
  if (work.status === 'keeping') return <Button onClick={stop}>{t('stop')}</Button>;
  if (isWhole(room))
    return (
      <Button variant="quiet" aria-label={t('removeNamed', { name })} onClick={remove}>
        {t('remove')}
      </Button>
    );
  return (
    <Button icon={<Download aria-hidden size={18} />} aria-label={t('keepNamed', { name })} onClick={keep}>
      {t(room.kept > 0 ? 'keepRest' : 'keep')}
    </Button>
  );
}

function isWhole(room: Room | undefined): boolean {
  return room !== undefined && room.kept === room.all;
}

type Group = {
  readonly room: Room | undefined;
  readonly work: Work;
  readonly isPossible: boolean;
  readonly keep: () => void;
  readonly stop: () => void;
  readonly remove: () => void;
};

function useGroup({ group, groups, loaded, version, onChange }: GroupRowProps): Group {
  const [room, setRoom] = useState<Room>();
  const [work, setWork] = useState<Work>({ status: 'idle' });
  const { start, abort } = useAbortOnLeave();
  const enginesHere = (of: OfflineGroup): readonly string[] =>
    of.engines.filter(({ requires }) => requires.every((need) => loaded?.host.has(need))).map(({ id }) => id);
  const engines = enginesHere(group);
  const key = engines.join();
  useEffect(() => {
    let gone = false;
    void loaded?.store.roomOf(loaded.store.filesOf(loaded.files, key.split(','))).then((found) => {
      if (!gone) setRoom(found);
    });
    return () => {
      gone = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new version means that the stored files have changed
  }, [loaded, key, version]);
  const keep = async ({ store, files }: Loaded): Promise<void> => {
    const signal = start();
    let bytes = 0;
    setWork({ status: 'keeping', loaded: 0 });
    const report = (more: number): void => {
      bytes += more;
      setWork({ status: 'keeping', loaded: bytes });
    };
    try {
      const end = await store.keepFiles(store.filesOf(files, engines), report, signal);
      if (end === 'kept') store.chooseEngines([...store.chosenEngines(), ...engines]);
      setWork({ status: end === 'kept' ? 'idle' : 'full' });
    } catch {
      setWork({ status: signal.aborted ? 'idle' : 'failed' });
    }
    onChange();
  };
  const remove = async ({ store, files }: Loaded): Promise<void> => {
    const chosen = store.chosenEngines();
    const others = groups.filter(({ id }) => id !== group.id).map(enginesHere);
    const needed = others.filter((of) => of.length > 0 && of.every((id) => chosen.includes(id))).flat();
    await store.removeFiles(store.filesOf(files, engines), store.filesOf(files, needed));
    store.chooseEngines(chosen.filter((id) => !engines.includes(id) || needed.includes(id)));
    onChange();
  };
  return {
    room,
    work,
    isPossible: !loaded || engines.length > 0,
    keep: () => void (loaded && keep(loaded)),
    stop: abort,
    remove: () => void (loaded && remove(loaded)),
  };
}
