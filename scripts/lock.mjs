import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { inRoot, say } from './project-root.mjs';

const POLL_MS = 200;

/** Runs `work` while this process holds the named lock of the checkout. The lock of a dead process is taken over. */
export async function withLock(name, work) {
  const file = inRoot('.cache', `${name}.lock`);
  mkdirSync(inRoot('.cache'), { recursive: true });
  for (let told = false; !acquire(file); told = true) {
    if (!told) say(`waiting for another process to finish: ${name}`);
    await wait(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function acquire(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (!ownerIsAlive(file)) rmSync(file, { force: true });
  return false;
}

function ownerIsAlive(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    // The file is empty until its owner has written its process id.
    if (pid > 0) process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
