/** Detects problems that would otherwise stop the server after a minute of installing and building. */
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { ExpectedError } from './expected-error.mjs';
import { inRoot, root } from './project-root.mjs';

const GB = 1e9;
/** Free space for the packages and the build, in bytes. */
const INSTALL_BYTES = 2.5 * GB;
/** Free space for a database and compressed copies, in bytes. */
const DATA_BYTES = 0.5 * GB;

/**
 * @param {Readonly<Record<string, string | undefined>>} settings PORT, HOST and DATA_DIR, as the server reads them
 * @throws {ExpectedError} with a message of one sentence
 */
export async function checkBeforeStart({ PORT, HOST, DATA_DIR, SITE_MODE }) {
  const dataDir = path.resolve(root, DATA_DIR || 'data');
  checkWritable(dataDir);
  if (!existsSync(inRoot('node_modules'))) checkSpace(root, INSTALL_BYTES, 'to install and build');
  checkSpace(dataDir, DATA_BYTES, 'for its data');
  await checkPort(Number(PORT || 3000), HOST || (SITE_MODE === 'production' ? undefined : '127.0.0.1'));
}

function checkWritable(folder) {
  const probe = path.join(folder, `.write-test-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    if (error.code === 'ENOSPC')
      throw new ExpectedError(`The disk of ${folder} is full. Free some space and run the command again.`);
    throw new ExpectedError(
      `The data folder ${folder} is not writable (${error.code}). Set DATA_DIR to a folder this user can write to.`,
    );
  }
}

function checkSpace(folder, bytes, purpose) {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new ExpectedError(
    `Bakkum needs ${(bytes / GB).toFixed(1)} GB of free disk space ${purpose}; ${folder} has ${(free / GB).toFixed(1)} GB left.`,
  );
}

/** Ignores an invalid port, as the server checks every setting. */
function checkPort(port, host) {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => (isPortProblem(error) ? reject(portProblem(error, port)) : resolve(undefined)));
    probe.listen({ port, host }, () => probe.close(resolve));
  });
}

function isPortProblem({ code }) {
  return code === 'EADDRINUSE' || code === 'EACCES';
}

function portProblem({ code }, port) {
  return new ExpectedError(
    code === 'EADDRINUSE'
      ? `Port ${port} is in use by another program. Stop it, or choose another port: PORT=${port + 1} npm start`
      : `This user may not listen on port ${port}. Set PORT to 1024 or higher.`,
  );
}
