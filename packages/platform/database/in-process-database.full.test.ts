import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openInProcess } from './in-process-database.ts';
import { FIRST, migrationFolders, recordAsDrizzle, recordedIn, recordOf, SECOND, THIRD, wordsIn } from './test-migrations.ts';

const folders = migrationFolders();
afterAll(() => folders.dispose());

it('recognises migrations by drizzle in the in-process database, and refuses a newer one', async () => {
  const place = path.join(folders.root, 'in-process');
  const before = await openInProcess(place, []);
  await recordAsDrizzle(before, FIRST, SECOND);
  await before.close();
  const after = await openInProcess(place, [folders.of(FIRST, SECOND, THIRD)]);
  expect(await wordsIn(after)).toEqual([{ text: 'first' }, { text: 'third' }]);
  expect(await recordedIn(after)).toEqual(recordOf(FIRST, SECOND, THIRD));
  await after.close();
  await expect(openInProcess(place, [folders.of(FIRST, SECOND)])).rejects.toThrow('newer than this version');
});
