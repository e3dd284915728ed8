import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Measured value of one metric for one target in one round. */
export interface Sample {
  metric: string
  target: string
  value: number
}

/** Writes a benchmark's figures to the file that `bench/index.ts` names; does nothing when run standalone. */
export function saveSamples(samples: readonly Sample[]): void {
  const path = process.env['SAMPLES']
  if (path) writeFileSync(path, JSON.stringify(samples))
}

/** Reads a benchmark's figures. Returns an empty list if the benchmark failed. */
export const readSamples = (path: string): Sample[] =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Sample[]) : []

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const formatFigure = (value: number) =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)

/** Formats the figures of one target: median and range. */
function formatCell(values: readonly number[]): string {
  const [min, max] = [Math.min(...values), Math.max(...values)]
  return `${formatFigure(median(values))}${min === max ? '' : ` (${formatFigure(min)}–${formatFigure(max)})`}`
}

const MORE_IS_BETTER = /a second$/

export type IsOwnTarget = (target: string) => boolean

/**
 * Formats all figures as a Markdown table: one row per metric of ours, with the best peer of the same run, the ratio, and the
 * goal if there is one. `goals` maps a metric to a goal such as `≤ 0.6 ×` or `4`.
 */
export function formatTable(
  samples: readonly Sample[],
  isOurs: IsOwnTarget,
  goals: Readonly<Record<string, string>>,
): string {
  const lines = ['| | ours | the best of the others | ratio | asked |', '| --- | ---: | ---: | ---: | ---: |']
  for (const metric of new Set(samples.map((sample) => sample.metric))) {
    const metricSamples = samples.filter((sample) => sample.metric === metric)
    const targets = [...new Set(metricSamples.map(({ target }) => target))].map((target) => ({
      target,
      values: metricSamples.filter((sample) => sample.target === target).map(({ value }) => value),
    }))
    const sign = MORE_IS_BETTER.test(metric) ? -1 : 1
    const best = targets
      .filter(({ target }) => !isOurs(target))
      .toSorted((a, b) => sign * (median(a.values) - median(b.values)))[0]
    for (const { target, values } of targets.filter(({ target }) => isOurs(target))) {
      const ratio = best && median(best.values) !== 0 ? (median(values) / median(best.values)).toFixed(2) : ''
      const name = target === 'ours' ? metric : `${metric} (${target})`
      const peer = best ? `${formatCell(best.values)} ${best.target}` : ''
      lines.push(`| ${name} | ${formatCell(values)} | ${peer} | ${ratio} | ${goals[metric] ?? ''} |`)
    }
  }
  return lines.join('\n')
}
