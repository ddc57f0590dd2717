/** A sentence; what stands between backticks is code. */
export type Sentence = string;

export type FieldView = {
  readonly name: string;
  /** As TypeScript writes it. */
  readonly type: string;
  readonly required: boolean;
  readonly text?: Sentence;
  /** Written as JSON. */
  readonly preset?: string;
};

export type ParameterView = FieldView & { readonly place: 'path' | 'query' | 'header' };

/** A body, by name where it is one of the objects. */
export type BodyView = { readonly mediaType: string; readonly object?: string; readonly fields: readonly FieldView[] };

export type AnswerView = { readonly status: string; readonly text: Sentence; readonly body?: BodyView };

export type EndpointView = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly title: Sentence;
  readonly text?: Sentence;
  readonly needsKey: boolean;
  readonly parameters: readonly ParameterView[];
  readonly bodies: readonly BodyView[];
  readonly answers: readonly AnswerView[];
  /** Statuses of problems it may answer. */
  readonly problems: readonly string[];
};

export type GroupView = { readonly id: string; readonly title: string; readonly endpoints: readonly EndpointView[] };

export type ObjectView = { readonly name: string; readonly fields: readonly FieldView[] };

/** Everything the reference shows. */
export type ReferenceView = {
  readonly groups: readonly GroupView[];
  readonly objects: readonly ObjectView[];
  /** Names of what the server sends by itself. */
  readonly webhooks: readonly string[];
};
