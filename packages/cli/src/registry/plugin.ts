import {
  type AppliedPlugin,
  type ApplyOptions,
  applyPlugin,
  type ManifestNote,
  type ManifestReading,
  planPlugin,
  type Registry,
  RegistryError,
} from '@skillscope/runtime';
import { type RegistryFailure, refusalOf } from './failure.ts';

export interface PlannedPlugin extends Partial<Omit<AppliedPlugin, 'plugin'>> {
  readonly plugin: string;
  readonly format: ManifestReading['format'];
  /** Why it would not be applied. */
  readonly refusal?: RegistryFailure;
}

export interface PlanAnswer {
  readonly plugins: readonly PlannedPlugin[];
  /** What of a manifest was left out. */
  readonly notes: readonly ManifestNote[];
  readonly applied: boolean;
}

/** What applying manifests would do. Writes nothing. */
export async function planManifests(
  registry: Registry,
  readings: readonly ManifestReading[],
  options: ApplyOptions,
): Promise<readonly PlannedPlugin[]> {
  const plugins: PlannedPlugin[] = [];
  for (const { manifest, format } of readings) {
    const plan = await planPlugin(registry, manifest, options);
    if (plan.ok) {
      const { ok: _ok, ...rest } = plan;
      plugins.push({ format, ...rest });
    } else plugins.push({ plugin: manifest.name, format, refusal: refusalOf(plan.refusal) });
  }
  return plugins;
}

/** Applies manifests, each as a whole: one that is refused does not stop the others. */
export async function applyManifests(
  registry: Registry,
  readings: readonly ManifestReading[],
  options: ApplyOptions,
): Promise<readonly PlannedPlugin[]> {
  const plugins: PlannedPlugin[] = [];
  for (const { manifest, format } of readings) {
    try {
      plugins.push({ format, ...(await applyPlugin(registry, manifest, options)) });
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      plugins.push({ plugin: manifest.name, format, refusal: refusalOf(error) });
    }
  }
  return plugins;
}
