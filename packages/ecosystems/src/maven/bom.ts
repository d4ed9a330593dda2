import { type Coordinates, readCoordinates } from './coordinates.ts';

/** One library, or one project of the build, as an SBOM lists it. */
export interface Component extends Coordinates {
  /** How the graph refers to it. */
  readonly ref: string;
  /** The jar that the build used, relative to the project, when our own writer noted it. */
  readonly file?: string;
  /** The folder of the project it is, relative to the one the SBOM is about, when our own writer noted it. */
  readonly directory?: string;
  /** Hexadecimal SHA-1 of the jar. */
  readonly sha1?: string;
}

/** A CycloneDX document, as far as it says which libraries a project uses. */
export interface Bom {
  /** What the document is about. */
  readonly subject: Component | undefined;
  /** Reference of the subject in the graph. */
  readonly start: string | undefined;
  readonly components: ReadonlyMap<string, Component>;
  /** Who uses whom, by reference; empty when the document has no graph. */
  readonly uses: ReadonlyMap<string, readonly string[]>;
  /** Folders of all projects of the build, relative to the one the SBOM is about, when our own writer noted them. */
  readonly projects: readonly string[];
  /** Folders in which the build keeps what it has downloaded, as our own writer noted them; not checked. */
  readonly stores: readonly string[];
  /** Entries that claim to be Maven's and cannot be read. */
  readonly unread: number;
}

/** Names of the properties that our own writer adds to what the standard has. */
export const PROPERTY = {
  file: 'skillscope:file',
  directory: 'skillscope:directory',
  project: 'skillscope:project',
  store: 'skillscope:store',
} as const;

/** Reads the text of a CycloneDX document in JSON; the fault as a sentence when it is none. Never throws. */
export function parseBom(text: string): Bom | string {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return 'This is no JSON, or only the beginning of it.';
  }
  if (!isObject(document) || document['bomFormat'] !== 'CycloneDX') return 'This is not a CycloneDX document.';
  const metadata = isObject(document['metadata']) ? document['metadata'] : {};
  const written = isObject(metadata['component']) ? metadata['component'] : {};
  const subject = readComponent(written);
  const properties = propertiesOf(metadata);
  const components = new Map<string, Component>();
  let unread = 0;
  for (const item of objectsIn(document['components'])) {
    if (item['scope'] === 'excluded') continue;
    const component = readComponent(item);
    if (component) components.set(component.ref, component);
    else if (isBroken(textOf(item['purl']) ?? '')) unread += 1;
  }
  return {
    subject,
    start: textOf(written['bom-ref']) ?? textOf(written['purl']),
    components,
    uses: readGraph(document['dependencies']),
    projects: properties.get(PROPERTY.project) ?? [],
    stores: properties.get(PROPERTY.store) ?? [],
    unread,
  };
}

function readComponent(item: Readonly<Record<string, unknown>>): Component | undefined {
  const purl = textOf(item['purl']);
  const coordinates = purl === undefined ? undefined : readCoordinates(purl);
  if (purl === undefined || coordinates === undefined || POM_ONLY.test(purl)) return undefined;
  const properties = propertiesOf(item);
  const file = properties.get(PROPERTY.file)?.[0];
  const directory = properties.get(PROPERTY.directory)?.[0];
  const sha1 = objectsIn(item['hashes']).find(({ alg }) => alg === 'SHA-1')?.['content'];
  return {
    ...coordinates,
    ref: textOf(item['bom-ref']) ?? purl,
    ...(file === undefined ? {} : { file }),
    ...(directory === undefined ? {} : { directory }),
    ...(typeof sha1 === 'string' ? { sha1: sha1.toLowerCase() } : {}),
  };
}

/** Claims to be a library of Maven's, and names none. */
function isBroken(purl: string): boolean {
  return purl.startsWith('pkg:maven/') && !POM_ONLY.test(purl) && readCoordinates(purl) === undefined;
}

/** Parents and bills of materials: nothing of them can be imported. */
const POM_ONLY = /[?&]type=pom(?:&|$)/;

function readGraph(value: unknown): ReadonlyMap<string, readonly string[]> {
  const uses = new Map<string, string[]>();
  for (const { ref, dependsOn } of objectsIn(value)) {
    if (typeof ref !== 'string' || !Array.isArray(dependsOn)) continue;
    const known = uses.get(ref) ?? [];
    for (const used of dependsOn) if (typeof used === 'string') known.push(used);
    uses.set(ref, known);
  }
  return uses;
}

function propertiesOf(holder: Readonly<Record<string, unknown>>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { name, value } of objectsIn(holder['properties'])) {
    if (typeof name !== 'string' || typeof value !== 'string') continue;
    const values = found.get(name);
    if (values) values.push(value);
    else found.set(name, [value]);
  }
  return found;
}

function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
