/** A benchmark that `npm run bench -- NAME` runs: the export `suite` of benchmarks/NAME/suite.ts. */
export type Suite = {
  readonly title: string;
  /** Marks a trial that runs once and compares nothing. */
  readonly once?: true;
  /** Measures and returns the sections of the report, as markdown. */
  run(given: SuiteRun): Promise<string>;
};

export type SuiteRun = {
  /** An empty folder that is deleted afterwards. */
  readonly folder: string;
  /** The folder of files to measure, if given. */
  readonly dir: string | undefined;
  /** Number of measured rounds of everything that is compared. */
  readonly rounds: number;
  /** Duration of timed trials, in minutes. */
  readonly minutes: number;
  /** Returns whether a contest of this name was requested. */
  readonly isAsked: (name: string) => boolean;
  /** Prints progress; not part of the report. */
  readonly say: (line: string) => void;
};
