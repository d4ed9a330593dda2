import { word } from './prose.ts';
import { openRandom, type Random } from './random.ts';

export interface Package {
  /** Position in the model; seeds its contents. */
  readonly number: number;
  readonly name: string;
  readonly version: string;
  /** Of other packages of the model, by name. */
  readonly dependencies: Map<string, Package>;
  /** How many skills it ships. */
  readonly skills: number;
  /** Set where another version has the place at the top: the package that it lies inside. */
  readonly inside?: Package;
}

export interface Model {
  readonly direct: readonly Package[];
  readonly packages: readonly Package[];
}

const DIRECT = 40;
const SCOPED = 0.25;
const SCOPES = 30;
/** Share of packages that lie inside another one, since a second version of their name is needed. */
const NESTED = 0.05;
const WITH_SKILLS = 0.04;
const MOST_SKILLS = 8;

/** A project of so many installed packages, all reachable from its direct dependencies. */
export function modelOf(count: number): Model {
  const random = openRandom(20_190);
  const nested = Math.round(count * NESTED);
  const top = namesOf(count - nested, random).map((name, number) => newPackage(number, name, '1', random));
  const direct = top.slice(0, DIRECT);
  top.forEach((child, number) => {
    if (number >= DIRECT) addDependency(top[Math.floor((number * random.whole(0, 99)) / 100)], child);
    for (let more = random.whole(0, 4); more > 0; more -= 1)
      addDependency(child, top[random.whole(number, top.length)]);
  });
  const packages = [...top];
  while (packages.length < count) {
    const original = top[random.whole(DIRECT, top.length - 1)];
    const inside = top[random.whole(0, top.length - 1)];
    if (!original || !inside || original === inside || inside.dependencies.has(original.name)) continue;
    const second = { ...newPackage(packages.length, original.name, '2', random), inside };
    inside.dependencies.set(second.name, second);
    packages.push(second);
  }
  return { direct, packages };
}

function newPackage(number: number, name: string, major: string, random: Random): Package {
  const version = `${major}.${random.whole(0, 40)}.${random.whole(0, 20)}`;
  const skills = random.chance(WITH_SKILLS) ? random.whole(1, MOST_SKILLS) : 0;
  return { number, name, version, dependencies: new Map(), skills };
}

function addDependency(from: Package | undefined, to: Package | undefined): void {
  if (from && to && from !== to) from.dependencies.set(to.name, to);
}

function namesOf(count: number, random: Random): readonly string[] {
  const scopes = Array.from({ length: SCOPES }, (_, number) => `@${word(random)}-${number}`);
  const names = new Set<string>();
  while (names.size < count) {
    const scope = random.chance(SCOPED) ? `${scopes[random.whole(0, SCOPES - 1)]}/` : '';
    const short = `${scope}${word(random)}-${word(random)}`;
    names.add(names.has(short) ? `${short}-${names.size}` : short);
  }
  return [...names];
}
