import type { SuiteRun } from '../suite.ts';
import type { NativeTesseract } from './native-tesseract.ts';
import type { OurRoute } from './our-route.ts';
import type { PageMaker } from './pages.ts';

/** What all parts of a run share. */
export type Bench = {
  readonly given: SuiteRun;
  readonly maker: PageMaker;
  readonly ours: OurRoute;
  readonly native: NativeTesseract | undefined;
};
