import type { ProgramFolder } from '@bakkum/conversion/installed-programs';

export const PROFILE_FOLDER = 'profile';

type Setting = { readonly path: string; readonly name: string; readonly value: string | number | boolean };

const SCRIPTING = '/org.openoffice.Office.Common/Security/Scripting';
const INTERNET = '/org.openoffice.Inet/Settings';
/** A closed port: any connection attempt that slips through ends there. */
const NOWHERE = { name: '127.0.0.1', port: 9 } as const;
const MANUAL_PROXY = 1;
const NEVER = 2;
const HIGHEST_MACRO_SECURITY = 3;

/** Settings that keep documents from running code, fetching links and updating from external sources. */
const SETTINGS: readonly Setting[] = [
  { path: SCRIPTING, name: 'BlockUntrustedRefererLinks', value: true },
  { path: SCRIPTING, name: 'DisableMacrosExecution', value: true },
  { path: SCRIPTING, name: 'MacroSecurityLevel', value: HIGHEST_MACRO_SECURITY },
  { path: '/org.openoffice.Office.Writer/Content/Update', name: 'Link', value: NEVER },
  { path: '/org.openoffice.Office.Calc/Content/Update', name: 'Link', value: NEVER },
  { path: '/org.openoffice.Office.Java/VirtualMachine', name: 'Enable', value: false },
  { path: '/org.openoffice.Office.Common/Save/Document', name: 'CreateBackup', value: false },
  { path: INTERNET, name: 'ooInetProxyType', value: MANUAL_PROXY },
  ...['HTTP', 'HTTPS', 'FTP'].flatMap((protocol): readonly Setting[] => [
    { path: INTERNET, name: `ooInet${protocol}ProxyName`, value: NOWHERE.name },
    { path: INTERNET, name: `ooInet${protocol}ProxyPort`, value: NOWHERE.port },
  ]),
  { path: INTERNET, name: 'ooInetNoProxy', value: '' },
];

const item = ({ path, name, value }: Setting): string =>
  `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** Content of `registrymodifications.xcu`. */
const PROFILE: string = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">',
  ...SETTINGS.map(item),
  '</oor:items>',
  '',
].join('\n');

/**
 * Adds a new profile to the folder, with the build that wrote it: LibreOffice otherwise clears its extensions and starts again, a quarter
 * of the processor time of a document.
 * @param version as LibreOffice prints it, such as `LibreOffice 7.4.7.2 40(Build:2)`
 */
export async function addProfile(folder: Pick<ProgramFolder, 'put' | 'makeFolder'>, version: string | undefined): Promise<void> {
  const encoder = new TextEncoder();
  for (const path of ['', '/user', '/user/extensions']) await folder.makeFolder(`${PROFILE_FOLDER}${path}`);
  await folder.put(`${PROFILE_FOLDER}/user/registrymodifications.xcu`, encoder.encode(PROFILE));
  const build = /^LibreOffice \S+ (\S.*)$/.exec(version ?? '')?.[1];
  if (build !== undefined) await folder.put(`${PROFILE_FOLDER}/user/extensions/buildid`, encoder.encode(build));
}
