import { type Engine, type EngineContext, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type Attribute, type Mesh, modelScene } from '@bakkum/model-scene/scene';
import { startProgram } from '@bakkum/raster/emscripten';
import start from './.prepared/draco.mjs';
import type { Decoder, Draco, Geometry, Start } from './draco.ts';

export const engine: Engine = {
  async convert({ inputs }, context) {
    context.signal.throwIfAborted();
    const file = await readInput(inputs[0]);
    const program = await started(context);
    context.signal.throwIfAborted();
    const mesh = decoded(program, file);
    context.onProgress(1);
    return { outputs: [{ content: modelScene({ meshes: [mesh], materials: [] }) }], warnings: [] };
  },
};

/** Starting takes milliseconds; a fresh instance per run frees all memory, including the inputs. */
async function started(context: EngineContext): Promise<Draco> {
  const begin: Start = start;
  return startProgram(begin, await context.wasm('program'));
}

function decoded(program: Draco, file: Uint8Array<ArrayBuffer>): Mesh {
  const buffer = new program.DecoderBuffer();
  buffer.Init(new Int8Array(file.buffer, file.byteOffset, file.length), file.length);
  const decoder = new program.Decoder();
  const kind = decoder.GetEncodedGeometryType(buffer);
  if (kind !== program.TRIANGULAR_MESH && kind !== program.POINT_CLOUD) throw new ConversionError('corrupt', 'no geometry');
  const isMesh = kind === program.TRIANGULAR_MESH;
  const geometry = isMesh ? new program.Mesh() : new program.PointCloud();
  const status = isMesh ? decoder.DecodeBufferToMesh(buffer, geometry) : decoder.DecodeBufferToPointCloud(buffer, geometry);
  if (!status.ok()) throw new ConversionError('corrupt', status.error_msg());
  return meshOf(program, decoder, geometry);
}

function meshOf(program: Draco, decoder: Decoder, geometry: Geometry): Mesh {
  const values = (kind: number): { readonly size: number; readonly values: Float32Array } | undefined => {
    const id = decoder.GetAttributeId(geometry, kind);
    if (id < 0) return undefined;
    const attribute = decoder.GetAttribute(geometry, id);
    const list = new program.DracoFloat32Array();
    decoder.GetAttributeFloatForAllPoints(geometry, attribute, list);
    const held = {
      size: attribute.num_components(),
      values: Float32Array.from({ length: list.size() }, (_, at) => list.GetValue(at)),
    };
    program.destroy(list);
    return held;
  };
  const positions = values(program.POSITION);
  if (!positions || positions.size !== 3) throw new ConversionError('unsupported-feature', 'points without places');
  const [normals, uvs, colours] = [values(program.NORMAL), values(program.TEX_COORD), values(program.COLOR)];
  return {
    positions: Float64Array.from(positions.values),
    corners: cornersOf(program, decoder, geometry),
    ...(normals?.size === 3 ? { normals: { values: normals.values, size: 3 } as const } : {}),
    ...(uvs?.size === 2 ? { uvs: { values: uvs.values, size: 2 } as const } : {}),
    ...(colours && colours.size >= 3 ? { colours: shades(colours) } : {}),
  };
}

function cornersOf(program: Draco, decoder: Decoder, geometry: Geometry): Uint32Array {
  const count = geometry.num_faces?.() ?? 0;
  const corners = new Uint32Array(count * 3);
  const list = new program.DracoInt32Array();
  for (let face = 0; face < count; face += 1) {
    decoder.GetFaceFromMesh(geometry, face, list);
    for (let corner = 0; corner < 3; corner += 1) corners[face * 3 + corner] = list.GetValue(corner);
  }
  program.destroy(list);
  return corners;
}

/** Integer components are returned as fractions of their maximum. */
function shades({ size, values }: { readonly size: number; readonly values: Float32Array }): Attribute {
  const scale = values.some((value) => value > 1) ? 1 / 255 : 1;
  const four = Float32Array.from({ length: (values.length / size) * 4 }, (_, at) =>
    at % 4 < size ? (values[Math.floor(at / 4) * size + (at % 4)] ?? 0) * scale : 1,
  );
  return { values: four, size: 4 };
}
