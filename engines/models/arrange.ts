import type { Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { type Scene, UNITS, type Unit } from '@bakkum/model-scene/scene';
import { scaled, turned, unitRatio } from '@bakkum/model-scene/transform';
import type { Target } from './targets.ts';

const unitNamed = (value: unknown): Unit | undefined => UNITS.find((unit) => unit === value);

/** Converts the scene to the unit and up axis of the target, and reports losses. */
export function arranged(
  scene: Scene,
  target: Target,
  options: OptionValues,
): { readonly scene: Scene; readonly warnings: readonly Warning[] } {
  if (target.surfaces && scene.meshes.every(({ corners }) => corners.length === 0))
    throw new ConversionError('unsupported-feature', 'points without surfaces');
  const inUnit = measured(scene, target, options);
  const upright = raised(inUnit, target, options);
  const percent = Number(options['modelScale'] ?? 100);
  const result = scaled(upright, percent / 100);
  const known = scene.unit ?? unitNamed(options['sourceUnit']);
  const isGuess = known === undefined && target.units.length > 0;
  return { scene: result, warnings: [...lossesOf(scene, target), ...(isGuess ? [{ code: 'unit-unknown' as const }] : [])] };
}

/** Scales only if the unit of the source is known and differs from the target's. */
function measured(scene: Scene, { units }: Target, options: OptionValues): Scene {
  const from = unitNamed(options['sourceUnit']) ?? scene.unit;
  const asked = unitNamed(options['modelUnit']);
  const isStated = units.length > 0;
  const possible = (unit: Unit | undefined): Unit | undefined =>
    !isStated || unit === undefined || units.includes(unit) ? unit : units[0];
  const to = possible(asked ?? from) ?? units[0];
  if (from === undefined || to === undefined) return to === undefined ? scene : { ...scene, unit: to };
  return { ...scaled(scene, unitRatio(from, to)), unit: to };
}

function raised(scene: Scene, { up }: Target, options: OptionValues): Scene {
  const asked = options['upAxis'];
  if (asked === 'as-is') return scene;
  const from = scene.up ?? (asked === 'y' || asked === 'z' ? (asked === 'y' ? 'z' : 'y') : undefined);
  const to = asked === 'y' || asked === 'z' ? asked : up === 'stated' ? from : up;
  return from === undefined || to === undefined ? scene : turned(scene, from, to);
}

function lossesOf({ meshes, materials }: Scene, target: Target): readonly Warning[] {
  const hasPictures = materials.some(({ picture }) => picture !== undefined);
  const hasColours = meshes.some(({ colours }) => colours !== undefined);
  const loses =
    (materials.length > 0 && !target.materials) || (hasPictures && !target.pictures) || (hasColours && !target.colours);
  return loses ? [{ code: 'materials-dropped' }] : [];
}
