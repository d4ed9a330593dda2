import { cpus, loadavg } from 'node:os';

/** How much is measured; the committed figures are of the default. */
export interface Scale {
  /** Packages of a generated tree. */
  readonly packages: number;
  /** Measured runs of each program. */
  readonly rounds: number;
  /** Measured calls of each tool. */
  readonly calls: number;
}

/** The whole of a result file. */
export function report(name: string, title: string, scale: Scale, parts: readonly string[]): string {
  const conditions = [
    `Node ${process.versions.node}`,
    `${process.platform} ${process.arch}`,
    `${cpus().length} cores`,
    `load average ${loadavg()[0]?.toFixed(1)} at the end`,
    `medians of ${scale.rounds} runs`,
  ];
  return `${[`# ${title}`, `Written by \`npm run bench ${name}\`. ${conditions.join(', ')}.`, ...parts].join('\n\n')}\n`;
}
