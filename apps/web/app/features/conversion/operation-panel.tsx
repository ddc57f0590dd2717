/** Compares or signs the first files of the list. Loaded on demand. */
import type { Operation } from '@bakkum/conversion/engine';
import type { ReactNode } from 'react';
import { ComparePanel } from './compare/compare-panel.tsx';
import type { ConversionCore } from './conversion-core.ts';
import type { FileItem } from './list/conversion-state.ts';
import type { ConversionStore } from './list/conversion-store.ts';
import { SignPanel } from './sign/sign-panel.tsx';

type OperationPanelProps = {
  readonly operation: Operation;
  readonly items: readonly FileItem[];
  readonly core: ConversionCore;
  readonly store: ConversionStore;
};

export function OperationPanel({ operation, ...files }: OperationPanelProps): ReactNode {
  return operation === 'comparison' ? <ComparePanel {...files} /> : <SignPanel {...files} />;
}
