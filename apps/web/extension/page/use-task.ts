import { useEffect, useState } from 'react';
import { browserApi } from '../browser-api.ts';
import { permissionFor } from '../linked-address.ts';
import { type LinkedTask, type Task, taskOf } from '../tasks.ts';
import { type FetchFault, fetchLinked } from './fetch-linked.ts';

/** State of the page: nothing chosen, a question, a download, a failure, or a file. */
export type Source =
  | { readonly state: 'none' }
  | { readonly state: 'asking' | 'denied'; readonly task: LinkedTask }
  | { readonly state: 'fetching'; readonly task: LinkedTask; readonly loaded: number }
  | { readonly state: 'failed'; readonly fault: 'address' | 'expired' }
  | { readonly state: 'failed'; readonly fault: FetchFault; readonly task: LinkedTask }
  | { readonly state: 'file'; readonly file: File; readonly kind: Task['kind'] };

type Actions = {
  /** Asks the browser for access to the site. Call it from a click. */
  allow(task: LinkedTask): void;
  download(task: LinkedTask): void;
  cancel(): void;
  choose(file: File): void;
};

/** Id that the background script uses for an address the extension does not download from. */
const UNREADABLE = 'unreadable';

/** @param id of the task, from the fragment of this page's URL; empty if the user chooses a file here */
export function useTask(id: string): readonly [Source | undefined, Actions] {
  const [source, setSource] = useState<Source>();
  const [wanted, setWanted] = useState<LinkedTask>();
  useEffect(() => {
    let isCurrent = true;
    void begin(id).then((first) => {
      if (!isCurrent) return;
      if ('task' in first) setWanted(first.task);
      else setSource(first);
    });
    return () => {
      isCurrent = false;
    };
  }, [id]);
  useEffect(() => {
    if (!wanted) return undefined;
    const controller = new AbortController();
    const show = (next: Source): void => {
      if (!controller.signal.aborted) setSource(next);
    };
    void fetchAllowed(wanted, show, controller.signal);
    return () => controller.abort();
  }, [wanted]);
  const actions: Actions = {
    allow: (task) => {
      const permission = permissionFor(task.url);
      if (!permission) return;
      void browserApi()
        .permissions.request(permission)
        .then((isGranted) => (isGranted ? setWanted({ ...task }) : setSource({ state: 'denied', task })));
    },
    download: (task) => setWanted({ ...task }),
    cancel: () => {
      setWanted(undefined);
      setSource({ state: 'none' });
    },
    choose: (file) => {
      setWanted(undefined);
      setSource({ state: 'file', file, kind: 'file' });
    },
  };
  return [source, actions];
}

async function begin(id: string): Promise<Source | { readonly task: LinkedTask }> {
  if (id === '') return { state: 'none' };
  if (id === UNREADABLE) return { state: 'failed', fault: 'address' };
  const task = await taskOf(id);
  return task ? { task } : { state: 'failed', fault: 'expired' };
}

async function fetchAllowed(task: LinkedTask, show: (source: Source) => void, signal: AbortSignal): Promise<void> {
  const permission = permissionFor(task.url);
  if (permission && !(await browserApi().permissions.contains(permission))) {
    show({ state: 'asking', task });
    return;
  }
  show({ state: 'fetching', task, loaded: 0 });
  try {
    const fetched = await fetchLinked(task.url, (loaded) => show({ state: 'fetching', task, loaded }), signal);
    if ('file' in fetched) show({ state: 'file', file: fetched.file, kind: task.kind });
    else show({ state: 'failed', fault: fetched.fault, task });
  } catch (failure) {
    if (!signal.aborted) throw failure; // otherwise the user canceled it
  }
}
