/** What `npm run bench -- NAME` runs: the export `suite` of benchmarks/NAME/suite.ts. */
export type Suite = {
  readonly title: string;
  /** A trial that runs once and compares nothing. */
  readonly once?: true;
  /** Measures and answers the sections of the report, as markdown. */
  run(given: SuiteRun): Promise<string>;
};

export type SuiteRun = {
  /** An empty folder, removed afterwards. */
  readonly folder: string;
  /** Measured rounds of everything that is compared. */
  readonly rounds: number;
  /** How long a trial goes on that goes on for a time. */
  readonly minutes: number;
  /** Whether a contest of this name was asked for. */
  readonly isAsked: (name: string) => boolean;
  /** For the person who waits; no part of the report. */
  readonly say: (line: string) => void;
};
