/** The part of the extension API that we use. Chromium and Firefox both have it. */

type Listeners<Args extends readonly unknown[]> = { addListener(listener: (...args: Args) => void): void };

type MenuContext = 'link' | 'image';

export type MenuClick = {
  readonly menuItemId: string | number;
  readonly linkUrl?: string;
  readonly srcUrl?: string;
};

export type BrowserTab = { readonly id?: number; readonly index: number };

type MenuItem = {
  readonly id: string;
  readonly title: string;
  readonly contexts: readonly [MenuContext];
  readonly targetUrlPatterns?: readonly string[];
};

type Origins = { readonly origins: readonly string[] };

/** JSON values in memory until the browser closes. Websites cannot read them. */
type SessionArea = {
  get(keys: string | null): Promise<Readonly<Record<string, unknown>>>;
  set(values: Readonly<Record<string, unknown>>): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
};

type BrowserApi = {
  readonly action: { readonly onClicked: Listeners<[tab: BrowserTab]> };
  readonly contextMenus: {
    create(item: MenuItem): void;
    removeAll(): Promise<void>;
    readonly onClicked: Listeners<[click: MenuClick, tab?: BrowserTab]>;
  };
  readonly i18n: { getMessage(name: string): string; getUILanguage(): string };
  readonly permissions: { contains(asked: Origins): Promise<boolean>; request(asked: Origins): Promise<boolean> };
  readonly runtime: { readonly onInstalled: Listeners<[]>; readonly onStartup: Listeners<[]>; getURL(path: string): string };
  readonly storage: { readonly session: SessionArea };
  readonly tabs: {
    create(tab: { readonly url: string; readonly index?: number; readonly openerTabId?: number }): Promise<unknown>;
  };
};

declare const chrome: BrowserApi;

/** Firefox has the same name, and promises in Manifest V3. */
export const browserApi = (): BrowserApi => chrome;
