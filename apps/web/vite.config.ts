import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Engine workers are modules with code of their own to load.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // The policy allows no data: scripts or fonts, and small files compress better together on the wire.
    assetsInlineLimit: 0,
    manifest: true,
    sourcemap: false,
  },
  server: { headers: {} },
});
