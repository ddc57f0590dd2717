import { spawnSync } from 'node:child_process';
const { status } = spawnSync('react-router', ['build'], { stdio: 'inherit', cwd: new URL('..', import.meta.url) });
process.exit(status ?? 1);
