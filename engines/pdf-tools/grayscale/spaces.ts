import { PDFArray, type PDFContext, PDFName, type PDFObject, type PDFRef } from '@cantoo/pdf-lib';
import { componentsOf } from '../document/colour-space.ts';
import { name } from '../document/objects.ts';
import { decodeName } from '../document/text-strings.ts';
import { GrayFunctions } from './functions.ts';
import { type Device, type Model, POSTSCRIPT } from './luminance.ts';

const MAX_DEPTH = 8;

/**
 * Replaces colour spaces by others with the same components that show the gray of each colour. Operands, images, palettes and
 * shadings keep their numbers.
 */
export class GraySpaces {
  readonly #context: PDFContext;
  readonly #known = new Map<PDFObject, PDFObject | undefined>();
  readonly #devices = new Map<Device, PDFRef>();
  readonly #functions: GrayFunctions;
  /** Colour spaces that cannot be replaced. */
  left = 0;

  constructor(context: PDFContext) {
    this.#context = context;
    this.#functions = new GrayFunctions(context);
  }

  /** Returns the space to use instead; `undefined` if the given one stays. */
  instead(space: PDFObject | undefined, depth = 0): PDFObject | undefined {
    const value = this.#context.lookup(space);
    if (!value || depth > MAX_DEPTH) return undefined;
    if (this.#known.has(value)) return this.#known.get(value);
    this.#known.set(value, undefined); // a space that contains itself
    const made = this.#made(value, depth);
    this.#known.set(value, made);
    if (made) this.#known.set(this.#context.lookup(made) ?? made, undefined);
    return made;
  }

  /** Returns a space that shows RGB or CMYK colours in gray. Its components are spot colours with a gray tint function. */
  device(model: Device): PDFRef {
    const known = this.#devices.get(model);
    if (known) return known;
    const context = this.#context;
    const names = model === 'rgb' ? ['R', 'G', 'B'] : ['C', 'M', 'Y', 'K'];
    const domain = names.flatMap(() => [0, 1]);
    const tint = context.register(
      context.flateStream(`{ ${POSTSCRIPT[model]} }`, { FunctionType: 4, Domain: domain, Range: [0, 1] }),
    );
    const colorants = names.map((letter) => name(`${letter} to gray`));
    const made = context.register(context.obj([name('DeviceN'), colorants, name('DeviceGray'), tint]));
    this.#devices.set(model, made);
    this.#known.set(context.lookup(made) ?? made, undefined);
    return made;
  }

  #made(value: PDFObject, depth: number): PDFObject | undefined {
    const parts = value instanceof PDFArray ? value : undefined;
    const family = parts ? parts.lookup(0) : value;
    if (!(family instanceof PDFName)) return undefined;
    const model = modelOf(value);
    if (model) return this.device(model);
    switch (decodeName(family)) {
      case 'Lab': // its operands have other ranges than those of any other space
        this.left += 1;
        return undefined;
      case 'Indexed':
      case 'Pattern':
        return parts && this.#withBase(parts, depth);
      case 'Separation':
      case 'DeviceN':
        return parts && this.#spot(parts);
      default:
        return undefined;
    }
  }

  #withBase(parts: PDFArray, depth: number): PDFObject | undefined {
    const base = this.instead(parts.get(1), depth + 1);
    if (!base) return undefined;
    const made = parts.clone();
    made.set(1, base);
    return this.#context.register(made);
  }

  #spot(parts: PDFArray): PDFObject | undefined {
    const alternate = parts.lookup(2);
    const isLab = alternate instanceof PDFArray && alternate.lookup(0) === name('Lab');
    const model: Model | undefined = isLab ? 'lab' : alternate && modelOf(alternate);
    if (!model) return undefined;
    const tint = this.#functions.instead(parts.get(3), model);
    const [family, colorants] = [parts.get(0), parts.get(1)];
    if (!tint || !family || !colorants) {
      this.left += 1;
      return undefined;
    }
    return this.#context.register(this.#context.obj([family, colorants, name('DeviceGray'), tint]));
  }
}

/** Whether colours of a space are RGB or CMYK. */
export function modelOf(space: PDFObject): Device | undefined {
  const components = componentsOf(space);
  return components === 3 ? 'rgb' : components === 4 ? 'cmyk' : undefined;
}
