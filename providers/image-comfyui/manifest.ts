import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

/** A local ComfyUI with the operator's graph or a default one. */
export const manifest: ImageProviderManifest = {
  id: 'comfyui',
  name: 'ComfyUI',
  rank: 61,
  variables: {
    base: { name: 'IMAGE_COMFYUI_BASE', kind: 'address', needed: true },
    checkpoint: { name: 'IMAGE_COMFYUI_CHECKPOINT', kind: 'text', default: 'sd_xl_base_1.0.safetensors' },
    // A graph in API format, in which "%prompt%", "%negative%", "%width%", "%height%" and "%seed%" are replaced.
    graph: { name: 'IMAGE_COMFYUI_GRAPH', kind: 'file' },
    // The same for edits, in which "%image%", "%mask%" and "%denoise%" are replaced too.
    editGraph: { name: 'IMAGE_COMFYUI_EDIT_GRAPH', kind: 'file' },
  },
  capabilities: { cancel: true, progress: true },
  // Whichever model the server has loaded.
  models: [
    {
      id: '',
      name: 'ComfyUI',
      sizes: { kind: 'any', step: 8, longest: 1536, shortest: 512 },
      sampling: { steps: 30, guidance: 7 },
      seed: true,
      negativePrompt: true,
      edit: 'described',
      strength: {
        parameter: 'denoise',
        range: [0, 1],
        decimals: 2,
        edit: 70,
        variation: 50,
        showsOriginalUpTo: 50,
        placeholder: { variable: 'editGraph', text: '"%denoise%"' },
      },
      mask: true,
      extend: { kind: 'canvas' },
      livePreview: { kind: 'steps' },
      moderated: false,
      languages: ['en'],
      creditRate: 1,
    },
  ],
  place: 'local',
  local: { addresses: ['http://127.0.0.1:8188'], hint: 'On another machine, start it with --listen.' },
  design: false,
  needsConsent: false,
  atOnce: 1,
};
