#!/usr/bin/env node
/**
 * Starts the Firefox of FIREFOX_PATH for Playwright, which speaks WebDriver BiDi with it. Playwright sets emulations that not every
 * release knows, and gives up at the first refusal; those are answered as done. Everything else passes as it is.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const READY = /WebDriver BiDi listening on (ws:\/\/.*)$/;
/** Results of conversions travel in a message. */
const MAX_MESSAGE_BYTES = 1 << 30;

const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox', process.argv.slice(2), { stdio: ['inherit', 'inherit', 'pipe'] });
firefox.on('exit', (code) => process.exit(code ?? 1));
process.on('SIGTERM', () => firefox.kill());

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const address = READY.exec(line)?.[1];
  if (address) relay(address);
  else process.stderr.write(`${line}\n`);
});

function relay(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: MAX_MESSAGE_BYTES }, () => {
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`);
  });
  server.on('connection', (client, { url }) => connect(client, new WebSocket(address + url, { maxPayload: MAX_MESSAGE_BYTES })));
}

function connect(client, browser) {
  const emulations = new Set();
  const waiting = [];
  client.on('message', (data) => {
    const text = data.toString();
    const { id, method } = JSON.parse(text);
    if (method.startsWith('emulation.')) emulations.add(id);
    if (browser.readyState === WebSocket.OPEN) browser.send(text);
    else waiting.push(text);
  });
  browser.on('open', () => {
    for (const text of waiting.splice(0)) browser.send(text);
  });
  browser.on('message', (data) => {
    const text = data.toString();
    client.send(emulations.size > 0 ? withoutRefusal(text, emulations) : text);
  });
  browser.on('close', () => client.close());
  client.on('close', () => browser.close());
}

function withoutRefusal(text, emulations) {
  const { id, error } = JSON.parse(text);
  if (!emulations.delete(id) || error !== 'unknown command') return text;
  return JSON.stringify({ type: 'success', id, result: {} });
}
