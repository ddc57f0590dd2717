import type { FormatId } from '@bakkum/conversion/engine';
import type { Scene, Unit } from '@bakkum/model-scene/scene';
import { writeAmf } from './formats/amf.ts';
import { writeDae } from './formats/dae-write.ts';
import { writeAc3d, writeDirectX, writeDxf, writeVtk } from './formats/faceted-write.ts';
import { writeGltf } from './formats/gltf-write.ts';
import { writeObj } from './formats/obj.ts';
import { writeOff } from './formats/off.ts';
import { writePly } from './formats/ply.ts';
import { writePcd, writeXyz } from './formats/point-clouds.ts';
import { writeStl } from './formats/stl.ts';
import { writeThreeMf } from './formats/three-mf.ts';
import { writeUsd, writeUsdz } from './formats/usd-write.ts';
import { writeWrl, writeX3d } from './vrml/write.ts';

/** Features of a format in addition to positions and polygons. */
export type Target = {
  readonly write: (scene: Scene, encoding: string) => string | Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  /** Units it can declare; empty if its numbers have no unit. */
  readonly units: readonly Unit[];
  /** The up axis it prescribes; `stated` if the file declares it. */
  readonly up?: 'y' | 'z' | 'stated';
  readonly materials?: true;
  readonly pictures?: true;
  readonly colours?: true;
  /** Requires surfaces. */
  readonly surfaces?: true;
};

const ALL: readonly Unit[] = ['mm', 'cm', 'm', 'in', 'ft'];
const RENDERED = { units: ['m'], up: 'y', materials: true, colours: true } as const;
const STATED = { units: ALL, up: 'stated', materials: true, colours: true } as const;

export const TARGETS: Readonly<Record<FormatId, Target>> = {
  obj: { write: writeObj, mediaType: 'model/obj', units: [], materials: true, colours: true },
  stl: { write: writeStl, mediaType: 'model/stl', units: [], surfaces: true },
  ply: { write: writePly, mediaType: 'model/ply', units: [], materials: true, colours: true },
  off: { write: writeOff, mediaType: 'model/x-off', units: [], colours: true, surfaces: true },
  gltf: { write: (scene) => writeGltf(scene, false), mediaType: 'model/gltf+json', ...RENDERED, pictures: true },
  glb: { write: (scene) => writeGltf(scene, true), mediaType: 'model/gltf-binary', ...RENDERED, pictures: true },
  '3mf': { write: writeThreeMf, mediaType: 'model/3mf', units: ALL, up: 'z', materials: true, surfaces: true },
  amf: {
    write: writeAmf,
    mediaType: 'application/x-amf',
    units: ['mm', 'm', 'in', 'ft'],
    up: 'z',
    materials: true,
    surfaces: true,
  },
  dae: { write: writeDae, mediaType: 'model/vnd.collada+xml', ...STATED, surfaces: true },
  x3d: { write: writeX3d, mediaType: 'model/x3d+xml', ...RENDERED },
  wrl: { write: writeWrl, mediaType: 'model/vrml', ...RENDERED },
  usd: { write: writeUsd, mediaType: 'model/vnd.usda', ...STATED },
  usdz: { write: writeUsdz, mediaType: 'model/vnd.usdz+zip', ...STATED, pictures: true },
  ac3d: { write: writeAc3d, mediaType: 'model/x-ac3d', units: [], up: 'y', materials: true, surfaces: true },
  x: { write: writeDirectX, mediaType: 'model/x-directx', units: [], up: 'y', materials: true, surfaces: true },
  dxf: { write: writeDxf, mediaType: 'image/vnd.dxf', units: [], up: 'z' },
  vtk: { write: writeVtk, mediaType: 'model/vnd.vtk', units: [] },
  xyz: { write: writeXyz, mediaType: 'text/plain', units: [], materials: true, colours: true },
  'point-cloud': { write: writePcd, mediaType: 'text/plain', units: [], materials: true, colours: true },
};
