/** Entry of the background script: creates the menus and opens a page when the user clicks one. It never downloads anything. */
import { type BrowserTab, browserApi, type MenuClick } from '../browser-api.ts';
import { linkedUrl, permissionFor } from '../linked-address.ts';
import { addTask, type Task } from '../tasks.ts';

const PAGE = 'page.html';

/** Match patterns of links; they are case-sensitive. */
const DOCUMENT_LINKS = ['hwp', 'hwpx', 'hml', 'HWP', 'HWPX', 'HML'].flatMap((extension) =>
  ['', '?*'].map((query) => `*://*/*.${extension}${query}`),
);

const { action, contextMenus, i18n, permissions, runtime, tabs } = browserApi();

/** Creates the menus again, because some versions of browsers lose them at a restart. */
async function createMenus(): Promise<void> {
  await contextMenus.removeAll();
  const document = { id: 'document', contexts: ['link'], title: i18n.getMessage('browserOpenDocument') } as const;
  contextMenus.create({ ...document, targetUrlPatterns: DOCUMENT_LINKS });
  contextMenus.create({ id: 'link', contexts: ['link'], title: i18n.getMessage('browserConvertLink') });
  contextMenus.create({ id: 'image', contexts: ['image'], title: i18n.getMessage('browserConvertImage') });
}

function taskOfClick({ menuItemId, linkUrl, srcUrl }: MenuClick): Task | undefined {
  if (menuItemId === 'image') return srcUrl === undefined ? undefined : { kind: 'file', address: srcUrl };
  if (linkUrl === undefined) return undefined;
  return { kind: menuItemId === 'document' ? 'document' : 'file', address: linkUrl };
}

async function openClicked(click: MenuClick, tab: BrowserTab | undefined): Promise<void> {
  const task = taskOfClick(click);
  if (!task) return;
  const url = linkedUrl(task.address);
  const permission = url && permissionFor(url);
  // Comes first, because browsers allow the request only while they handle the click. If the user refuses, the page asks again.
  if (permission) await permissions.request(permission).catch(() => false);
  await openPage(url ? `#${await addTask({ ...task, address: url.href })}` : '#unreadable', tab);
}

async function openPage(fragment: string, tab: BrowserTab | undefined): Promise<void> {
  const place = tab === undefined ? {} : { index: tab.index + 1, ...(tab.id !== undefined && { openerTabId: tab.id }) };
  await tabs.create({ url: runtime.getURL(PAGE) + fragment, ...place });
}

runtime.onInstalled.addListener(() => void createMenus());
runtime.onStartup.addListener(() => void createMenus());
contextMenus.onClicked.addListener((click, tab) => void openClicked(click, tab));
action.onClicked.addListener((tab) => void openPage('', tab));
