import { classNames } from '@bakkum/ui/class-names';
import type { ReactNode } from 'react';
import { STILLS } from './stills.ts';

const ADDRESSES = import.meta.glob<string>('../../../../.generated/stills/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

type StillPictureProps = {
  readonly name: string;
  /** Whether it is on the first screen of a phone: then it is the largest contentful paint and loads eagerly. */
  readonly first?: boolean;
  readonly className?: string;
};

/** A sketch drawn at build time, by its name in stills.ts. Decorative: the text beside it says what it shows. */
export function PrerenderedSketch({ name, first = false, className }: StillPictureProps): ReactNode {
  const size = STILLS.get(name);
  const address = ADDRESSES[`../../../../.generated/stills/${name}.webp`];
  if (!size || !address) throw new RangeError(`there is no still ${name}`);
  return (
    <img
      src={address}
      alt=""
      width={size.width}
      height={size.height}
      loading={first ? 'eager' : 'lazy'}
      decoding="async"
      fetchPriority={first ? 'auto' : 'low'}
      className={classNames('block bg-sunken', className)}
    />
  );
}
