import { TEXTURE_SLOTS } from '../../../src/api/contract/textures.ts'
import type { Judged } from './train.ts'

/** Two judgements as one. */
export function added(a: Judged, b: Judged): Judged {
  const table = Object.fromEntries(
    TEXTURE_SLOTS.map((slot) => [
      slot,
      Object.fromEntries(TEXTURE_SLOTS.map((as) => [as, a.table[slot][as] + b.table[slot][as]])),
    ]),
  ) as Judged['table']
  return {
    table,
    right: a.right + b.right,
    count: a.count + b.count,
    sure: a.sure + b.sure,
    sureRight: a.sureRight + b.sureRight,
  }
}

/** Prints how many of each slot were taken for it, and for what else. */
export function print(title: string, { table, right, count, sure, sureRight }: Judged): void {
  console.log(`\n${title}: ${share(right, count)} right`)
  console.log(`  filled in ${share(sure, count)}, right ${share(sureRight, sure)}; asked ${count - sure}`)
  for (const slot of TEXTURE_SLOTS) {
    const row = table[slot]
    const all = TEXTURE_SLOTS.reduce((sum, it) => sum + row[it], 0)
    const others = TEXTURE_SLOTS.filter((it) => it !== slot && row[it] > 0).map((it) => `${it} ${row[it]}`)
    console.log(`  ${slot.padEnd(18)} ${share(row[slot], all).padStart(22)}  ${others.join(', ')}`)
  }
}

const share = (part: number, whole: number) =>
  `${part} of ${whole}${whole ? ` (${((part / whole) * 100).toFixed(1)} %)` : ''}`
