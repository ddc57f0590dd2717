/** A sentence with code between backticks. */
export type Sentence = string;

export type FieldView = {
  readonly name: string;
  /** In TypeScript notation. */
  readonly type: string;
  readonly required: boolean;
  readonly text?: Sentence;
  /** As JSON. */
  readonly preset?: string;
};

export type ParameterView = FieldView & { readonly place: 'path' | 'query' | 'header' };

/** A body, by name if it is one of the objects. */
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
  /** Statuses of the problems it may return. */
  readonly problems: readonly string[];
};

export type GroupView = { readonly id: string; readonly title: string; readonly endpoints: readonly EndpointView[] };

export type ObjectView = { readonly name: string; readonly fields: readonly FieldView[] };

/** The data of the whole reference. */
export type ReferenceView = {
  readonly groups: readonly GroupView[];
  readonly objects: readonly ObjectView[];
  /** Names of the events the server sends. */
  readonly webhooks: readonly string[];
};
