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
  debug: {
    variable: 'SKILLSCOPE_DEBUG',
    text: 'When set, `hook` says on standard error why it gave no answer. Default: it stays silent.',
  },
} as const satisfies Record<string, Setting>;
