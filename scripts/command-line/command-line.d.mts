/** What the value of an option or operand may be. `expected` finishes the sentence "--jobs is "x", not …". */
export type ValueType<T> = { readonly expected: string; readonly parse: (text: string) => T | undefined };

export type OptionDefinition = {
  readonly help: string;
  /** Placeholder of the value, as help shows it; without one, the option is a switch. */
  readonly value?: string;
  /** Without one, any text is a value. */
  readonly type?: ValueType<unknown>;
  readonly default?: unknown;
  readonly short?: string;
  readonly multiple?: boolean;
  readonly required?: boolean;
};

export type OperandDefinition = {
  readonly name: string;
  readonly help: string;
  readonly optional?: boolean;
  /** Takes all that follow; only the last may. */
  readonly repeated?: boolean;
  readonly type?: ValueType<unknown>;
};

export type CommandDefinition = {
  /** As it is typed: `npm run matrix`, `bakkum convert`. */
  readonly name: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** What follows the name, where that takes more than operands and options. */
  readonly usage?: readonly string[];
  readonly operands?: readonly OperandDefinition[];
  readonly options?: Readonly<Record<string, OptionDefinition>>;
  /** Further sections of the help, by title. */
  readonly notes?: Readonly<Record<string, readonly string[]>>;
  readonly examples?: readonly string[];
  /** Commands whose names begin with this one's, for its help. */
  readonly related?: Readonly<Record<string, { readonly summary: string }>>;
};

export type CommandGroup = {
  readonly name: string;
  readonly summary: string;
  readonly commands: Readonly<Record<string, CommandDefinition | CommandGroup>>;
  readonly notes?: Readonly<Record<string, readonly string[]>>;
};

type Given<O> = O extends { readonly type: ValueType<infer T> } ? T : O extends { readonly value: string } ? string : boolean;

/** Names of options that have a value in every run. */
type Always<O> = {
  [N in keyof O]: O[N] extends { readonly value: string }
    ? O[N] extends { readonly default: unknown } | { readonly multiple: boolean } | { readonly required: boolean }
      ? N
      : never
    : N;
}[keyof O];

type ValueOf<O> = O extends { readonly multiple: boolean } ? readonly Given<O>[] : Given<O>;

/** Values by the names of the options; those without a default are absent when they were not given. */
export type Values<O> = { readonly [N in Always<O>]: ValueOf<O[N]> } & {
  readonly [N in Exclude<keyof O, Always<O>>]?: ValueOf<O[N]>;
};

type OptionsOf<C> = C extends { readonly options: infer O } ? O : Record<never, never>;

export type Parsed<C> = {
  readonly kind: 'values';
  readonly values: Values<OptionsOf<C>>;
  readonly operands: readonly string[];
};
export type Help = { readonly kind: 'help'; readonly text: string };
export type Refusal = { readonly kind: 'refused'; readonly message: string };
export type Selected = {
  readonly kind: 'command';
  readonly key: string;
  readonly command: CommandDefinition;
  readonly rest: readonly string[];
};

export declare const EXIT_USAGE: 2;

export declare function wholeNumber(range: { readonly from: number; readonly to: number }): ValueType<number>;
export declare function positiveNumber(range: { readonly to: number }): ValueType<number>;
export declare function oneOf<const W extends string>(...words: readonly W[]): ValueType<W>;
export declare function commaSeparated(): ValueType<readonly string[]>;

export declare function invocationOf(command: { readonly name: string }): string;
export declare function readCommandLine<C extends CommandDefinition>(command: C, args: readonly string[]): Parsed<C>;
export declare function parseCommandLine<C extends CommandDefinition>(
  command: C,
  args: readonly string[],
): Parsed<C> | Help | Refusal;
export declare function selectCommand(group: CommandGroup, args: readonly string[]): Selected | Help | Refusal;
export declare function exitOnSettingsError<P extends { readonly kind: string }>(
  parsed: P | Help | Refusal,
): Exclude<P, Help | Refusal>;
export declare function refuse(command: { readonly name: string }, problem: string): never;
export declare function refusal(command: { readonly name: string }, problem: string): Refusal;
export declare function helpOf(command: CommandDefinition): string;
export declare function groupHelp(group: CommandGroup): string;
