/**
 * The program's start script, changed so that it
 * - is a module: conversion workers are modules, and the site's content security policy forbids generated scripts;
 * - starts ten threads instead of four and reports two processors: it sizes its work by the number of processors, a
 *   conversion uses up to six threads with two, and it waits forever for a thread that does not exist;
 * - reclaims threads that have finished although their message has not arrived: messages arrive only between calls, and one
 *   call may start dozens (each part of an OpenDocument file is packed by its own thread);
 * - has no network access: a document may contain URLs, and none of them may be fetched;
 * - leaves the program's files to its caller, which has them packed and trimmed;
 * - generates no code, which the content security policy forbids: generated functions would let scripts call into the
 *   program, and nothing here needs that;
 * - logs nothing.
 * The result is served in readable form with this notice: it is its own source.
 */
const NOTICE = (version) => `/*
 * LibreOffice for WebAssembly: start script of @matbee/libreoffice-converter ${version}, changed by Bakkum.
 * This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0. If a copy of the MPL was not
 * distributed with this file, You can obtain one at https://mozilla.org/MPL/2.0/.
 * Changes: an ES module; a pool of ten threads, for two processors, taken back early; no file preloading; no network;
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

// Of a thread: where it says that its run is over, and which run that is.
let endedRun;
let ownThread = 0;
let ownRun = 0;
let ownExited = false;

const PATIENCE_MS = 1000;

/** Of the main thread, when its pool is empty: takes back the threads whose run is over without waiting for their messages. */
function reclaimThreads(PThread) {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    for (const worker of [...PThread.runningWorkers])
      if (worker.pthread_ptr && worker.endedRun && Atomics.load(worker.endedRun, 0) === worker.run) PThread.returnWorkerToPool(worker);
    if (PThread.unusedWorkers.length > 0 || Date.now() > until) return;
    Atomics.wait(clock, 0, 0, 1);
  }
}

/** Starts the program over Emscripten's module object; answers that object, its file system and what ends its threads. */
export function start(Module) {
`;

const TAIL = `
  return { module: Module, files: FS, endThreads: () => PThread.terminateAllThreads() };
}

if (isThread) start({});
`;

/** Each pattern must match exactly once; otherwise the script is unknown. */
const CHANGES = [
  ['if(typeof global!=="undefined"){var Module=global.Module=global.Module||{}}', ''],
  [
    'var worker_threads=require("worker_threads");global.Worker=worker_threads.Worker;',
    'var worker_threads=require("worker_threads");',
  ],
  ['ENVIRONMENT_IS_PTHREAD=ENVIRONMENT_IS_WORKER&&self.name?.startsWith("em-pthread")', 'ENVIRONMENT_IS_PTHREAD=isThread'],
  ['ENVIRONMENT_IS_PTHREAD=ENVIRONMENT_IS_WORKER&&worker_threads["workerData"]=="em-pthread"', 'ENVIRONMENT_IS_PTHREAD=isThread'],
  ['ENV.SAL_LOG="+WARN"', 'ENV.SAL_LOG="-INFO-WARN"'],
  ['var pthreadPoolSize=4;', 'var pthreadPoolSize=10;'],
  ['_scriptName=self.location.href}', '_scriptName=import.meta.url}'],
  ['var workerOptions={workerData:"em-pthread",', 'var workerOptions={workerData:"em-pthread",type:"module",'],
  [
    'PThread.runningWorkers.push(worker);PThread.pthreads[',
    'worker.run=(worker.run??0)+1;PThread.runningWorkers.push(worker);PThread.pthreads[',
  ],
  ['var msg={cmd:"run",', 'var msg={cmd:"run",run:worker.run,'],
  [
    'worker.postMessage({cmd:"load",',
    'worker.endedRun=new Int32Array(new SharedArrayBuffer(4));worker.postMessage({cmd:"load",endedRun:worker.endedRun,',
  ],
  ['workerID=msgData.workerID;', 'workerID=msgData.workerID;endedRun=msgData.endedRun;'],
  [
    'establishStackSpace(msgData.pthread_ptr);',
    'ownThread=msgData.pthread_ptr;ownRun=msgData.run;ownExited=false;establishStackSpace(msgData.pthread_ptr);',
  ],
  [
    'try{invokeEntryPoint(msgData.start_routine,msgData.arg)}catch(ex){if(ex!="unwind"){throw ex}}',
    'try{invokeEntryPoint(msgData.start_routine,msgData.arg)}catch(ex){if(ex!="unwind"){throw ex}}if(ownExited)Atomics.store(endedRun,0,ownRun);',
  ],
  [
    'else postMessage({cmd:"cleanupThread",thread})',
    'else{if(thread===ownThread)ownExited=true;postMessage({cmd:"cleanupThread",thread,run:thread===ownThread?ownRun:0})}',
  ],
  [
    'else if(cmd==="cleanupThread"){cleanupThread(d.thread)}',
    'else if(cmd==="cleanupThread"){if(!d.run||worker.run===d.run&&worker.pthread_ptr===d.thread)cleanupThread(d.thread)}',
  ],
  [
    'getNewWorker(){if(PThread.unusedWorkers.length==0){',
    'getNewWorker(){if(PThread.unusedWorkers.length==0)reclaimThreads(PThread);if(PThread.unusedWorkers.length==0){',
  ],
  ['require("os").cpus().length', '2'],
  ['navigator["hardwareConcurrency"]', '2'],
  ['newFunc(Function,args)(...closureArgs)', 'uncallable'],
  ['newFunc(Function,params)(...args)', 'uncallable'],
  ['WebSocketConstructor=require("ws")', 'throw new FS.ErrnoError(23)'],
  ['var WebSocketServer=require("ws").Server;', 'throw new FS.ErrnoError(138);'],
];

/** @param {string} script soffice.js as published */
export function moduleFrom(script, version) {
  let body = withoutPreloading(script);
  for (const [before, after] of CHANGES) body = replaceEvery(body, before, after);
  return `${NOTICE(version)}${HEAD}${body}${TAIL}`;
}

function replaceEvery(text, before, after) {
  if (!text.includes(before)) throw new Error(`soffice.js does not contain ${before}`);
  return text.replaceAll(before, () => after);
}

/** Removes the part that fetches soffice.data and lists its files: from its first counter to the code after it. */
function withoutPreloading(script) {
  const from = script.indexOf('Module["expectedDataFileDownloads"]??=0;');
  const to = script.indexOf('var moduleOverrides=');
  if (from < 0 || to < from) throw new Error('unknown preloading code in soffice.js');
  return script.slice(0, from) + script.slice(to);
}
