import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** One figure of one round: what was measured, of whom. */
export interface Sample {
  what: string
  who: string
  value: number
}

/** What a bench measured, for the table of all: kept where `bench/index.ts`, which started it, says; by itself, nowhere. */
export function keepSamples(samples: readonly Sample[]): void {
  const path = process.env['SAMPLES']
  if (path) writeFileSync(path, JSON.stringify(samples))
}

/** What a bench kept; nothing where it ended before. */
export const readSamples = (path: string): Sample[] =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Sample[]) : []

/** The middle of some figures, of two the mean. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[at]! : (sorted[at - 1]! + sorted[at]!) / 2
}

/** A figure with three digits that count. */
const shown = (value: number) =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)

/** The figures of one side: their median, and where they lie. */
function cell(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return `${shown(median(values))}${least === most ? '' : ` (${shown(least)}–${shown(most)})`}`
}

/** More of these is better; of all else, less. */
const MORE_IS_BETTER = /a second$/

/** Says whose figures are ours. */
export type IsOurs = (who: string) => boolean

/**
 * One Markdown table of all: each of ours a row, beside the best of the others that were measured in the same run, their ratio
 * and what is asked for, where something is: `goals` by what is measured, such as `≤ 0.6 ×` or `4`.
 */
export function tableOf(samples: readonly Sample[], isOurs: IsOurs, goals: Readonly<Record<string, string>>): string {
  const lines = ['| | ours | the best of the others | ratio | asked |', '| --- | ---: | ---: | ---: | ---: |']
  for (const what of new Set(samples.map((sample) => sample.what))) {
    const of = samples.filter((sample) => sample.what === what)
    const sides = [...new Set(of.map(({ who }) => who))].map((who) => ({
      who,
      values: of.filter((sample) => sample.who === who).map(({ value }) => value),
    }))
    const better = MORE_IS_BETTER.test(what) ? -1 : 1
    const best = sides
      .filter(({ who }) => !isOurs(who))
      .toSorted((a, b) => better * (median(a.values) - median(b.values)))[0]
    for (const { who, values } of sides.filter(({ who }) => isOurs(who))) {
      const ratio = best && median(best.values) !== 0 ? (median(values) / median(best.values)).toFixed(2) : ''
      const name = who === 'ours' ? what : `${what} (${who})`
      const other = best ? `${cell(best.values)} ${best.who}` : ''
      lines.push(`| ${name} | ${cell(values)} | ${other} | ${ratio} | ${goals[what] ?? ''} |`)
    }
  }
  return lines.join('\n')
}
