export type ViewerAction = 'previous' | 'next' | 'favourite' | 'download' | 'refine' | 'delete';

const KEYS: Readonly<Record<string, ViewerAction>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  f: 'favourite',
  d: 'download',
  r: 'refine',
  Delete: 'delete',
};

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>;

/** Returns what a key does in the viewer. Shortcuts of the browser are left alone, and a key that is held changes nothing twice. */
export function actionOfKey({ key, ctrlKey, metaKey, altKey, repeat }: Press): ViewerAction | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const action = KEYS[key.length === 1 ? key.toLowerCase() : key];
  return repeat && action !== 'previous' && action !== 'next' ? undefined : action;
}
