/** Quick Actions of macOS Finder: Automator workflows that run a shell script with the selected files. */
import type { Family } from '@bakkum/formats/format';
import { escapeXmlText } from '@bakkum/markup/escape';
import { AUTO } from '../batch.ts';
import { type DesktopFile, type EntryOptions, entryName, type Language, MENU_NAMES } from './desktop-files.ts';
import { shellQuoted } from './gnome.ts';
import type { MenuEntry } from './menu.ts';

const MAX_ACTIONS = 9;

/** Uniform type identifiers by family. macOS treats formats without an identifier as plain data, so whole families are listed. */
const TYPES: Partial<Record<Family, readonly string[]>> = {
  image: ['public.image'],
  vector: ['public.image', 'public.svg-image'],
  video: ['public.movie'],
  audio: ['public.audio'],
  document: ['public.composite-content', 'public.text', 'com.adobe.pdf'],
  spreadsheet: ['public.spreadsheet', 'public.comma-separated-values-text'],
  presentation: ['public.presentation'],
  ebook: ['org.idpf.epub-container', 'public.composite-content'],
  archive: ['public.archive'],
  font: ['public.font'],
  data: ['public.json', 'public.xml', 'public.yaml', 'public.delimited-values-text'],
  model3d: ['public.3d-content'],
};

export function macosFiles(options: EntryOptions): readonly DesktopFile[] {
  const { entries, language } = options;
  const suggested = workflow(options, `${MENU_NAMES[language]}`, AUTO, ['public.data']);
  return [
    ...suggested,
    ...entries.slice(0, MAX_ACTIONS).flatMap((entry) => workflow(options, titleOf(entry, language), entry.to.id, typesOf(entry))),
  ];
}

function titleOf(entry: MenuEntry, language: Language): string {
  const name = entryName(entry).replaceAll('/', '-');
  return language === 'ko' ? `${name} 형식으로 변환 (Bakkum)` : `Convert to ${name} (Bakkum)`;
}

function typesOf({ from }: MenuEntry): readonly string[] {
  return [...new Set(from.flatMap(({ family }) => TYPES[family] ?? []))].toSorted();
}

function workflow({ command }: EntryOptions, title: string, to: string, types: readonly string[]): readonly DesktopFile[] {
  const script = `exec ${command.map(shellQuoted).join(' ')} batch --to ${to} --notify -- "$@"`;
  const folder = `${title}.workflow/Contents`;
  return [
    { path: `${folder}/Info.plist`, content: plist(infoOf(title, types)), isExecutable: false },
    { path: `${folder}/document.wflow`, content: plist(documentOf(script)), isExecutable: false },
  ];
}

type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value };

function infoOf(title: string, types: readonly string[]): Value {
  return {
    CFBundleName: title,
    NSServices: [
      {
        NSMenuItem: { default: title },
        NSMessage: 'runWorkflowAsService',
        NSRequiredContext: { NSApplicationIdentifier: 'com.apple.finder' },
        NSSendFileTypes: types,
      },
    ],
  };
}

function documentOf(script: string): Value {
  const parameters = {
    COMMAND_STRING: script,
    CheckedForUserDefaultShell: true,
    inputMethod: 1,
    shell: '/bin/sh',
    source: '',
  };
  const accepts = { Container: 'List', Optional: true, Types: ['com.apple.cocoa.string'] };
  const action = {
    AMAccepts: accepts,
    AMActionVersion: '2.0.3',
    AMApplication: ['Automator'],
    AMProvides: { Container: 'List', Types: ['com.apple.cocoa.string'] },
    ActionBundlePath: '/System/Library/Automator/Run Shell Script.action',
    ActionName: 'Run Shell Script',
    ActionParameters: parameters,
    BundleIdentifier: 'com.apple.RunShellScript',
    CFBundleVersion: '2.0.3',
    'Class Name': 'RunShellScriptAction',
    InputUUID: '2B6A3F0E-0B1C-4A55-9E0C-7B0E6B2A4F01',
    OutputUUID: '2B6A3F0E-0B1C-4A55-9E0C-7B0E6B2A4F02',
    UUID: '2B6A3F0E-0B1C-4A55-9E0C-7B0E6B2A4F03',
  };
  return {
    AMApplicationVersion: '2.10',
    AMDocumentVersion: '2',
    actions: [{ action, isViewVisible: 1 }],
    connectors: {},
    workflowMetaData: {
      serviceInputTypeIdentifier: 'com.apple.Automator.fileSystemObject',
      serviceOutputTypeIdentifier: 'com.apple.Automator.nothing',
      serviceApplicationBundleID: 'com.apple.finder',
      workflowTypeIdentifier: 'com.apple.Automator.servicesMenu',
    },
  };
}

/** Writes a property list as XML. */
function plist(value: Value): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    ...linesOf(value, ''),
    '</plist>',
    '',
  ].join('\n');
}

function linesOf(value: Value, indent: string): readonly string[] {
  if (typeof value === 'string') return [`${indent}<string>${escapeXmlText(value)}</string>`];
  if (typeof value === 'number') return [`${indent}<integer>${value}</integer>`];
  if (typeof value === 'boolean') return [`${indent}<${value}/>`];
  const inner = `${indent}\t`;
  if (isList(value)) return [`${indent}<array>`, ...value.flatMap((item) => linesOf(item, inner)), `${indent}</array>`];
  const entries = Object.entries(value).flatMap(([key, item]) => [
    `${inner}<key>${escapeXmlText(key)}</key>`,
    ...linesOf(item, inner),
  ]);
  return entries.length === 0 ? [`${indent}<dict/>`] : [`${indent}<dict>`, ...entries, `${indent}</dict>`];
}

function isList(value: Exclude<Value, string | number | boolean>): value is readonly Value[] {
  return Array.isArray(value);
}
