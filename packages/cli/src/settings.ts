/** One setting: everything that flags, environment and documentation say about it comes from here. */
export interface Setting {
  /** Flag as commander reads it; absent when only the environment sets it. */
  readonly flag?: string;
  /** Environment variable that sets the default. */
  readonly variable?: string;
  /** True when it takes several values, separated by commas or given again. */
  readonly list?: boolean;
  /** Other names of its values, and the value that each stands for. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** What it does, one line, with its default. */
  readonly text: string;
}

/** The settings that every command shares. */
export const SETTINGS = {
  project: {
    flag: '--project <directory>',
    text: 'Project to answer for. Default: the nearest directory at or above the current one with a manifest.',
  },
  ecosystem: {
    flag: '--ecosystem <ids>',
    list: true,
    aliases: {
      rust: 'cargo',
      go: 'golang',
      java: 'maven',
      jvm: 'maven',
      gradle: 'maven',
      js: 'npm',
      node: 'npm',
      python: 'pypi',
    },
    text: 'Only these ecosystems, separated by commas: cargo (or rust), golang (go), maven (java, jvm, gradle), npm (js, node), pypi (python). Default: all that are present.',
  },
  json: { flag: '--json', text: 'Print the answer as JSON on standard output. Default: text for people.' },
  color: {
    flag: '--no-color',
    variable: 'NO_COLOR',
    text: 'Never colour the output. Default: colour on a terminal only; FORCE_COLOR colours always.',
  },
  cache: {
    flag: '--no-cache',
    text: 'Read everything anew and store nothing. Default: use the cache of this machine.',
  },
  cacheDirectory: {
    variable: 'SKILLSCOPE_CACHE',
    text: "Directory of the cache. Default: the platform's cache directory for skillscope.",
  },
  registry: {
    variable: 'SKILLSCOPE_REGISTRY',
    text: 'For `registry`: the directory or the postgres:// address of a registry. Default: none; --dir or --url name one.',
  },
  encoder: {
    variable: 'SKILLSCOPE_ENCODER',
    text: 'What `search` compares meanings with: table, minilm (a sentence model) or endpoint. Default: table, which ships with skillscope.',
  },
  models: {
    variable: 'SKILLSCOPE_MODELS',
    text: 'For minilm: the absolute path of the directory with the file of the model. Default: none.',
  },
  endpointUrl: {
    variable: 'SKILLSCOPE_ENDPOINT_URL',
    text: 'For endpoint: the base address of an OpenAI-compatible interface. The descriptions of libraries and every need are sent there. Default: none.',
  },
  endpointModel: {
    variable: 'SKILLSCOPE_ENDPOINT_MODEL',
    text: 'For endpoint: the name of the model there. Default: none.',
  },
  endpointKey: {
    variable: 'SKILLSCOPE_ENDPOINT_KEY',
    text: 'For endpoint: the key, sent as a bearer token. Default: none.',
  },
  endpointQueryPrefix: {
    variable: 'SKILLSCOPE_ENDPOINT_QUERY_PREFIX',
    text: 'For endpoint: what the model wants before a need. Default: nothing.',
  },
  endpointDocumentPrefix: {
    variable: 'SKILLSCOPE_ENDPOINT_DOCUMENT_PREFIX',
    text: 'For endpoint: what the model wants before a text that is searched. Default: nothing.',
  },
  debug: {
    variable: 'SKILLSCOPE_DEBUG',
    text: 'When set, `hook` says on standard error why it gave no answer. Default: it stays silent.',
  },
} as const satisfies Record<string, Setting>;
