/**
 * The program's own start script, changed so that it
 * - is a module: conversion workers are modules, and the site's policy allows no script made from text;
 * - starts eight threads, not four: a conversion uses up to six, and one more than there are waits for ever;
 * - reaches no network: a document may name addresses, and nothing it says may be fetched;
 * - leaves the program's files to its caller, who has them in one piece and trimmed;
 * - makes no functions from text, which the site's policy forbids: they would let scripts call into the program, and we do not;
 * - logs nothing.
 * The result is served as it is, readable, with this notice: it is its own source.
 */
const NOTICE = (version) => `/*
 * LibreOffice for WebAssembly: start script of @matbee/libreoffice-converter ${version}, changed by Bakkum.
 * This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0. If a copy of the MPL was not
 * distributed with this file, You can obtain one at https://mozilla.org/MPL/2.0/.
 * Changes: an ES module; a pool of eight threads; no file preloading; no network;
 * no functions made from text; no log. They are made by
 * engines/office/prepare-script.mjs of Bakkum from the published package, whose source is LibreOffice 24.8
 * (https://www.libreoffice.org/download/source-code/) and https://github.com/matbeedotcom/libreoffice-document-converter.
 */
`;

const HEAD = `const isNode = typeof process === 'object' && typeof process.versions?.node === 'string';
const require = isNode ? process.getBuiltinModule('node:module').createRequire(import.meta.url) : undefined;
const __filename = isNode ? require('node:url').fileURLToPath(import.meta.url) : undefined;
const __dirname = isNode ? require('node:path').dirname(__filename) : undefined;
const Worker = isNode ? require('node:worker_threads').Worker : globalThis.Worker;
const isThread = isNode
  ? require('node:worker_threads').workerData === 'em-pthread'
  : typeof self === 'object' && String(self.name).startsWith('em-pthread');
const fetch = undefined;
const XMLHttpRequest = undefined;
const WebSocket = undefined;
const WebSocketStream = undefined;
const EventSource = undefined;
const uncallable = () => {
  throw new Error('this build offers no bindings');
};

/** Starts the program over Emscripten's module object; answers that object, its file system and what ends its threads. */
export function start(Module) {
`;

const TAIL = `
  return { module: Module, files: FS, endThreads: () => PThread.terminateAllThreads() };
}

if (isThread) start({});
`;

/** Each is found exactly once, or this is not the script we know. */
const CHANGES = [
  ['if(typeof global!=="undefined"){var Module=global.Module=global.Module||{}}', ''],
  [
    'var worker_threads=require("worker_threads");global.Worker=worker_threads.Worker;',
    'var worker_threads=require("worker_threads");',
  ],
  ['ENVIRONMENT_IS_PTHREAD=ENVIRONMENT_IS_WORKER&&self.name?.startsWith("em-pthread")', 'ENVIRONMENT_IS_PTHREAD=isThread'],
  ['ENVIRONMENT_IS_PTHREAD=ENVIRONMENT_IS_WORKER&&worker_threads["workerData"]=="em-pthread"', 'ENVIRONMENT_IS_PTHREAD=isThread'],
  ['ENV.SAL_LOG="+WARN"', 'ENV.SAL_LOG="-INFO-WARN"'],
  ['var pthreadPoolSize=4;', 'var pthreadPoolSize=8;'],
  ['_scriptName=self.location.href}', '_scriptName=import.meta.url}'],
  ['var workerOptions={workerData:"em-pthread",', 'var workerOptions={workerData:"em-pthread",type:"module",'],
  ['newFunc(Function,args)(...closureArgs)', 'uncallable'],
  ['newFunc(Function,params)(...args)', 'uncallable'],
  ['WebSocketConstructor=require("ws")', 'throw new FS.ErrnoError(23)'],
];

/** @param {string} script soffice.js as published */
export function moduleFrom(script, version) {
  let body = withoutPreloading(script);
  for (const [before, after] of CHANGES) body = replaceEvery(body, before, after);
  return `${NOTICE(version)}${HEAD}${body}${TAIL}`;
}

function replaceEvery(text, before, after) {
  if (!text.includes(before)) throw new Error(`soffice.js does not hold ${before}`);
  return text.replaceAll(before, () => after);
}

/** The part that fetches soffice.data and lists its files: from its first counter to what follows it. */
function withoutPreloading(script) {
  const from = script.indexOf('Module["expectedDataFileDownloads"]??=0;');
  const to = script.indexOf('var moduleOverrides=');
  if (from < 0 || to < from) throw new Error('soffice.js preloads in another way');
  return script.slice(0, from) + script.slice(to);
}
