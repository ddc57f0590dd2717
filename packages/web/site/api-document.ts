/** The parts of the API's OpenAPI 3.1 document that our pages read. */
export type ApiSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly items?: ApiSchema;
  readonly anyOf?: readonly ApiSchema[];
};

export type ApiContent = Readonly<Record<string, { readonly schema?: ApiSchema }>>;

export type ApiParameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: ApiSchema;
};

export type ApiOperation = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** Empty where no key is needed. */
  readonly security?: readonly unknown[];
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: { readonly content?: ApiContent };
  readonly responses?: Readonly<Record<string, { readonly description?: string; readonly content?: ApiContent }>>;
};

export type ApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, ApiSchema>> };
  /** Requests the server sends, by name. */
  readonly webhooks?: Readonly<Record<string, unknown>>;
};
