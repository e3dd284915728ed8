import { isDatabaseAway, isStorageFull, reasonOf } from './db/faults.ts'

/** Why the server cannot start: one sentence for the person who started it. */
export class StartFault extends Error {
  override name = 'StartFault'
}

/** Ends the process with the sentence of a fault; the stack of anything unforeseen is shown, for it is ours to mend. */
export function endWith(fault: unknown): never {
  process.stderr.write(`${sentenceOf(fault) ?? (fault as Error)?.stack ?? fault}\n`)
  process.exit(1)
}

function sentenceOf(fault: unknown): string | undefined {
  if (fault instanceof StartFault) return fault.message
  if (isStorageFull(fault)) return `There is no room left on the disk: ${reasonOf(fault)}`
  if (isDatabaseAway(fault)) return `The database cannot be reached: ${reasonOf(fault)}`
  return undefined
}
