import { expect, it } from 'vitest';
import { addProfile } from './profile.ts';

async function filesOf(version: string | undefined): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const folder = {
    makeFolder: () => Promise.resolve(),
    put: async (name: string, content: Blob | Uint8Array<ArrayBuffer>) => void files.set(name, await new Blob([content]).text()),
  };
  await addProfile(folder, version);
  return files;
}

it.each([
  ['LibreOffice 7.4.7.2 40(Build:2)', '40(Build:2)'],
  ['LibreOffice 24.8.1.2 87fa9aec1a63e70835390b81c40bb8993f1d4ff6', '87fa9aec1a63e70835390b81c40bb8993f1d4ff6'],
  ['LibreOffice 7.4.7.2', undefined],
  [undefined, undefined],
])('names the build of %j as %j', async (version, build) => {
  expect((await filesOf(version)).get('profile/user/extensions/buildid')).toBe(build);
});
