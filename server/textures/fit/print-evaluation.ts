import { TEXTURE_SLOTS } from '../../../src/api/contract/textures.ts'
import type { Evaluation } from './train.ts'

export function mergeEvaluations(a: Evaluation, b: Evaluation): Evaluation {
  const table = Object.fromEntries(
    TEXTURE_SLOTS.map((slot) => [
      slot,
      Object.fromEntries(
        TEXTURE_SLOTS.map((predicted) => [predicted, a.table[slot][predicted] + b.table[slot][predicted]]),
      ),
    ]),
  ) as Evaluation['table']
  return {
    table,
    right: a.right + b.right,
    count: a.count + b.count,
    sure: a.sure + b.sure,
    sureRight: a.sureRight + b.sureRight,
  }
}

export function printEvaluation(title: string, { table, right, count, sure, sureRight }: Evaluation): void {
  console.log(`\n${title}: ${formatShare(right, count)} right`)
  console.log(
    `  filled in ${formatShare(sure, count)}, right ${formatShare(sureRight, sure)}; left empty ${count - sure}`,
  )
  for (const slot of TEXTURE_SLOTS) {
    const row = table[slot]
    const all = TEXTURE_SLOTS.reduce((sum, it) => sum + row[it], 0)
    const others = TEXTURE_SLOTS.filter((it) => it !== slot && row[it] > 0).map((it) => `${it} ${row[it]}`)
    console.log(`  ${slot.padEnd(18)} ${formatShare(row[slot], all).padStart(22)}  ${others.join(', ')}`)
  }
}

const formatShare = (part: number, whole: number) =>
  `${part} of ${whole}${whole ? ` (${((part / whole) * 100).toFixed(1)} %)` : ''}`
