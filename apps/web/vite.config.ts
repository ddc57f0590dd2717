import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { writeNotices } from './build-steps/notices.ts';
import { writeTypeface } from './build-steps/typeface.ts';

export default defineConfig(async () => {
  const generated = path.join(import.meta.dirname, '.generated');
  await writeTypeface(generated);
  writeNotices(path.resolve(import.meta.dirname, '../..'), generated);
  return {
    plugins: [tailwindcss(), reactRouter()],
    // Engine workers are modules with code of their own to load.
    worker: { format: 'es' as const },
    build: {
      target: 'es2022',
      // The policy allows no data: scripts or fonts, and small files compress better together on the wire.
      assetsInlineLimit: 0,
      manifest: true,
      sourcemap: false,
    },
  };
});
