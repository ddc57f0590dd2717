import { whenIdle } from './when-idle.ts';

/** The rest of the typeface, for words that are not ours: file names, messages. Each piece loads when a letter needs it. */
export function loadFullTypeface(): () => void {
  return whenIdle(() => void import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'));
}
